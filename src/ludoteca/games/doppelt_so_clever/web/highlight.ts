// What an action is about, as selectors of the table.

import type { Action, View } from "$lib/types";

export function highlight(action: Action, view: View, seat: number): string[] {
  const die = action.pick ?? action.sweep ?? action.take ?? action.extra ?? action.return;
  const dice = die ? [`[data-die="${die}"]`] : [];
  return action.mark ? [...dice, `[data-cell="${cellOf(action.mark, view, seat)}"]`] : dice;
}

/** Where a mark goes: blue, green and pink are filled from left to right. */
function cellOf(mark: Record<string, any>, view: View, seat: number): string {
  if (mark.area === "silver") return `silver.${mark.row}.${mark.number}`;
  if (mark.area === "yellow") return `yellow.${mark.cell.join(".")}`;
  return `${mark.area}.${view.sheets[seat][mark.area].length}`;
}
