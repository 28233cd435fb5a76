// All events of a game, from its first step, as this page may know them.

import type { LiveTable } from "./liveTable.svelte";
import type { Event, LogStep } from "$lib/types";

const STEPS_AT_ONCE = 1000;

export async function wholeGame(live: LiveTable): Promise<Event[]> {
  let steps: LogStep[] = [];
  for (;;) {
    const before = steps.length ? { before: steps[0].seq } : {};
    const earlier: LogStep[] = (await live.ask("history", { most: STEPS_AT_ONCE, ...before })).steps ?? [];
    steps = [...earlier, ...steps];
    if (earlier.length < STEPS_AT_ONCE) return steps.flatMap((step) => step.events ?? []);
  }
}
