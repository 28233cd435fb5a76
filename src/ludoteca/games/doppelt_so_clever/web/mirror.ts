// What the page foretells of Doppelt so clever, and what then happens.

import type { Claim, Mirror } from "$lib/table/mirror";
import type { Event, View } from "$lib/types";
import { TRACKS } from "./box";
import { applyEvent, pause } from "./events";
import { cellOf, type Mark } from "./marks";
import { cellMarked } from "./chain.svelte";

const MARKED: Record<string, (event: Event) => Mark> = {
  silver_marked: ({ row, number }) => ({ area: "silver", row, number }),
  yellow_circled: ({ cell }) => ({ area: "yellow", cell, as: "circle" }),
  yellow_crossed: ({ cell }) => ({ area: "yellow", cell, as: "cross" }),
};

/** The cell that a mark goes to. */
function marked(before: View, events: Event[], number: number): Claim[] {
  const event = events[number];
  const track = TRACKS.find((one) => event.event === `${one}_written`);
  const mark = track ? { area: track } : MARKED[event.event]?.(event);
  return mark ? [{ what: "cell", shown: cellOf(mark, before.sheets[event.seat]), happened: cellMarked(event) }] : [];
}

export const mirror: Mirror = { applyEvent, pause, untold: () => ["turn", "sheets.sweeps"], claims: marked };
