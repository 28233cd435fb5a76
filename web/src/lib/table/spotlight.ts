// Lights up what an action is about on the table: cards, rows, tiles, dice, cells.

const LIT = "data-lit";

/** Light everything on the table that one of these selectors names; the answer puts the lights out. */
export function spotlight(selectors: string[]): () => void {
  const found = selectors.flatMap((one) => [...document.querySelectorAll(`.table ${one}`)]);
  for (const one of found) one.setAttribute(LIT, "");
  return () => found.forEach((one) => one.removeAttribute(LIT));
}
