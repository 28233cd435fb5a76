// Club evenings and ratings: what the server answers about them, as docs/api.md describes it.

import { request } from "$lib/api";

export interface EveningRow {
  place: number | null; // none until half of the rounds were played
  name: string;
  points: number; // 50 on average
  rounds: number;
  you: boolean;
}

export interface Evening {
  code: string;
  name: string;
  game: string;
  options: Record<string, unknown>;
  seats: number;
  rounds: number;
  league: string | null;
  made_at: number;
  round: number; // 0 before the first
  stage: "gathering" | "playing" | "between" | "over";
  organiser: boolean; // are we?
  joined: boolean;
  table: string | null; // our own while a round is played
  people: { name: string; gone: boolean; you: boolean }[];
  tables: { number: number; seats: (string | null)[]; over: boolean }[];
  standings: EveningRow[];
  link: string;
}

export interface NewEvening {
  name: string;
  game: string;
  options: Record<string, unknown>;
  seats: number;
  rounds: number;
  clock: number | null;
  league: string | null;
  rated: boolean;
}

export interface Rating {
  name: string | null;
  bot: string | null;
  rating: number;
  uncertainty: number;
  games: number | null;
  you: boolean;
}

export interface Leaderboard {
  game: string;
  fewest: number; // games until somebody is listed
  variants: { options: Record<string, unknown>; ratings: Rating[] }[];
}

export interface TableRatings {
  rated: boolean;
  seats: { seat: number; before: number; after: number; uncertainty: number }[];
}

export type Command = "join" | "leave" | "begin_round" | "close_round" | "end";

const path = (code: string) => `api/evenings/${encodeURIComponent(code)}`;

export const openEvening = (evening: NewEvening) => request<Evening>("api/evenings", evening);
export const fetchEvening = (code: string) => request<Evening>(path(code));
export const changeEvening = (code: string, command: Command) => request<Evening>(path(code), { do: command });
export const fetchLeague = (code: string) => request<{ league: string; evenings: string[]; standings: EveningRow[] }>(`${path(code)}/league`);
export const listMyEvenings = () => request<{ evenings: Evening[] }>("api/mine/evenings").then(({ evenings }) => evenings);

export const fetchLeaderboard = (game: string) => request<Leaderboard>(`api/ratings/${encodeURIComponent(game)}`);
export const fetchTableRatings = (table: string) => request<TableRatings>(`api/tables/${encodeURIComponent(table)}/ratings`);
