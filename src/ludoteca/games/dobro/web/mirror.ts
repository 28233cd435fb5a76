// What the page foretells of Dobro, and what then happens.

import type { Claim, Mirror } from "$lib/table/mirror";
import type { Event, View } from "$lib/types";
import { applyEvent, pause } from "./events";
import { previewPlay } from "./previews";

const WITH_VALUE: Record<string, (event: Event) => [cards: string[], named?: number]> = {
  played: (event) => [[event.card]],
  played_pair: (event) => [[event.card, event.card]],
  played_with_wild: (event) => [[event.card, "wild"]],
  played_wild: (event) => [["wild"], event.as],
  played_two_wilds: (event) => [["wild", "wild"], event.as],
};

/** What a play makes, and whether it doubles. */
function played(before: View, events: Event[], number: number): Claim[] {
  const event = events[number];
  const play = WITH_VALUE[event.event]?.(event);
  if (!play) return [];
  const shown = previewPlay(before, [], ...play);
  const doubled = events[number + 1]?.event === "doubled" ? events[number + 1] : null;
  return [
    { what: "value", shown: shown.value, happened: doubled?.value ?? event.value },
    { what: "doubles", shown: shown.doubles, happened: doubled !== null },
  ];
}

export const mirror: Mirror = {
  applyEvent,
  pause,
  untold: (events) => (events.some((event) => event.event === "dealt") ? ["hands", "deck", "aside", "direction"] : []),
  claims: played,
};
