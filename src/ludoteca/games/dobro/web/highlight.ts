// What an action is about, as selectors of the table.

import type { Action } from "$lib/types";

export function highlight(action: Action): string[] {
  if (action.take) return [".take"];
  if (action.end) return [".end"];
  return [...new Set((action.play ?? []) as string[])].map((card) => `[data-card="${card}"]`);
}
