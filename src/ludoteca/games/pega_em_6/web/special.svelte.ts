// A special card in the hand of the own seat: what it can be played on, and how it is played.

import type { Action, View } from "$lib/kinds";
import type { Say } from "$lib/words.svelte";
import { costOf, wayOf, type Row } from "./rows";

interface Now {
  view: View;
  legal: Action[];
  hand: number[];
  own: number | null; // the card chosen in this trick
  play: (action: Action) => void;
  say: Say;
}

export class SpecialCard {
  kind: string | null = $state(null); // the special card for which a target is sought
  lifted: number | null = $state(null); // the card that a `move` takes from its row

  constructor(readonly now: () => Now) {}

  actions = $derived.by(() => this.now().legal.filter((action) => this.kind && action.special === this.kind));

  /** Cards in rows that it may concern, and what touching them does. */
  canTouch = $derived.by(() => {
    const can = new Map<number, () => void>();
    const { play } = this.now();
    if (this.kind === "positive") for (const action of this.actions) can.set(action.card as number, () => play(action));
    if (this.kind === "move")
      for (const action of this.actions) can.set(action.card as number, () => (this.lifted = action.card as number));
    return can;
  });

  /** What can be done with a row: take it, or play the special card there. */
  target(row: Row, number: number) {
    const { view, legal, own, play, say } = this.now();
    const { kind } = this;
    const found = kind
      ? this.actions.find((action) => action.row === number && (kind !== "move" || action.card === this.lifted))
      : legal.find((action) => action.row === number && !action.special);
    if (!found) return null;
    const cost = kind ? null : costOf(view, row, own ?? 0);
    const name = kind ? say(`action.special.${kind}`, found) : say("page.take.row", { row: number, cost });
    return { label: say(`page.${kind ?? "take"}`), name, cost, act: () => play(found) };
  }

  /** Play it, seek its target, or ask the server why it cannot be played; is a row sought now? */
  use(kind: string): boolean {
    const { legal, play } = this.now();
    const found = legal.filter((action) => action.special === kind);
    const whole = found.length === 1 && Object.keys(found[0]).length === 1;
    if (whole || !found.length) play(found[0] ?? this.#example(kind));
    else this.kind = this.kind === kind ? null : kind;
    return !whole && found.length > 0 && this.kind !== "replace";
  }

  /** One step back: the lifted card lies down again, or the special card is not played. */
  back(): void {
    if (this.lifted !== null) this.lifted = null;
    else this.kind = null;
  }

  /** An action with this special card, whose refusal tells why none is allowed now. */
  #example(kind: string): Action {
    const { view, hand, own } = this.now();
    const rows: Row[] = view.rows;
    const free = Math.max(0, rows.findIndex((row) => !row.blocked));
    const way = wayOf(view, own ?? 1);
    const lies = rows[(way?.row ?? free + 1) - 1].cards.at(-1);
    const fields: Record<string, Action> = {
      insert: { row: free + 1, at: 1 },
      replace: { card: hand[0] ?? own },
      move: { card: rows[free].cards.at(-1), row: free === 0 ? 2 : 1 },
      block: { row: free + 1 },
      positive: { card: lies },
    };
    return { special: kind, ...fields[kind] };
  }
}
