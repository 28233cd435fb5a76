// The games the page can show: whatever has a table in its game folder.

import type { Component, Snippet } from "svelte";
import type { Action, Event, Player, View } from "./kinds";
import type { Sound } from "./sound";
import { folderOf, type Say } from "./words.svelte";

export interface TableProps {
  view: View; // what lies on the table, as far as it has been shown
  seat: number | null; // the own seat, or null for who watches
  players: Player[];
  legal: Action[]; // what the own seat may do now; empty while something is still being shown
  draft: Action | null; // the own choice, which may still be changed
  decided: number[]; // the seats that have made their choice
  sending: Action | null; // on its way to the server
  last: Event | null; // the event being looked at
  events?: Event[]; // in a replay: all that happened in the step shown
  play: (action: Action) => void; // also an action that is not legal: the server says why
  say: Say;
  tv: boolean;
  prompt: Snippet; // what is to be done now, to be drawn where the eye looks for it
}

export interface GameModule {
  default: Component<TableProps>;
  step?: (view: View, event: Event) => View; // what an event changes, for the eye; the next view decides
  pause?: (event: Event, next: Event | undefined) => number; // how long to look at it, in milliseconds
  sound?: (event: Event, seat: number | null) => Sound | null;
  points?: (before: View, after: View) => number[]; // what a round brought each seat
  spoken?: (event: Event) => boolean; // is it worth reading out?
  ask?: (view: View, seat: number, legal: Action[], say: Say) => string; // what to do now, if the phase does not say it
  verdict?: (view: View, seat: number | null, say: Say) => string | null; // how a finished game is called; null as usual
  most?: boolean; // do the most points win? If not said, the fewest
}

const tables = import.meta.glob<GameModule>("$games/*/web/Table.svelte");
const signs = import.meta.glob<{ default: Component }>("$games/*/web/Sign.svelte");

const inFolder = <T>(found: Record<string, T>, game: string): T | undefined =>
  Object.entries(found).find(([path]) => path.includes(`/${folderOf(game)}/`))?.[1];

export const hasTable = (game: string) => inFolder(tables, game) !== undefined;
export const loadTable = (game: string) => inFolder(tables, game)?.();
export const loadSign = (game: string) => inFolder(signs, game)?.();
