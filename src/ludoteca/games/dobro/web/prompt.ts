// The prompt of a turn in words.

import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";

/** A seat that can only take the cards is told so. Nobody is reminded to draw: one may forget it. */
export function turnPrompt(view: View, _seat: number, legal: Action[], say: Say): string {
  if (view.phase === "refill") return say("page.played");
  const mustTake = legal.length === 1 && legal[0].take;
  return say(mustTake ? "page.must_take" : `phase.${view.phase}`);
}
