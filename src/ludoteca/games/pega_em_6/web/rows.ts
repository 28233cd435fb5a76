// What the rows say at a glance. The server decides; this only shows.

import type { View } from "$lib/kinds";

export interface Row {
  cards: number[];
  seven: boolean;
  blocked: boolean;
  fifth: boolean;
}

export const CARDS = 104;

/** Bull heads printed on a card. */
export function headsOn(card: number): number {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

export const headsIn = (cards: number[]) => cards.reduce((sum, card) => sum + headsOn(card), 0);

export const holds = (row: Row) => (row.seven ? 6 : 5);
export const isFull = (row: Row) => row.cards.length >= holds(row);

/** Bull heads that taking this row brings, the card played included where it goes along. */
export function costOf(view: View, row: Row, card: number): number {
  return headsIn(row.cards) + (view.rows.length === 5 ? headsOn(card) : 0);
}

export interface Way {
  row: number | null; // from 1; null: lower than the end of every row
  takes: boolean;
  cost: number; // for a low card the cheapest row
}

/** Where a card would go and what it would cost if it were placed as the rows lie now. */
export function wayOf(view: View, card: number): Way | null {
  const rows: Row[] = view.rows;
  if (!rows.length) return null;
  let best = -1;
  rows.forEach((row, number) => {
    const last = row.cards.at(-1) ?? 0;
    if (!row.blocked && last < card && (best < 0 || last > rows[best].cards.at(-1)!)) best = number;
  });
  if (best < 0) {
    const costs = rows.filter((row) => !row.blocked).map((row) => costOf(view, row, card));
    return { row: null, takes: true, cost: Math.min(...costs) };
  }
  const takes = isFull(rows[best]);
  return { row: best + 1, takes, cost: takes ? costOf(view, rows[best], card) : 0 };
}
