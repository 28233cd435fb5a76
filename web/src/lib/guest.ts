// The name that this person plays under.

import { setName } from "./api";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

export const guestName = () => say("room.guest", { number: Math.floor(Math.random() * 900) + 100 });

/** Tell the server our name; a person without one becomes a guest with a number. */
export const signIn = (fallback = guestName()) => setName(settings.name.trim() || fallback);
