// The deal of the day: what the server answers about it, and the words to share a result.

import type { DailyDeal, DailyResult } from "$lib/types";

const BEATEN = "🟩";
const AHEAD = "⬜";

/** A square for each level of bots, from the weakest: green if this person did at least as well. */
export function squares(results: DailyResult[], levels: string[]): string {
  const mine = results.find((one) => one.you)?.place ?? Infinity;
  const placeOf = (level: string) => results.find((one) => one.bot === level)?.place ?? 0;
  return levels.map((level) => (mine <= placeOf(level) ? BEATEN : AHEAD)).join("");
}

/** Hours and minutes until the next deal. */
export function timeLeft(deal: DailyDeal, now = Date.now()): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((deal.ends_at - now) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
