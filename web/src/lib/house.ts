// What goes over HTTP: people, games, tables.

import { root } from "./route.svelte";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";
import type { Finished, GameFile, GameInfo, Person, Refusal, Replayed, Review, Summary } from "./kinds";
import { noteOf } from "./notes";

export class Refused extends Error {
  constructor(readonly why: Refusal) {
    super(why.code);
  }
}

/** Why something did not work, whatever was thrown. */
export const whyOf = (failure: unknown): Refusal =>
  failure instanceof Refused ? failure.why : { code: "unknown", rule: null, arguments: {} };

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const sent = body === undefined ? {} : { method: "POST", body: text };
  let answer: Response;
  try {
    answer = await fetch(root + path, { ...sent, headers: { "Content-Type": "application/json" } });
  } catch {
    throw new Refused({ code: "offline", rule: null, arguments: {} });
  }
  const told = await answer.json().catch(() => ({ code: "offline", rule: null, arguments: {} }));
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** 32 random bytes of this device, in hex: our share of the shuffle. */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const listGames = () => ask<{ games: GameInfo[] }>("api/games").then((told) => told.games);
export const listTables = () => ask<{ tables: Summary[] }>("api/tables").then((told) => told.tables);
export const whoAmI = () => ask<{ person: Person | null }>("api/me").then((told) => told.person);
export const callMe = (name: string) =>
  ask<{ person: Person }>("api/me", { name }).then((told) => told.person);
/** A name for who gave none. */
export const guestName = () => say("room.guest", { number: Math.floor(Math.random() * 900) + 100 });
export const listMine = () => ask<{ tables: Summary[] }>("api/mine").then((told) => told.tables);

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: ("me" | "open" | { bot: string })[];
  open?: boolean;
  chat?: boolean;
  clock?: number | null;
  hints?: boolean;
  start?: "host" | "ready";
}

export const makeTable = (table: NewTable) =>
  ask<{ table: string; seat: number; link: string }>("api/tables", { forced: settings.forced, take_back: true, ...table });

/** The bot that this person likes to play with, or the usual one. */
export const likedBot = (game: GameInfo): string => (game.bots.includes(settings.level) ? settings.level : game.usual_bot);

// Finished games

export const listFinished = (before?: number) =>
  ask<{ games: Finished[] }>(`api/mine/finished${before ? `?before=${before}` : ""}`).then((told) => told.games);

export function readReplay(table: string, seat: number | null, from: number, most: number): Promise<Replayed> {
  const eyes = seat === null ? "" : `seat=${seat}&`;
  return ask(`api/tables/${encodeURIComponent(table)}/replay?${eyes}from=${from}&most=${most}`);
}

export const exportOf = (table: string) => ask<GameFile>(`api/tables/${encodeURIComponent(table)}/export`);
export const fairnessOf = (table: string) => ask<{ held: string[] | null }>(`api/tables/${encodeURIComponent(table)}/fairness`);
export const reviewOf = (table: string) => ask<{ progress: number; review: Review | null }>(`api/tables/${encodeURIComponent(table)}/review`);
export const bringIn = (file: string) => ask<{ table: string }>("api/import", file);
export const continueFrom = (table: string, where: { step: number; seat: number; bot: string; hidden: string }) =>
  ask<{ table: string }>(`api/tables/${encodeURIComponent(table)}/continue`, where);

/** The seat that this device had there, to look through its eyes first. */
export const lastSeatAt = (table: string): number | null => noteOf(table).seat ?? null;

const AT_ONCE = "ludoteca.at_once";

/** At that table we want to begin as soon as we come: nobody has to be asked. */
export const wantAtOnce = (table: string) => sessionStorage.setItem(AT_ONCE, table);
export const wantedAtOnce = (table: string) => sessionStorage.getItem(AT_ONCE) === table;
