// The end of a game in words and figures: why the winners won, and the bull heads of every round.

import type { Column } from "$lib/games";
import type { Event, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";

export function reason(view: View, say: Say): string {
  return say(view.winners.length > 1 ? "page.why.shared" : "page.why", { heads: Math.min(...view.scores) });
}

/** One column a round; none for a single round. */
export function tally(view: View, events: Event[], say: Say): Column[] {
  const rounds = Array.from({ length: view.round }, () => view.scores.map(() => 0));
  let now = 0;
  for (const { event, seat, heads, round } of events) {
    if (event === "dealt") now = round - 1;
    if (event === "took") rounds[now][seat] += heads;
    if (event === "struck") rounds[now][seat] = Math.max(0, rounds[now][seat] - 2 * heads);
  }
  return rounds.length > 1 ? rounds.map((points, round) => ({ name: say("page.round.name", { round: round + 1 }), about: say("guide.heads"), points })) : [];
}
