// What is printed on the score sheet, and the names of dice and areas.

import printed from "./sheet.json";

export const DICE = ["white", "silver", "yellow", "blue", "green", "pink"] as const;
export const AREAS = ["silver", "yellow", "blue", "green", "pink"] as const;
export const ROWS = ["yellow", "blue", "green", "pink"] as const; // of the silver area
export const TRACKS = ["blue", "green", "pink"] as const; // areas that are filled from left to right
export const BARS = ["reroll", "return", "extra"] as const;
export const NUMBERS = [1, 2, 3, 4, 5, 6];
export const PRINTED = printed;

export type Die = (typeof DICE)[number];
export type Area = (typeof AREAS)[number];
export type Row = (typeof ROWS)[number];
export type Track = (typeof TRACKS)[number];
export type Bar = (typeof BARS)[number];

/** The level of a solo score, 1 being the best, and the score that the next one needs. */
export function levelOf(score: number): { level: number; next: number | null } {
  const reached = printed.solo_levels.findIndex((needed) => score >= needed);
  const level = reached < 0 ? printed.solo_levels.length : reached;
  return { level: level + 1, next: level > 0 ? printed.solo_levels[level - 1] : null };
}

export const roundsOf = (seats: number) => (printed.players_to_rounds as Record<string, number>)[seats];
