// The number cards of the box, and rows of them.

export interface Row {
  cards: number[];
  seven: boolean;
  blocked: boolean;
  fifth: boolean;
}

export const CARDS = 104;
export const ROWS = 4;

/** Bull heads printed on a card. */
export function headsOn(card: number): number {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

export const headsIn = (cards: number[]) => cards.reduce((sum, card) => sum + headsOn(card), 0);

export const capacityOf = (row: Row) => (row.seven ? 6 : 5);
export const isFull = (row: Row) => row.cards.length >= capacityOf(row);

// Lists

export const sorted = (cards: number[]) => cards.toSorted((one, other) => one - other);
export const without = <T>(list: T[], index: number) => list.filter((_, other) => other !== index);
export const at = <T>(list: T[], index: number, value: T) => list.map((old, other) => (other === index ? value : old));
