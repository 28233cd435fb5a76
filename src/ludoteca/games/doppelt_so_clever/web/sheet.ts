// The score sheet as it is printed, and what a filled one is worth for the eye; the server's totals decide.

import printed from "./sheet.json";

export const DICE = ["white", "silver", "yellow", "blue", "green", "pink"] as const;
export const AREAS = ["silver", "yellow", "blue", "green", "pink"] as const;
export const ROWS = ["yellow", "blue", "green", "pink"] as const; // the rows of silver
export const TRACKS = ["blue", "green", "pink"] as const; // the areas with an arrow
export const BARS = ["reroll", "return", "extra"] as const;
export const NUMBERS = [1, 2, 3, 4, 5, 6];
export const PRINTED = printed;

export type Die = (typeof DICE)[number];
export type Area = (typeof AREAS)[number];
export type Row = (typeof ROWS)[number];
export type Track = (typeof TRACKS)[number];
export type Bar = (typeof BARS)[number];
export type Bonus = string | null; // "reroll", "return", "extra", "fox", "?blue" ...

export interface Sheet {
  silver: Record<Row, number[]>;
  yellow: (0 | 1 | 2 | null)[][]; // open, circled, crossed
  blue: number[];
  green: number[];
  pink: number[];
  reroll: [number, number]; // unlocked, used
  return: [number, number];
  extra: [number, number];
  foxes: number;
  bonuses: string[];
  sweeps: Die[];
  extra_used: Die[];
  picked: boolean;
  done: boolean;
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

export const left = (sheet: Sheet, bar: Bar) => sheet[bar][0] - sheet[bar][1];
export const crosses = (sheet: Sheet) => sheet.yellow.flat().filter((cell) => cell === 2).length;
export const rowPoints = (sheet: Sheet, row: Row) => printed.silver.row_points_by_marks[sheet.silver[row].length];

/** What a full pair of green is worth, or null while it is not full. */
export function pairPoints(sheet: Sheet, pair: number): number | null {
  const [first, second] = printed.green.pairs[pair].map((field) => sheet.green[field]);
  return second === undefined ? null : first - second;
}

export function points(sheet: Sheet): Record<Area, number> {
  return {
    silver: sum(ROWS.map((row) => rowPoints(sheet, row))),
    yellow: printed.yellow.points_by_crosses[crosses(sheet)],
    blue: printed.blue.points_by_filled[sheet.blue.length],
    green: sum(printed.green.pairs.map((_, pair) => pairPoints(sheet, pair) ?? 0)),
    pink: sum(sheet.pink),
  };
}

export const lowest = (sheet: Sheet) => Math.min(...Object.values(points(sheet)));
export const foxPoints = (sheet: Sheet) => sheet.foxes * lowest(sheet);
export const total = (sheet: Sheet) => sum(Object.values(points(sheet))) + foxPoints(sheet);

/** The level reached alone, 1 being the highest, and what the next one asks. */
export function levelOf(score: number): { level: number; next: number | null } {
  const reached = printed.solo_levels.findIndex((needed) => score >= needed);
  const level = reached < 0 ? printed.solo_levels.length : reached;
  return { level: level + 1, next: level > 0 ? printed.solo_levels[level - 1] : null };
}

export const roundsOf = (seats: number) => (printed.players_to_rounds as Record<string, number>)[seats];

// Bonuses: has it come, can it still come?

export type Luck = "open" | "won" | "missed";

export const columnLuck = (sheet: Sheet, number: number): Luck =>
  ROWS.every((row) => sheet.silver[row].includes(number)) ? "won" : "open";

const circled = (cells: (number | null)[]): Luck => (cells.every((cell) => cell !== 0) ? "won" : "open");
export const yellowRowLuck = (sheet: Sheet, row: number) => circled(sheet.yellow[row]);
export const yellowColumnLuck = (sheet: Sheet, column: number) => circled(sheet.yellow.map((row) => row[column]));

export function fieldLuck(sheet: Sheet, track: Track, field: number): Luck {
  if (field >= sheet[track].length) return "open";
  const least = track === "pink" ? (printed.pink.min_for_bonus[field] ?? 0) : 0;
  return sheet[track][field] >= least ? "won" : "missed";
}
