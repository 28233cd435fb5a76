// What a card would do as the rows are now: where it would go, and what it would cost.

import type { View } from "$lib/types";
import { headsIn, headsOn, isFull, type Row } from "./box";

/** The bull heads of taking this row. With five rows the played card is taken along. */
export function takingCost(view: View, row: Row, card: number): number {
  return headsIn(row.cards) + (view.rows.length === 5 ? headsOn(card) : 0);
}

export interface Destination {
  row: number | null; // from 1; null: the card is lower than every row
  takes: boolean;
  cost: number; // for a low card, that of the cheapest row
}

/** Null before there are rows. */
export function destinationOf(view: View, card: number): Destination | null {
  const rows: Row[] = view.rows;
  if (!rows.length) return null;
  let best = -1;
  rows.forEach((row, number) => {
    const last = row.cards.at(-1) ?? 0;
    if (!row.blocked && last < card && (best < 0 || last > rows[best].cards.at(-1)!)) best = number;
  });
  if (best < 0) {
    const costs = rows.filter((row) => !row.blocked).map((row) => takingCost(view, row, card));
    return { row: null, takes: true, cost: Math.min(...costs) };
  }
  const takes = isFull(rows[best]);
  return { row: best + 1, takes, cost: takes ? takingCost(view, rows[best], card) : 0 };
}
