// The chain that one mark set off: its bonuses, the marks they gave, and their bonuses again.

import type { Event } from "$lib/types";

export interface Link {
  bonus: string | null; // null: a mark
  area: string;
  number: number;
}

export const bonusChain = $state({ seat: -1, links: [] as Link[], freshCells: {} as Record<number, string> }); // the last cell marked, by seat

const CHAIN_STARTS = ["rolled", "rerolled", "picked", "took", "extra_die", "round_began", "turn_began", "passive_began"];
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

export function addToChain(event: Event): void {
  const cell = cellMarked(event);
  const bonus = bonusOf(event);
  if (cell) bonusChain.freshCells[event.seat] = cell;
  if (CHAIN_STARTS.includes(event.event)) bonusChain.links = [];
  if (!cell && !bonus) return;
  const before = bonusChain.seat === event.seat ? bonusChain.links : [];
  bonusChain.seat = event.seat;
  bonusChain.links = [...before, { bonus, area: AREA_OF[event.event] ?? "", number: event.number ?? 0 }];
}

export function clearChain(): void {
  Object.assign(bonusChain, { seat: -1, links: [], freshCells: {} });
}

// A reload keeps the chain, as long as it is the same position of the same table.

const KEPT = "ludoteca.chain";

export function rememberChain(situation: string): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ table: location.pathname, situation, chain: bonusChain }));
}

export function recallChain(situation: string): void {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  if (kept.table === location.pathname && kept.situation === situation) Object.assign(bonusChain, kept.chain);
}

/** The chain of one step of a replay. */
export function replaceChain(events: Event[]): void {
  clearChain();
  events.forEach(addToChain);
}
