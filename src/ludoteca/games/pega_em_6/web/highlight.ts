// What an action is about, as selectors of the table.

import type { Action } from "$lib/types";

export function highlight(action: Action): string[] {
  const card = action.card === undefined ? [] : [`[data-card="${action.card}"]`];
  return action.row === undefined ? card : [...card, `[data-row="${action.row}"]`];
}
