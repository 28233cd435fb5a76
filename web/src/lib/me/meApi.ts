// What the server tells about one's own profile, games and friends, as docs/api.md describes it.

import { request } from "$lib/api";
import type { FinishedGame, Person } from "$lib/types";

export const KINDS = ["people", "bots", "daily", "practice", "imported"] as const;
export type Kind = (typeof KINDS)[number];

export interface Passkey {
  id: string;
  name: string;
  made_at: number;
  used_at: number | null;
}

/** The person at a provider of OpenID Connect. */
export interface Identity {
  id: string;
  provider: string;
  made_at: number;
  used_at: number | null;
}

export interface Keys {
  code_made_at: number | null;
  devices: number;
  passkeys: Passkey[];
  identities: Identity[];
}

export interface PlayedGame extends FinishedGame {
  kind: Kind;
  place: number | null;
  moves: number | null;
  seconds: number | null;
}

export interface History {
  games: PlayedGame[];
  more: boolean;
  counts: Record<string, Partial<Record<Kind, number>>>;
}

export interface Variant {
  options: Record<string, unknown>;
  seats: number;
  games: number;
  won: number;
  best: number;
  best_table: string;
  average: number;
  median: number;
  bars: { start: number; count: number }[];
  places: number[];
  moments: { at: number; score: number; table: string }[];
}

export interface Opponent {
  person: string | null;
  bot: string | null;
  name: string | null;
  games: number;
  ahead: number;
  behind: number;
}

export interface ReviewedGame {
  table: string;
  over_at: number;
  measure: "victory" | "score";
  luck: number;
  own: number;
  decisions: number;
  loss: number | null;
  grades: Record<string, number>;
}

export interface GameFigures {
  game: string;
  kind: Kind;
  games: number;
  won: number;
  variants: Variant[];
  opponents: Opponent[];
  reviewed: ReviewedGame[];
}

export interface Friend {
  person: Person;
  games: number;
  last_at: number;
  game: string;
  blocked: boolean;
}

export interface Friends {
  friends: Friend[];
  blocked: Person[];
}

export interface PersonalRecord {
  score: number;
  best: number | null;
  games: number;
  is_best: boolean;
}

type Me = { person: Person };

export const setPicture = (picture: number | null) => request<Me>("api/me/picture", { picture }, "PUT").then(({ person }) => person);

// Keys

export const fetchKeys = () => request<Keys>("api/me/keys");
export const makeCode = () => request<{ code: string; link: string; qr: string }>("api/me/code", {});
export const removePasskey = (id: string) => request(`api/me/passkeys/${id}`, undefined, "DELETE");
export const passkeyOptions = () => request<{ options: PublicKeyCredentialCreationOptionsJSON }>("api/me/passkeys/options", {});
export const addPasskey = (name: string, credential: unknown) => request<Keys>("api/me/passkeys", { name, credential });
export const signInOptions = () => request<{ options: PublicKeyCredentialRequestOptionsJSON }>("api/sign-in/passkey/options", {});
export const signInWithPasskey = (credential: unknown, merge: boolean) =>
  request<Me>("api/sign-in/passkey", { credential, merge }).then(({ person }) => person);
export const signInWithCode = (code: string, merge: boolean) => request<Me>("api/sign-in/code", { code, merge }).then(({ person }) => person);

/** What the room's provider of OpenID Connect is called, if it has one. */
export const fetchProvider = () => request<{ openid: string | null }>("api/room").then(({ openid }) => openid);
export const leaveForProvider = () => request<{ location: string }>("api/sign-in/openid/leave", {}).then(({ location }) => location);
export const signInWithProvider = (answers: { merge?: boolean; link?: boolean; name?: string }) =>
  request<Me>("api/sign-in/openid", answers).then(({ person }) => person);
export const removeIdentity = (id: string) => request(`api/me/identities/${id}`, undefined, "DELETE");

// Games

export function fetchHistory(filter: { game: string; kind: string; before?: number }): Promise<History> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value));
  return request(`api/me/history?${query}`);
}

export const fetchStatistics = () => request<{ games: GameFigures[] }>("api/me/statistics").then(({ games }) => games);
export const fetchRecord = (table: string) => request<{ record: PersonalRecord | null }>(`api/tables/${table}/record`).then(({ record }) => record);

// Friends

export const fetchFriends = () => request<Friends>("api/me/friends");
export const setBlocked = (person: string, blocked: boolean) => request<Friends>("api/me/blocked", { person, blocked }, "PUT");
export const invite = (person: string) => request<{ table: string }>("api/me/invitations", { person });
