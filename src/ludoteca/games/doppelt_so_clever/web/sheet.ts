// A score sheet as the server sends it, and what it is worth. The server's totals decide.

import { PRINTED, ROWS, type Area, type Bar, type Die, type Row, type Track } from "./box";

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

/** A sheet before the game. */
export const emptySheet = (): Sheet => ({
  silver: { yellow: [], blue: [], green: [], pink: [] },
  yellow: PRINTED.yellow.grid.map((row) => row.map((number) => (number === null ? null : 0))),
  blue: [],
  green: [],
  pink: [],
  reroll: [0, 0],
  return: [0, 0],
  extra: [0, 0],
  foxes: 0,
  bonuses: [],
  sweeps: [],
  extra_used: [],
  picked: false,
  done: false,
});

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

export const actionsLeft = (sheet: Sheet, bar: Bar) => sheet[bar][0] - sheet[bar][1];
export const crosses = (sheet: Sheet) => sheet.yellow.flat().filter((cell) => cell === 2).length;
export const rowPoints = (sheet: Sheet, row: Row) => PRINTED.silver.row_points_by_marks[sheet.silver[row].length];

/** The points of a pair of green; null while it is not full. */
export function pairPoints(sheet: Sheet, pair: number): number | null {
  const [first, second] = PRINTED.green.pairs[pair].map((field) => sheet.green[field]);
  return second === undefined ? null : first - second;
}

export function points(sheet: Sheet): Record<Area, number> {
  return {
    silver: sum(ROWS.map((row) => rowPoints(sheet, row))),
    yellow: PRINTED.yellow.points_by_crosses[crosses(sheet)],
    blue: PRINTED.blue.points_by_filled[sheet.blue.length],
    green: sum(PRINTED.green.pairs.map((_, pair) => pairPoints(sheet, pair) ?? 0)),
    pink: sum(sheet.pink),
  };
}

export const lowestArea = (sheet: Sheet) => Math.min(...Object.values(points(sheet)));
export const foxPoints = (sheet: Sheet) => sheet.foxes * lowestArea(sheet);
export const total = (sheet: Sheet) => sum(Object.values(points(sheet))) + foxPoints(sheet);

/** The total so far while a sheet is counted: one area after the other, then one fox after the other. */
export function countedTotal(sheet: Sheet, counted: number): number {
  const areas = Object.values(points(sheet));
  const foxes = Math.min(sheet.foxes, Math.max(0, counted - areas.length));
  return sum(areas.slice(0, counted)) + foxes * lowestArea(sheet);
}

// Bonuses: won, missed, or still open

export type BonusStatus = "open" | "won" | "missed";

export const silverColumnBonus = (sheet: Sheet, number: number): BonusStatus =>
  ROWS.every((row) => sheet.silver[row].includes(number)) ? "won" : "open";

const circled = (cells: (number | null)[]): BonusStatus => (cells.every((cell) => cell !== 0) ? "won" : "open");
export const yellowRowBonus = (sheet: Sheet, row: number) => circled(sheet.yellow[row]);
export const yellowColumnBonus = (sheet: Sheet, column: number) => circled(sheet.yellow.map((row) => row[column]));

export function fieldBonus(sheet: Sheet, track: Track, field: number): BonusStatus {
  if (field >= sheet[track].length) return "open";
  const least = track === "pink" ? (PRINTED.pink.min_for_bonus[field] ?? 0) : 0;
  return sheet[track][field] >= least ? "won" : "missed";
}
