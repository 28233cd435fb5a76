// The cards of the box. The server decides what may be played; this only shows.

export const KINDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "wild", "skip", "reverse"];
const IN_BOX = [5, 6, 6, 6, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2];

/** How many of a kind a game of so many seats is played with. */
export function inBox(kind: string, seats: number): number {
  return kind === "reverse" && seats === 2 ? 0 : IN_BOX[KINDS.indexOf(kind)];
}

export const isNumber = (card: string) => !["wild", "skip", "reverse"].includes(card);
export const countOf = (cards: string[], kind: string) => cards.filter((card) => card === kind).length;
export const sorted = (cards: string[]) => cards.toSorted((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));

export function without(cards: string[], gone: string[]): string[] {
  const left = [...cards];
  for (const card of gone) left.splice(left.indexOf(card), 1);
  return left;
}

/** How many cards these are, seen or unseen. */
export const size = (cards: string[] | number) => (Array.isArray(cards) ? cards.length : cards);

/** Equal cards told apart, so that each keeps its place on the screen: `5`, `5'`, ... */
export function apart(cards: string[]): { card: string; key: string }[] {
  return cards.map((card, place) => ({ card, key: card + "'".repeat(countOf(cards.slice(0, place), card)) }));
}
