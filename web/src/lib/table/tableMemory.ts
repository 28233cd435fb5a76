// What this device remembers of each table, to check after the game that nothing was changed.

export interface TableFacts {
  commitment?: string; // as the server showed it before the game
  entropy?: string; // what this device added to the shuffle
  seat?: number;
}

const KEY = "ludoteca.tables";
const OLD_KEY = "ludoteca.notes"; // its name up to 0.1
const MOST = 100;

function all(): [string, TableFacts][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(OLD_KEY) ?? "[]");
  } catch {
    return [];
  }
}

export const recall = (table: string): TableFacts => all().find(([id]) => id === table)?.[1] ?? {};

/** Add facts; what is already known is never overwritten. */
export function remember(table: string, facts: TableFacts): void {
  const known = { ...facts, ...recall(table) };
  const others = all().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, known], ...others].slice(0, MOST)));
    localStorage.removeItem(OLD_KEY);
  } catch {
    // without storage there is nothing to compare with later
  }
}

/** The seat that this device had at a table: its replay and review open there. */
export const rememberedSeat = (table: string): number | null => recall(table).seat ?? null;

/** 32 random bytes of this device, in hex: its part of the shuffle. */
export function randomEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
