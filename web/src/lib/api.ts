// The server's HTTP API, as docs/api.md describes it.

import { root } from "./route.svelte";
import { settings } from "./settings.svelte";
import type { DailyDeal, DailyResults, FinishedGame, GameFile, GameInfo, Invitation, Person, Refusal, ReplayPart, Review, TableSummary } from "./types";

export class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** The refusal behind whatever was thrown. */
export const refusalOf = (failure: unknown): Refusal =>
  failure instanceof RefusedError ? failure.refusal : { code: "unknown", rule: null, arguments: {} };

const OFFLINE: Refusal = { code: "offline", rule: null, arguments: {} };

/** GET without a body, POST with one, unless another method is named. */
export async function request<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(root + path, { method, body: text, headers: { "Content-Type": "application/json" } }).catch(() => {
    throw new RefusedError(OFFLINE);
  });
  const answer = await response.json().catch(() => OFFLINE);
  if (!response.ok) throw new RefusedError(answer);
  return answer;
}

const tablePath = (table: string) => `api/tables/${encodeURIComponent(table)}`;

// People

export const fetchMe = () => request<{ person: Person | null }>("api/me").then(({ person }) => person);
export const fetchBlocked = () => request<{ blocked?: string[] }>("api/me").then(({ blocked = [] }) => blocked);
export const setName = (name: string) => request<{ person: Person }>("api/me", { name }).then(({ person }) => person);

export const forgetMe = () => request("api/me", undefined, "DELETE");

// Games and tables

export const fetchRoom = () => request<{ notice: string | null; draining: boolean }>("api/room");

export const listGames = () => request<{ games: GameInfo[] }>("api/games").then(({ games }) => games);
export const listTables = () => request<{ tables: TableSummary[] }>("api/tables").then(({ tables }) => tables);
export const listMyTables = () => request<{ tables: TableSummary[]; invitations?: Invitation[] }>("api/mine");

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: ("me" | "open" | { bot: string })[];
  open?: boolean;
  chat?: boolean;
  clock?: number | null;
  hints?: boolean;
  rated?: boolean;
  practice?: boolean;
  start?: "host" | "ready";
}

export const createTable = (table: NewTable) =>
  request<{ table: string; seat: number; link: string }>("api/tables", { forced: settings.forcedMoves, take_back: true, ...table });

// The deal of the day

export const listDaily = () => request<{ zone: string; shared: boolean; deals: DailyDeal[] }>("api/daily");
export const beginDaily = (game: string, scored: boolean) => request<{ table: string }>(`api/daily/${game}`, { scored });
export const fetchDailyResults = (game: string) => request<DailyResults>(`api/daily/${game}/results`);

// Finished games

export const listFinished = (before?: number) =>
  request<{ games: FinishedGame[] }>(`api/mine/finished${before ? `?before=${before}` : ""}`).then(({ games }) => games);

export const starGame = (table: string, starred: boolean) => request("api/mine/starred", { table, starred }, "PUT");

export function fetchReplay(table: string, seat: number | null, from: number, most: number): Promise<ReplayPart> {
  const viewer = seat === null ? "" : `seat=${seat}&`;
  return request(`${tablePath(table)}/replay?${viewer}from=${from}&most=${most}`);
}

/** The review of a game, or how far it is. `start` has it made if it is not there. */
export const fetchReview = (table: string, start = true) =>
  request<{ progress: number; review: Review | null }>(`${tablePath(table)}/review${start ? "" : "?start=0"}`);
export const fetchGameFile = (table: string) => request<GameFile>(`${tablePath(table)}/export`);
export const verifyOnServer = (table: string) => request<{ held: string[] | null }>(`${tablePath(table)}/fairness`);
export const importGame = (file: string) => request<{ table: string }>("api/import", file);
export const continueFrom = (table: string, where: { step: number; seat: number; bot: string; hidden: string }) =>
  request<{ table: string }>(`${tablePath(table)}/continue`, where);
