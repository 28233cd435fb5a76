// Legal actions by the die or `?` that they use, and by the cell that they mark.

import type { Action, View } from "$lib/types";
import { PRINTED, TRACKS, type Die, type Track } from "./box";
import type { Sheet } from "./sheet";

export const VERBS = ["bonus", "sweep", "pick", "take", "extra"] as const;
export type Verb = (typeof VERBS)[number];
export type Mark = { area: string; row?: string; number?: number; cell?: [number, number]; as?: string };

export const markOf = (action: Action) => action.mark as Mark;
export const isTrack = (area: string): area is Track => (TRACKS as readonly string[]).includes(area);

/** How dice or `?` are used now. There is never more than one way at a time. */
export const verbOf = (legal: Action[]): Verb | null => VERBS.find((verb) => legal.some((action) => verb in action)) ?? null;

/** The dice or `?` that can mark something now. */
export function sourcesOf(legal: Action[], verb: Verb | null): string[] {
  return verb ? [...new Set(legal.filter((action) => verb in action).map((action) => action[verb] as string))] : [];
}

/** The cell a mark goes to; numbers are always written in the next field. */
export function cellOf(mark: Mark, sheet: Sheet): string {
  if (mark.area === "silver") return `silver.${mark.row}.${mark.number}`;
  if (mark.area === "yellow") return `yellow.${mark.cell!.join(".")}`;
  return `${mark.area}.${sheet[mark.area as Track].length}`;
}

export function byCell(legal: Action[], verb: Verb | null, source: string | null, sheet: Sheet): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  if (!verb || !source) return found;
  for (const action of legal.filter((one) => one[verb] === source)) {
    const cell = cellOf(markOf(action), sheet);
    found.set(cell, [...(found.get(cell) ?? []), action]);
  }
  return found;
}

// Illegal actions, sent so that the server says why they are refused

const valueOf = (view: View, die: string): number => view.dice[die]?.value ?? 6;

function numberFor(view: View, area: string, source: string): number {
  return area === "blue" ? valueOf(view, "blue") + valueOf(view, "white") : valueOf(view, source);
}

/** The mark that a click on a cell stands for. */
export function markAt(view: View, sheet: Sheet, cell: string, source: string): Mark {
  const [area, one, other] = cell.split(".");
  if (area === "silver") return { area, row: one, number: Number(other) };
  if (area !== "yellow") return { area, number: numberFor(view, area, source) };
  const open = sheet.yellow[Number(one)][Number(other)] === 0;
  return { area, cell: [Number(one), Number(other)], as: open ? "circle" : "cross" };
}

/** The mark that this die usually makes. */
export function usualMark(view: View, sheet: Sheet, die: Die): Mark {
  const value = valueOf(view, die);
  if (die === "silver") return { area: "silver", row: "yellow", number: value };
  if (die !== "yellow") return { area: die === "white" ? "pink" : die, number: numberFor(view, die, die) };
  const cells = PRINTED.yellow.grid.flatMap((row, r) => row.map((number, c) => ({ number, cell: `yellow.${r}.${c}` })));
  return markAt(view, sheet, cells.find((cell) => cell.number === value)!.cell, die);
}
