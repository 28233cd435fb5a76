// What the page foretells of Double Double Dominoes, and what then happens.

import type { Claim, Mirror } from "$lib/table/mirror";
import type { Event, View } from "$lib/types";
import { applyEvent, pause } from "./events";
import { previewGain } from "./previews";

/** What a tile gives, to whom. */
function laid(before: View, events: Event[], number: number): Claim[] {
  const { event, seat, tile, at } = events[number];
  if (event !== "laid") return [];
  const shown = previewGain(before, seat, { tile, at });
  const later = events.slice(number + 1);
  const end = later.findIndex((one) => one.event === "laid");
  const points = end < 0 ? later : later.slice(0, end);
  const sum = (kind: string, of: (other: number) => boolean) =>
    points.filter((one) => one.event === kind && of(one.seat)).reduce((all, one) => all + one.points, 0);
  return [
    { what: "diamond", shown: shown.diamond, happened: sum("diamond", (other) => other === seat) },
    { what: "bonus", shown: shown.bonus, happened: sum("bonus", (other) => other === seat) },
    {
      what: "others",
      shown: shown.others.reduce((all, other) => all + other.points, 0),
      happened: sum("bonus", (other) => other !== seat),
    },
  ];
}

export const mirror: Mirror = { applyEvent, pause, untold: () => ["known", "shown", "last_double"], claims: laid };
