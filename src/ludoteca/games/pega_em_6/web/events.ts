// Events, shown one by one: what each changes, how long it is shown, its sound. The server's next view replaces the result.

import type { Sound } from "$lib/device/sound";
import type { Event, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import { at, ROWS, sorted, type Row } from "./box";
import { discard, exchange, liftBlocks, playSpecial, removeRow, renew, replace, strike } from "./specialEffects";
import type { Event as Told } from "./viewTypes";

function rowAt(view: View, number: number, change: (row: Row) => Partial<Row>): View {
  return { ...view, rows: view.rows.map((row: Row, i: number) => (i === number - 1 ? { ...row, ...change(row) } : row)) };
}

function place(view: View, event: Event): View {
  const mark: Partial<Row> = view.special_now === "seven" ? { seven: true } : {};
  const chosen = at(view.chosen, event.seat, null);
  if (event.row > view.rows.length) {
    const fifth = { cards: [event.card], seven: false, blocked: false, fifth: true };
    return { ...view, rows: [...view.rows, fifth], chosen, special_now: null };
  }
  const laid = rowAt(view, event.row, (row) => ({ cards: sorted([...row.cards, event.card]), ...mark }));
  return { ...laid, chosen, special_now: null };
}

/** A row taken before the card is placed is empty for a moment; after an insert its last card stays. With five rows the
 * whole row goes, and the card with it. */
function take(view: View, event: Event): View {
  const before = view.chosen[event.seat] !== null;
  const five = view.rows.length === 5;
  const along = before && five;
  const { cards }: Row = view.rows[event.row - 1];
  const lost = before || five ? cards : cards.slice(0, -1);
  const pile = [...view.piles[event.seat], ...lost, ...(along ? [view.chosen[event.seat]] : [])];
  const taken = rowAt(view, event.row, (row) => ({ cards: before ? [] : row.cards.slice(-1), seven: false }));
  const scores = at(view.scores, event.seat, view.scores[event.seat] + event.heads);
  const heads = at(view.heads, event.seat, view.heads[event.seat] + event.heads);
  const piles = at(view.piles, event.seat, sorted(pile));
  const after = { ...taken, scores, heads, piles, chosen: along ? at(view.chosen, event.seat, null) : view.chosen };
  return view.rows[event.row - 1].seven ? discard(after, "seven") : after;
}

/** The cards that nobody picked become the rows. */
function pick(view: View, event: Event): View {
  const pool = view.pool.filter((card: number) => card !== event.card);
  const hands = at(view.hands, event.seat, sorted([...view.hands[event.seat], event.card]));
  if (pool.length > ROWS) return { ...view, pool, hands };
  const rows = pool.map((card: number) => ({ cards: [card], seven: false, blocked: false, fifth: false }));
  return { ...view, pool: [], hands, rows };
}

function reveal(view: View, event: Event): View {
  const hand = view.hands[event.seat];
  const left = Array.isArray(hand) ? hand.filter((card) => card !== event.card) : hand - 1;
  const returned = view.returned.map((cards: number[], seat: number) =>
    seat === event.seat ? cards.filter((card) => card !== event.card) : cards,
  );
  return {
    ...view,
    phase: "place",
    to_act: [],
    revealed: true,
    chosen: at(view.chosen, event.seat, event.card),
    hands: at(view.hands, event.seat, left),
    returned,
  };
}

const endRound = (view: View): View => ({
  ...view,
  totals: view.totals.map((total: number, seat: number) => total + view.heads[seat]),
  heads: view.heads.map(() => 0),
});

function move(view: View, event: Event): View {
  const lifted = view.rows.map((row: Row) => ({ ...row, cards: row.cards.filter((card) => card !== event.card) }));
  return rowAt({ ...view, rows: lifted }, event.row, (row) => ({ cards: sorted([...row.cards, event.card]) }));
}

const EFFECTS: Partial<Record<Told["event"], (view: View, event: Event) => View>> = {
  picked: pick,
  revealed: reveal,
  placed: place,
  took: take,
  played: playSpecial,
  replaced: replace,
  exchanged: exchange,
  renewed: renew,
  dealt: (view, event) => ({ ...view, round: event.round }),
  round_over: endRound,
  moved: move,
  struck: strike,
  blocked: (view, event) => rowAt(view, event.row, () => ({ blocked: true })),
  blocks_gone: liftBlocks,
  row_gone: removeRow,
};

export function applyEvent(view: View, event: Event): View {
  return EFFECTS[event.event as Told["event"]]?.(view, event) ?? view;
}

const PAUSES: Record<string, number> = {
  picked: 350,
  revealed: 1500,
  placed: 750,
  took: 1500,
  played: 1700,
  replaced: 900,
  moved: 800,
  blocked: 700,
  struck: 1100,
  row_gone: 700,
  blocks_gone: 500,
  exchanged: 500,
  dealt: 300,
};

/** Milliseconds. Cards are revealed together, so only the last one is waited for. */
export function pause(event: Event, next: Event | undefined): number {
  if (event.event === "revealed" && next?.event === "revealed") return 0;
  return PAUSES[event.event] ?? 0;
}

const SOUNDS: Record<string, Sound> = {
  placed: "card",
  picked: "card",
  moved: "card",
  took: "take",
  dealt: "shuffle",
  struck: "good",
};

export function sound(event: Event, seat: number | null): Sound | null {
  if (event.event === "took" && event.seat !== seat) return "card";
  return SOUNDS[event.event] ?? null;
}

/** A trick in one line: who takes a row, or that nobody does. */
export function headline(events: Event[], sentence: (event: Event) => string, say: Say): string | null {
  const takes = events.filter((event) => event.event === "took");
  if (takes.length) return takes.map(sentence).join(" ");
  const count = events.filter((event) => event.event === "placed").length;
  return count ? say("page.quiet_trick", { count }) : null;
}

/** The bull heads of a round, by seat. */
export function roundPoints(before: View, after: View): number[] {
  return after.totals.map((total: number, seat: number) => total - before.totals[seat]);
}

export const isLogged = (event: Event) => event.event !== "chose";
