// What an action is about, as selectors of the table.

import type { Action } from "$lib/types";

/** A tile is the same whichever way it lies. */
export const tileKey = (tile: number[]) => tile.toSorted().join("-");

export function highlight(action: Action): string[] {
  const tile = (action.tile ?? action.discard) as number[] | undefined;
  const squares = (action.at ?? []) as string[];
  return [...(tile ? [`[data-tile="${tileKey(tile)}"]`] : [".stop"]), ...squares.map((one) => `[data-square="${one}"]`)];
}
