// The end of a game in words and figures: why the winners won, and the points of every round.

import type { Column } from "$lib/games";
import type { Event, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";

/** The most points; in a tie the fewest cards of the last round, and at last the lowest sum of their values. */
export function reason(view: View, say: Say): string {
  const points = Math.max(...view.scores);
  const tied = view.scores.flatMap((score, seat) => (score === points ? [seat] : []));
  if (tied.length === 1) return say("page.why", { points });
  const cards = Math.min(...tied.map((seat) => view.piles[seat].length));
  const fewest = tied.filter((seat) => view.piles[seat].length === cards);
  if (view.winners.length < fewest.length) return say("page.why.values", { points, cards });
  return say(fewest.length < tied.length ? "page.why.cards" : "page.why.shared", { points, cards });
}

export function tally(view: View, _events: Event[], say: Say): Column[] {
  return view.points.map((points: number[], round: number) => ({ name: say("page.round.name", { round: round + 1 }), about: say(view.options.long ? "guide.score.long" : "guide.score"), points }));
}
