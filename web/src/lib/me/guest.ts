// The name that this person plays under.

import { setName } from "$lib/api";
import { settings } from "$lib/settings.svelte";
import { say } from "$lib/words.svelte";

/** The same number whenever this device comes back. */
export function guestName(): string {
  settings.guest ||= Math.floor(Math.random() * 900) + 100;
  return say("room.guest", { number: settings.guest });
}

/** Tell the server our name; a person without one becomes a guest with a number. */
export const signIn = (fallback = guestName()) => setName(settings.name.trim() || fallback);
