// The prompt of a turn in words.

import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";

/** Who has to take a row is told so. */
export function turnPrompt(view: View, seat: number, legal: Action[], say: Say): string {
  const mustTake = view.phase === "place" && legal.some((action) => "row" in action && !("special" in action));
  return mustTake ? say("page.low", { card: view.chosen[seat] }) : say(`phase.${view.phase}`);
}
