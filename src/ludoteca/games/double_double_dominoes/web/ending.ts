// The end of a game in words and figures: why the winners won, and where their points came from.

import type { Column } from "$lib/games";
import type { Event, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";

/** The most points; in a tie the most pips left in hand. */
export function reason(view: View, say: Say): string {
  const points = Math.max(...view.scores);
  const tied = view.scores.filter((score) => score === points).length;
  if (tied === 1) return say("page.why", { points });
  return say(view.winners.length < tied ? "page.why.pips" : "page.why.shared", { points });
}

export function tally(view: View, events: Event[], say: Say): Column[] {
  const from = (source: string) =>
    view.scores.map((_, seat) => events.reduce((sum, event) => sum + (event.event === source && event.seat === seat ? event.points : 0), 0));
  return [
    { name: say("page.tally.diamond"), about: say("guide.diamond"), points: from("diamond") },
    { name: say("page.tally.bonus"), about: say("guide.track"), points: from("bonus") },
  ];
}
