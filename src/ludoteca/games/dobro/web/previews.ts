// What a play would do: its cards, and the value in play afterwards. `legal` comes from the server.

import { capitalize } from "$lib/options";
import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import { countOf, isNumber } from "./box";

export interface Play {
  action: Action;
  cards: string[];
  value: number | null; // the value in play afterwards; null: unchanged, or a wild without a number yet
  doubles: boolean;
  legal: boolean;
}

export const WILD_NUMBERS = Array.from({ length: 11 }, (_, more) => more + 2); // what a wild may stand for

const sameAction = (one: Action, other: Action) => one.as === other.as && String(one.play) === String(other.play);

export function previewPlay(view: View, legal: Action[], cards: string[], named?: number): Play {
  const action: Action = named === undefined ? { play: cards } : { play: cards, as: named };
  const sum = cards.length * (named ?? Number(cards[0]));
  const stays = !isNumber(cards[0]) && named === undefined;
  const doubles = sum === view.value;
  const value = stays ? null : doubles ? 2 * sum : sum;
  return { action, cards, value, doubles, legal: legal.some((one) => sameAction(one, action)) };
}

/** All pairs of a hand that need no number: two equal cards, or a card with a wild. */
export function previewPairs(view: View, legal: Action[], hand: string[]): Play[] {
  const numbers = [...new Set(hand.filter(isNumber))];
  const twice = numbers.filter((card) => countOf(hand, card) > 1).map((card) => [card, card]);
  const wild = hand.includes("wild") ? numbers.map((card) => [card, "wild"]) : [];
  return [...twice, ...wild].map((cards) => previewPlay(view, legal, cards));
}

/** Two wilds, before their number is chosen. */
export function previewTwoWilds(view: View, legal: Action[]): Play {
  const allowed = previewWilds(view, legal, 2).some((play) => play.legal);
  return { ...previewPlay(view, legal, ["wild", "wild"]), doubles: false, legal: allowed };
}

/** One or two wilds, as each number. */
export function previewWilds(view: View, legal: Action[], wilds: number): Play[] {
  return WILD_NUMBERS.map((named) => previewPlay(view, legal, Array(wilds).fill("wild"), named));
}

export const cardName = (card: string, say: Say) => (isNumber(card) ? say("page.card", { card }) : capitalize(say("page.special", { card })));

/** What a card is for. */
export function cardSentence(card: string, say: Say): string {
  if (isNumber(card)) return say("explain.card", { card, pair: 2 * Number(card) });
  return say(card === "wild" ? "guide.wild" : "guide.pass");
}

/** The cards of a play by name. */
export function playName({ action, cards }: Play, say: Say): string {
  const card = cards[0];
  if (action.as !== undefined) return say(cards.length > 1 ? "page.wilds_as" : "page.wild_as", { as: action.as });
  if (cards.length < 2) return cardName(card, say);
  if (card === "wild") return say("page.two_wilds");
  return say(cards[1] === "wild" ? "page.with_wild" : "page.pair", { card });
}

/** Below the value in play: so the server says on our turn, and so we expect it before. */
export const isLocked = (play: Play, view: View, legal: Action[]) =>
  play.value !== null && (legal.length ? !play.legal : play.value < view.value);

/** What a play does, in words. */
export function effectOf(play: Play, view: View, legal: Action[], say: Say): string {
  if (play.value === null) return say(play.cards[0] === "reverse" ? "page.turns" : "page.stays");
  if (isLocked(play, view, legal)) return say("page.too_low", { value: view.value });
  return say(play.doubles ? "page.doubles" : "page.makes", { value: play.value });
}

/** The points of a seat if the round ended now, without the forgetful card. */
export function pointsNow(view: View, seat: number): number {
  const own = view.piles[seat].length;
  return 1 + view.piles.filter((pile: string[]) => pile.length > own).length;
}

export const roundsOf = (view: View): number => (view.options.long ? view.seats : 3);
