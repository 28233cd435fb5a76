// The cards of the box, and lists of cards.

export const CARD_KINDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "wild", "skip", "reverse"];
const IN_BOX = [5, 6, 6, 6, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2];

/** How many cards of a kind are in a game with so many seats. */
export function countInBox(kind: string, seats: number): number {
  return kind === "reverse" && seats === 2 ? 0 : IN_BOX[CARD_KINDS.indexOf(kind)];
}

export const isNumber = (card: string) => !["wild", "skip", "reverse"].includes(card);
export const countOf = (cards: string[], kind: string) => cards.filter((card) => card === kind).length;
export const sorted = (cards: string[]) => cards.toSorted((one, other) => CARD_KINDS.indexOf(one) - CARD_KINDS.indexOf(other));

export function without(cards: string[], removed: string[]): string[] {
  const left = [...cards];
  for (const card of removed) left.splice(left.indexOf(card), 1);
  return left;
}

/** The number of cards, whether they are known or only counted. */
export const countCards = (cards: string[] | number) => (Array.isArray(cards) ? cards.length : cards);

/** A key for each card, also among equal ones, so that each keeps its place on the screen: `5`, `5'`, ... */
export function withKeys(cards: string[]): { card: string; key: string }[] {
  return cards.map((card, index) => ({ card, key: card + "'".repeat(countOf(cards.slice(0, index), card)) }));
}
