// Plays as people see them: their cards, and what each would make of the value in play.

import type { Action, View } from "$lib/kinds";
import { capital } from "$lib/options";
import type { Say } from "$lib/words.svelte";
import { countOf, isNumber } from "./cards";

export interface Play {
  action: Action;
  cards: string[];
  makes: number | null; // the value in play afterwards; null: it stays as it is
  doubles: boolean;
  legal: boolean;
}

export const NAMED = Array.from({ length: 11 }, (_, more) => more + 2); // what a wild may stand for

const same = (one: Action, other: Action) => one.as === other.as && String(one.play) === String(other.play);

export function playOf(view: View, legal: Action[], cards: string[], named?: number): Play {
  const action: Action = named === undefined ? { play: cards } : { play: cards, as: named };
  const worth = cards.length * (named ?? Number(cards[0]));
  const stays = !isNumber(cards[0]) && named === undefined;
  const doubles = worth === view.value;
  const makes = stays ? null : doubles ? 2 * worth : worth;
  return { action, cards, makes, doubles, legal: legal.some((one) => same(one, action)) };
}

/** All pairs in a hand that need no number named: two equal cards, or a card with a wild. */
export function pairsOf(view: View, legal: Action[], hand: string[]): Play[] {
  const numbers = [...new Set(hand.filter(isNumber))];
  const twice = numbers.filter((card) => countOf(hand, card) > 1).map((card) => [card, card]);
  const wild = hand.includes("wild") ? numbers.map((card) => [card, "wild"]) : [];
  return [...twice, ...wild].map((cards) => playOf(view, legal, cards));
}

/** Two wilds, whose number is still to be named. */
export function twoWilds(view: View, legal: Action[]): Play {
  const allowed = namings(view, legal, 2).some((play) => play.legal);
  return { ...playOf(view, legal, ["wild", "wild"]), doubles: false, legal: allowed };
}

/** What one or two wilds may be named. */
export function namings(view: View, legal: Action[], wilds: number): Play[] {
  return NAMED.map((named) => playOf(view, legal, Array(wilds).fill("wild"), named));
}

export const cardName = (card: string, say: Say) => (isNumber(card) ? say("page.card", { card }) : capital(say("page.special", { card })));

/** The cards of a play by name. */
export function playName({ action, cards }: Play, say: Say): string {
  const card = cards[0];
  if (action.as !== undefined) return say(cards.length > 1 ? "page.wilds_as" : "page.wild_as", { as: action.as });
  if (cards.length < 2) return cardName(card, say);
  if (card === "wild") return say("page.two_wilds");
  return say(cards[1] === "wild" ? "page.with_wild" : "page.pair", { card });
}

/** What a play does, in words. */
export function effect(play: Play, view: View, say: Say): string {
  if (play.makes === null) return say(play.cards[0] === "reverse" ? "page.turns" : "page.stays");
  if (play.makes < view.value) return say("page.too_low", { value: view.value });
  return say(play.doubles ? "page.doubles" : "page.makes", { value: play.makes });
}

/** Points a seat would get if the round ended now, the forgetful card aside. */
export function placeNow(view: View, seat: number): number {
  const own = view.piles[seat].length;
  return 1 + view.piles.filter((pile: string[]) => pile.length > own).length;
}

export const roundsOf = (view: View): number => (view.options.long ? view.seats : 3);
