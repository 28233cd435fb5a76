// Events, shown one by one: what each changes, how long it is shown, its sound. The server's next view replaces the result.

import type { Sound } from "$lib/device/sound";
import type { Event, View } from "$lib/types";
import { sorted, without } from "./box";
import type { Event as Told } from "./viewTypes";

const at = <T>(list: T[], index: number, value: T) => list.map((old, other) => (other === index ? value : old));

/** Cards come to the table; `laid` is how many, while the event is shown. */
function lay(view: View, event: Event, cards: string[]): View {
  const hand = view.hands[event.seat];
  const left = Array.isArray(hand) ? without(hand, cards) : hand - cards.length;
  const table = [...view.table, ...cards];
  const value = event.value ?? view.value;
  return { ...view, table, value, hands: at(view.hands, event.seat, left), to_act: [event.seat], laid: cards.length };
}

function draw(view: View, event: Event): View {
  const hand = view.hands[event.seat];
  const fuller = Array.isArray(hand) ? sorted([...hand, event.drawn]) : hand + 1;
  return { ...view, deck: event.left, hands: at(view.hands, event.seat, fuller) };
}

function take(view: View, event: Event): View {
  const pile = sorted([...view.piles[event.seat], ...view.table]);
  return { ...view, table: [], value: 0, phase: "lead", piles: at(view.piles, event.seat, pile) };
}

/** Old cards are cleared; the new hands come with the next view. */
function deal(view: View, event: Event): View {
  const hands = view.hands.map((hand: string[] | number) => (Array.isArray(hand) ? [] : 0));
  const piles = view.piles.map(() => []);
  return { ...view, round: event.round, table: [], value: 0, hands, piles, forgetful: null, to_act: [] };
}

function score(view: View, event: Event): View {
  const begun = view.points.length < view.round ? [...view.points, view.scores.map(() => 0)] : view.points;
  const points = at(begun, view.round - 1, at(begun[view.round - 1], event.seat, event.points));
  return { ...view, points, scores: at(view.scores, event.seat, view.scores[event.seat] + event.points) };
}

const EFFECTS: Partial<Record<Told["event"], (view: View, event: Event) => View>> = {
  dealt: deal,
  leads: (view, event) => ({ ...view, phase: "lead", to_act: [event.seat], last_leader: event.seat }),
  played: (view, event) => lay(view, event, [event.card]),
  played_pair: (view, event) => lay(view, event, [event.card, event.card]),
  played_skip: (view, event) => lay(view, event, ["skip"]),
  played_reverse: (view, event) => ({ ...lay(view, event, ["reverse"]), direction: -view.direction }),
  played_wild: (view, event) => lay(view, event, ["wild"]),
  played_with_wild: (view, event) => lay(view, event, [event.card, "wild"]),
  played_two_wilds: (view, event) => lay(view, event, ["wild", "wild"]),
  took: take,
  scored: score,
  drew: draw,
  game_over: (view) => ({ ...view, forgetful: null }),
  forgot: (view, event) => ({ ...view, forgetful: event.seat }),
};

export function applyEvent(view: View, event: Event): View {
  return EFFECTS[event.event as Told["event"]]?.(view, event) ?? view;
}

const isPlay = (event: Event) => event.event.startsWith("played");

const PAUSES: Record<string, number> = { doubled: 1000, took: 1200, forgot: 1100, leads: 800, dealt: 500, round_over: 1200 };

/** Milliseconds; cards that others draw are not waited for. */
export function pause(event: Event, next: Event | undefined): number {
  if (isPlay(event)) return next?.event === "doubled" ? 350 : 950;
  if (event.event === "drew") return "drawn" in event ? 260 : 0;
  return PAUSES[event.event] ?? 0;
}

const SOUNDS: Record<string, Sound> = { doubled: "good", drew: "card", dealt: "shuffle" };

export function sound(event: Event, seat: number | null): Sound | null {
  if (event.event === "took") return event.seat === seat ? "take" : "shuffle";
  return isPlay(event) ? "card" : (SOUNDS[event.event] ?? null);
}

/** The points of the round just over, by seat. */
export function roundPoints(_before: View, after: View): number[] {
  return after.points.at(-1) ?? after.scores.map(() => 0);
}

/** A card that somebody else draws is not worth a line. */
export const isLogged = (event: Event) => event.event !== "drew" || "drawn" in event;

export const mostPointsWin = true;
