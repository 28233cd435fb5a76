// What special cards change, shown one by one. A card that stays with a row is discarded when the row gives it back.

import type { Event, View } from "$lib/types";
import { at, sorted, without, type Row } from "./box";

type Held = string[] | number; // special cards, or how many where they are hidden

const STAYS = ["fifth_row", "seven", "block"];

const withoutOne = (held: Held, special: string): Held =>
  Array.isArray(held) ? without(held, held.indexOf(special)) : held - 1;
const withOne = (held: Held, special: string): Held => (Array.isArray(held) ? [...held, special].toSorted() : held + 1);

export const discard = (view: View, special: string, count = 1): View => ({
  ...view,
  special_discard: [...view.special_discard, ...Array(count).fill(special)].toSorted(),
});

export function playSpecial(view: View, event: Event): View {
  const specials = at(view.specials, event.seat, withoutOne(view.specials[event.seat], event.special));
  const played = { ...view, specials, special_now: event.special };
  return STAYS.includes(event.special) ? played : discard(played, event.special);
}

/** The card given away goes under the discards, or into the deck if that was renewed for it. */
export function exchange(view: View, event: Event): View {
  const kept = withoutOne(view.specials[event.seat], event.special);
  const specials = at(view.specials, event.seat, withOne(kept, event.drawn));
  const exchanged = { ...view, specials, special_deck: view.special_deck - 1, renewed: false };
  return view.renewed ? exchanged : discard(exchanged, event.special);
}

/** The discards become the deck, with the card that is being exchanged. */
export const renew = (view: View): View => ({
  ...view,
  special_deck: view.special_discard.length + 1,
  special_discard: [],
  renewed: true,
});

/** The card chosen first goes back to the hand, where all know it. */
export function replace(view: View, event: Event): View {
  const hand = view.hands[event.seat];
  const swap = (cards: number[]) => sorted([...cards.filter((card) => card !== event.by), event.card]);
  return {
    ...view,
    chosen: at(view.chosen, event.seat, event.by),
    hands: Array.isArray(hand) ? at(view.hands, event.seat, swap(hand)) : view.hands,
    returned: at(view.returned, event.seat, swap(view.returned[event.seat])),
    special_now: null,
  };
}

/** The named card is laid aside: it was taken with its row, and its heads are struck off once more. */
export function strike(view: View, event: Event): View {
  const left = Math.max(0, view.heads[event.seat] - 2 * event.heads);
  const scores = at(view.scores, event.seat, view.scores[event.seat] - view.heads[event.seat] + left);
  const pile = view.piles[event.seat].filter((card: number) => card !== event.card);
  const aside = sorted([...view.aside, event.card]);
  return { ...view, scores, heads: at(view.heads, event.seat, left), piles: at(view.piles, event.seat, pile), aside };
}

export function liftBlocks(view: View): View {
  const blocks = view.rows.filter((row: Row) => row.blocked).length;
  return discard({ ...view, rows: view.rows.map((row: Row) => ({ ...row, blocked: false })) }, "block", blocks);
}

export function removeRow(view: View, event: Event): View {
  const rows = without<Row>(view.rows, event.row - 1).map((row) => ({ ...row, fifth: false }));
  return discard({ ...view, rows }, "fifth_row");
}
