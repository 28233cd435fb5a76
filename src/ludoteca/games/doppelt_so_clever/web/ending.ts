// The end of a game in words and figures: why the winners won, and the points of every area.

import type { Column } from "$lib/games";
import { capitalize } from "$lib/options";
import type { Event, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import { AREAS } from "./box";
import { foxPoints, points, type Sheet } from "./sheet";

/** The most points; in a tie the highest single area. Alone there is nothing to win. */
export function reason(view: View, say: Say): string {
  if (view.seats === 1) return "";
  const most = Math.max(...view.scores);
  const tied = view.scores.filter((score) => score === most).length;
  if (tied === 1) return say("page.why", { points: most });
  const area = Math.max(...Object.values(points(view.sheets[view.winners[0]])));
  return say(view.winners.length < tied ? "page.why.area" : "page.why.shared", { points: most, area });
}

export function tally(view: View, _events: Event[], say: Say): Column[] {
  const sheets: Sheet[] = view.sheets;
  const areas = AREAS.map((area) => ({ name: capitalize(say(`value.${area}`)), about: say(`guide.${area}`), points: sheets.map((sheet) => points(sheet)[area]) }));
  return [...areas, { name: say("page.tally.foxes"), about: say("explain.fox"), points: sheets.map(foxPoints) }];
}
