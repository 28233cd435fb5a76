// What a page foretells of the rules: a test compares it with what the rules then do. Each game has one in its web/mirror.ts.

import type { Event, View } from "$lib/types";

/** Something that the page showed before it happened, and what happened. */
export interface Claim {
  what: string;
  shown: unknown;
  happened: unknown;
}

export interface Mirror {
  applyEvent: (view: View, event: Event) => View;
  pause: (event: Event, next: Event | undefined) => number;
  untold: (events: Event[], seat: number | null) => string[]; // keys of the next view that these events do not tell
  claims: (before: View, events: Event[], number: number) => Claim[]; // about this event, from the view right before it
}
