// The chain of what one mark brought: bonuses, the marks they gave, and their bonuses again.

import type { Event } from "$lib/kinds";

export interface Link {
  bonus: string | null; // a bonus, or else a mark
  area: string;
  number: number;
}

export const chain = $state({ seat: -1, links: [] as Link[], fresh: {} as Record<number, string> });

const BEGINS = ["rolled", "rerolled", "picked", "took", "extra_die", "round_began", "turn_began", "passive_began"];
const AREA_OF: Record<string, string> = {
  silver_marked: "silver",
  yellow_circled: "yellow",
  yellow_crossed: "yellow",
  blue_written: "blue",
  green_written: "green",
  pink_written: "pink",
};

function bonusOf(event: Event): string | null {
  if (event.event === "fox_won") return "fox";
  if (event.event === "unlocked") return event.action;
  return event.event === "question_won" ? `?${event.colour}` : null;
}

/** The cell an event marked. */
export function cellMarked(event: Event): string | null {
  const area = AREA_OF[event.event];
  if (!area) return null;
  if (area === "silver") return `silver.${event.row}.${event.number}`;
  return area === "yellow" ? `yellow.${event.cell.join(".")}` : `${area}.${event.field - 1}`;
}

export function follow(event: Event): void {
  const cell = cellMarked(event);
  const bonus = bonusOf(event);
  if (cell) chain.fresh[event.seat] = cell;
  if (BEGINS.includes(event.event)) chain.links = [];
  if (!cell && !bonus) return;
  const before = chain.seat === event.seat ? chain.links : [];
  chain.seat = event.seat;
  chain.links = [...before, { bonus, area: AREA_OF[event.event] ?? "", number: event.number ?? 0 }];
}

export function forget(): void {
  Object.assign(chain, { seat: -1, links: [], fresh: {} });
}

/** The chain of one step alone, wherever a replay has jumped to. */
export function retell(events: Event[]): void {
  forget();
  events.forEach(follow);
}
