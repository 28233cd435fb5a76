// The games that this page can show: every game folder with a web/Table.svelte.

import type { Component, Snippet } from "svelte";
import type { Sound } from "./device/sound";
import type { Action, Event, Player, View } from "./types";
import { folderOf, type Say } from "./words.svelte";

export interface TableProps {
  view: View; // with the events shown so far applied
  seat: number | null; // our seat; null for a spectator
  players: Player[];
  legal: Action[]; // our legal actions; empty while events are being shown
  draft: Action | null; // our choice, which may still be changed
  decided: number[]; // the seats that have made their choice
  sending: Action | null; // on its way to the server
  lastEvent: Event | null; // the event being shown
  events?: Event[]; // in a replay: all events of the step shown
  play: (action: Action) => void; // illegal actions too: the server answers why not
  say: Say;
  tv: boolean;
  prompt: Snippet; // what to do now; the game decides where it stands
}

/** What a game's Table.svelte exports. All but the table itself is optional. */
export interface GameModule {
  default: Component<TableProps>;
  applyEvent?: (view: View, event: Event) => View; // to show events one by one; the server's next view replaces the result
  pause?: (event: Event, next: Event | undefined) => number; // how long to show it, in milliseconds
  sound?: (event: Event, seat: number | null) => Sound | null;
  roundPoints?: (before: View, after: View) => number[]; // by seat
  headline?: (events: Event[], sentence: (event: Event) => string, say: Say) => string | null; // a long step in one line; default: its first event
  isLogged?: (event: Event) => boolean; // false: too small for the log and for screen readers
  turnPrompt?: (view: View, seat: number, legal: Action[], say: Say) => string; // default: the name of the phase
  verdict?: (view: View, seat: number | null, say: Say) => string | null; // the result in words; null: the usual sentence
  reason?: (view: View, say: Say) => string; // why the winners won, in one sentence
  tally?: (view: View, events: Event[], say: Say) => Column[]; // points by round or area, from all events of the game
  Ending?: Component<EndingProps>; // the result, shown in the game's own way instead of a plain table
  highlight?: (action: Action, view: View, seat: number) => string[]; // what an action is about: selectors of the table
  mostPointsWin?: boolean; // default: the fewest
}

export interface EndingProps {
  view: View;
  players: Player[];
  ranking: number[]; // seats, the best first
  say: Say;
}

/** Points that add up to the result. */
export interface Column {
  name: string;
  about: string; // a sentence: where they come from
  points: number[]; // by seat
}

const tables = import.meta.glob<GameModule>("$games/*/web/Table.svelte");
const covers = import.meta.glob<{ default: Component }>("$games/*/web/Cover.svelte");

const inFolder = <T>(files: Record<string, T>, game: string): T | undefined =>
  Object.entries(files).find(([path]) => path.includes(`/${folderOf(game)}/`))?.[1];

/** The ids of all games that the page can show. */
export const knownGames = () => Object.keys(tables).map((path) => path.split("/").at(-3)!.replaceAll("_", "-"));
export const hasTable = (game: string) => inFolder(tables, game) !== undefined;
export const loadTable = (game: string) => inFolder(tables, game)?.();
export const loadCover = (game: string) => inFolder(covers, game)?.();
