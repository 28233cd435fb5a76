// The special card that we are about to play, and what it can be played on.

import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import type { Row } from "./box";
import { destinationOf, takingCost } from "./previews";

interface Situation {
  view: View;
  legal: Action[];
  hand: number[];
  own: number | null; // the card chosen in this trick
  play: (action: Action) => void;
  say: Say;
}

export class Selection {
  special: string | null = $state(null); // picked, and waiting for its target
  movedCard: number | null = $state(null); // the card that `move` takes from its row

  constructor(readonly now: () => Situation) {}

  actions = $derived.by(() => this.now().legal.filter((action) => this.special && action.special === this.special));

  /** The cards in rows that it can be played on, and what a click on them does. */
  rowCards = $derived.by(() => {
    const clicks = new Map<number, () => void>();
    const { play } = this.now();
    if (this.special === "positive") for (const action of this.actions) clicks.set(action.card as number, () => play(action));
    if (this.special === "move")
      for (const action of this.actions) clicks.set(action.card as number, () => (this.movedCard = action.card as number));
    return clicks;
  });

  /** The button of a row: take it, or play the special card there. */
  rowTarget(row: Row, number: number) {
    const { view, legal, own, play, say } = this.now();
    const { special } = this;
    const found = special
      ? this.actions.find((action) => action.row === number && (special !== "move" || action.card === this.movedCard))
      : legal.find((action) => action.row === number && !action.special);
    if (!found) return null;
    const cost = special ? null : takingCost(view, row, own ?? 0);
    const name = special ? say(`action.special.${special}`, found) : say("page.take.row", { row: number, cost });
    return { label: say(`page.${special ?? "take"}`), name, cost, act: () => play(found) };
  }

  /** Play a special card, wait for its target, or hear from the server why not. Returns whether it waits for a row. */
  pick(special: string): boolean {
    const { legal, play } = this.now();
    const found = legal.filter((action) => action.special === special);
    const needsNoTarget = found.length === 1 && Object.keys(found[0]).length === 1;
    if (needsNoTarget || !found.length) play(found[0] ?? this.#example(special));
    else this.special = this.special === special ? null : special;
    return !needsNoTarget && found.length > 0 && this.special !== "replace";
  }

  /** One step back: put the card back, or the special card. */
  cancel(): void {
    if (this.movedCard !== null) this.movedCard = null;
    else this.special = null;
  }

  /** Some action with this special card: its refusal says why none is legal now. */
  #example(special: string): Action {
    const { view, hand, own } = this.now();
    const rows: Row[] = view.rows;
    const open = Math.max(0, rows.findIndex((row) => !row.blocked));
    const destination = destinationOf(view, own ?? 1);
    const lastCard = rows[(destination?.row ?? open + 1) - 1].cards.at(-1);
    const fields: Record<string, Action> = {
      insert: { row: open + 1, at: 1 },
      replace: { card: hand[0] ?? own },
      move: { card: rows[open].cards.at(-1), row: open === 0 ? 2 : 1 },
      block: { row: open + 1 },
      positive: { card: lastCard },
    };
    return { special, ...fields[special] };
  }
}
