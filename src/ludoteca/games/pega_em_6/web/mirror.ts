// What the page foretells of Pega em 6!, and what then happens.

import type { Claim, Mirror } from "$lib/table/mirror";
import type { Event, View } from "$lib/types";
import { applyEvent, pause } from "./events";
import { destinationOf } from "./previews";

const taken = (events: Event[], number: number) =>
  events[number].event === "took" ? events[number].heads : 0;

/** Where a card goes, and what it costs: as the rows are right before it is placed, and no special card is played. */
function placed(before: View, events: Event[], number: number): Claim[] {
  const event = events[number];
  const card = before.chosen[event.seat];
  const first = event.event === "took" || (event.event === "placed" && events[number - 1]?.event !== "took");
  if (!first || typeof card !== "number" || before.special_now) return [];
  const shown = destinationOf(before, card)!;
  if (shown.row === null) return [{ what: "low card takes", shown: shown.takes, happened: event.event === "took" }];
  return [
    { what: "row", shown: shown.row, happened: event.row },
    { what: "cost", shown: shown.cost, happened: taken(events, number) },
  ];
}

const NEXT_TRICK = ["trick", "revealed", "special_used"];
const NEXT_ROUND = ["hands", "rows", "out", "pool", "piles", "aside", "returned", "specials", "special_deck", "special_discard", "first"];

export const mirror: Mirror = {
  applyEvent,
  pause,
  untold: (events) => [...NEXT_TRICK, ...(events.some((event) => event.event === "dealt") ? NEXT_ROUND : [])],
  claims: placed,
};
