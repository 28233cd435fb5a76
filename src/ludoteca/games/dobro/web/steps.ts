// What each event changes, so that it can be shown one after the other. The view that follows decides.

import type { Action, Event, View } from "$lib/kinds";
import type { Sound } from "$lib/sound";
import type { Say } from "$lib/words.svelte";
import { sorted, without } from "./cards";

const at = <T>(list: T[], index: number, value: T) => list.map((old, other) => (other === index ? value : old));

/** Cards come to the table; `laid` is how many, while it is being looked at. */
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

/** The old cards go; the new hands come with the next view. */
function deal(view: View, event: Event): View {
  const hands = view.hands.map((hand: string[] | number) => (Array.isArray(hand) ? [] : 0));
  const piles = view.piles.map(() => []);
  return { ...view, round: event.round, table: [], value: 0, hands, piles, forgetful: null, to_act: [] };
}

const STEPS: Record<string, (view: View, event: Event) => View> = {
  dealt: deal,
  leads: (view, event) => ({ ...view, phase: "lead", to_act: [event.seat] }),
  played: (view, event) => lay(view, event, [event.card]),
  played_pair: (view, event) => lay(view, event, [event.card, event.card]),
  played_skip: (view, event) => lay(view, event, ["skip"]),
  played_reverse: (view, event) => ({ ...lay(view, event, ["reverse"]), direction: -view.direction }),
  played_wild: (view, event) => lay(view, event, ["wild"]),
  played_with_wild: (view, event) => lay(view, event, [event.card, "wild"]),
  played_two_wilds: (view, event) => lay(view, event, ["wild", "wild"]),
  took: take,
  drew: draw,
  forgot: (view, event) => ({ ...view, forgetful: event.seat }),
};

export function step(view: View, event: Event): View {
  return STEPS[event.event]?.(view, event) ?? view;
}

const isPlay = (event: Event) => event.event.startsWith("played");

const PAUSES: Record<string, number> = { doubled: 1000, took: 1200, forgot: 1100, leads: 800, dealt: 500, round_over: 1200 };

/** How long to look at an event; others draw in passing. */
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

/** What the round just over brought each seat. */
export function points(_before: View, after: View): number[] {
  return after.points.at(-1) ?? after.scores.map(() => 0);
}

/** What others draw is no news. */
export const spoken = (event: Event) => event.event !== "drew" || "drawn" in event;

/** What to do now: who can only take is told so. */
export function ask(view: View, _seat: number, legal: Action[], say: Say): string {
  const only = legal.length === 1 && legal[0].take;
  return say(only ? "page.must_take" : `phase.${view.phase}`);
}

export const most = true;
