// What this device noted at its tables, to check later that nothing was changed.

export interface Note {
  commitment?: string; // as the server showed it before the game
  entropy?: string; // our share of the shuffle
  seat?: number;
}

const KEY = "ludoteca.notes";
const MOST = 100;

function all(): [string, Note][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export const noteOf = (table: string): Note => all().find(([id]) => id === table)?.[1] ?? {};

/** Add to what is noted; what was noted first stands. */
export function note(table: string, more: Note): void {
  const kept = { ...more, ...noteOf(table) };
  const others = all().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, kept], ...others].slice(0, MOST)));
  } catch {
    // a browser that keeps nothing has nothing to compare with
  }
}
