// What a cell would hold, shown before it is marked.

import type { Action } from "$lib/types";
import { PRINTED, type Track } from "./box";
import { isTrack, markOf } from "./marks";
import type { Sheet } from "./sheet";

/** Green multiplies what is written. */
export const writtenNumber = (track: Track, field: number, number: number) =>
  track === "green" ? number * PRINTED.green.multiplier[field] : number;

/** "circle", "cross", a number, or "?" where the number is still to be chosen. */
export function previewMark(actions: Action[], sheet: Sheet): string {
  const mark = markOf(actions[0]);
  if (isTrack(mark.area)) return actions.length > 1 ? "?" : String(writtenNumber(mark.area, sheet[mark.area].length, mark.number!));
  return mark.as === "circle" ? "circle" : "cross";
}
