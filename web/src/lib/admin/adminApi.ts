// What the admin can do over HTTP, as docs/api.md describes it.

import { request } from "$lib/api";
import type { Seat, Stage } from "$lib/types";

export interface AdminState {
  claimed: boolean;
  admin: boolean;
}

export interface Retention {
  finished_days: number | null;
  guest_days: number | null;
  empty_days: number | null;
  most_megabytes: number | null;
}

export interface Tidied {
  guests: number;
  games: number;
  tables: number;
  by_size: number;
}

export interface Backup {
  name: string;
  made_at: number;
  bytes: number;
}

export interface Overview {
  versions: { running: string; installed: string; before: string | null; restart: boolean };
  counts: { people: number; tables: number; running: number; entries: number };
  load: { up_seconds: number; cpu_seconds: number; memory_bytes: number; sockets: number; tables_awake: number; machine_load: number | null };
  disk: { database: string; kept_bytes: number; free_bytes: number | null; total_bytes: number | null };
  notice: string | null;
  draining: boolean;
  limits: Record<string, number | [number, number]>;
  changed_limits: string[];
  retention: Retention;
  backup_plan: { every_hours: number | null; keep: number };
  backup_folder: string;
  backups: Backup[];
  processes: number;
}

export interface AdminTable {
  table: string;
  game: string | null;
  stage: Stage | null;
  open: boolean | null;
  locked: boolean;
  seats: Seat[];
  made_at: number;
  over_at: number | null;
  entries: number;
  bytes: number;
  awake: boolean;
  spectators: number;
  link: string;
}

export interface Ban {
  id: string;
  what: "mute" | "ban";
  kind: "guest" | "address";
  value: string;
  until: number | null;
}

export interface AdminPerson {
  id: string;
  name: string;
  made_at: number;
  seen_at: number;
  tables: number;
  addresses: string[];
  bans: Ban[];
}

export interface Token {
  id: string;
  name: string;
  made_at: number;
}

const at = (path: string) => `api/admin${path}`;
const part = encodeURIComponent;

// The keys

export const fetchState = () => request<AdminState>(at(""));
export const claim = (code: string, password: string) => request(at("/claim"), { code, password });
export const logIn = (password: string) => request(at("/login"), { password });
export const logOut = () => request(at("/logout"), {});
export const listTokens = () => request<{ tokens: Token[] }>(at("/tokens")).then(({ tokens }) => tokens);
export const makeToken = (name: string) => request<Token & { token: string }>(at("/tokens"), { name });
export const removeToken = (id: string) => request(at(`/tokens/${part(id)}`), undefined, "DELETE");

// The room

export const fetchOverview = () => request<Overview>(at("/overview"));
export const setNotice = (text: string | null) => request(at("/notice"), { text }, "PUT");
export const setDraining = (draining: boolean) => request(at("/draining"), { draining }, "PUT");
export const setLimits = (limits: Record<string, unknown>) => request(at("/limits"), { limits }, "PUT");
export const setRetention = (retention: Retention) => request(at("/retention"), retention, "PUT");
export const previewTidying = () => request<Tidied>(at("/tidying"));
export const tidyNow = () => request<Tidied>(at("/tidying"), {});
export const makeBackup = () => request<Backup>(at("/backups"), {});
export const planBackups = (plan: { every_hours: number | null; keep: number }) => request(at("/backups"), plan, "PUT");

// Tables and people

export const listTables = (running: boolean) => request<{ tables: AdminTable[] }>(at(`/tables${running ? "?running=1" : ""}`)).then(({ tables }) => tables);
export const closeTable = (table: string) => request(at(`/tables/${part(table)}/close`), {});
export const lockTable = (table: string, locked: boolean) => request(at(`/tables/${part(table)}/lock`), { locked }, "PUT");
export const deleteTable = (table: string) => request(at(`/tables/${part(table)}`), undefined, "DELETE");
export const findPeople = (name: string) => request<{ people: AdminPerson[] }>(at(`/people?name=${part(name)}`)).then(({ people }) => people);
export const deletePerson = (person: string) => request(at(`/people/${part(person)}`), undefined, "DELETE");
export const listBans = () => request<{ bans: Ban[] }>(at("/bans")).then(({ bans }) => bans);
export const addBan = (ban: { what: string; kind: string; value: string; minutes: number | null }) => request(at("/bans"), ban);
export const removeBan = (id: string) => request(at(`/bans/${part(id)}`), undefined, "DELETE");
