// Runs the tables of the games in a browser and says which actions they offer: it presses all that can be pressed.

import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import type { GameModule } from "$lib/games";
import type { Action, View } from "$lib/types";

interface Position {
  game: string; // its folder
  seat: number;
  view: View;
  legal: Action[];
}

const MOST_STATES = 500;
const NOT_OFFERED = [
  ":disabled",
  "[aria-disabled=true]",
  "[data-asks-why]", // sends what is not allowed, to hear why
  "[role=gridcell]:not(.target)", // a square where the tile does not fit: it can be held there, and then asks why
  "[data-looks]", // changes how much is seen, and nothing else
].join();

const tables = import.meta.glob<GameModule>("$games/*/web/Table.svelte", { eager: true });
const tableOf = (game: string) => Object.entries(tables).find(([path]) => path.includes(`/${game}/`))![1].default;
const prompt = createRawSnippet(() => ({ render: () => "<p></p>" }));

/** A table on which the same buttons were pressed, by their places among those that could be. */
class Pressed {
  played: Action[] = [];
  host = document.body.appendChild(document.createElement("main"));
  #table: Record<string, unknown>;

  constructor(position: Position, path: number[]) {
    const players = Array.from({ length: position.view.seats }, (_, seat) => ({ seat, name: `P${seat}`, kind: "person", present: true }));
    const props = { ...position, players, draft: null, decided: [], sending: null, lastEvent: null, tv: false, prompt };
    const play = (action: Action) => this.played.push(action);
    this.#table = mount(tableOf(position.game), { target: this.host, props: { ...props, play, say: (key: string) => key } as never });
    flushSync();
    for (const place of path) this.press(place);
    this.played = [];
  }

  get offered(): HTMLElement[] {
    const within = this.host.querySelector("dialog[open]") ?? this.host;
    return [...within.querySelectorAll<HTMLElement>("button")].filter((button) => !button.matches(NOT_OFFERED));
  }

  /** What a person sees; ids differ from table to table, and where Tab goes is not seen. */
  get shown(): string {
    return this.host.innerHTML.replace(/ (id|aria-labelledby|tabindex)="[^"]*"/g, "");
  }

  press(place: number): void {
    flushSync(() => this.offered[place].click());
  }

  remove(): void {
    void unmount(this.#table);
    this.host.remove();
  }
}

interface State {
  path: number[]; // what to press to get there
  tried: number; // so many of its buttons were pressed
  count: number;
}

/** Every action that pressing one thing after another leads to: all buttons of all states are pressed once. */
function offeredAt(position: Position): Action[] {
  const found = new Map<string, Action>();
  const states = new Map<string, State>();
  let table = new Pressed(position, []);
  let path: number[] = [];
  for (;;) {
    const { shown } = table;
    const state = states.get(shown) ?? { path, tried: 0, count: table.offered.length };
    states.set(shown, state);
    if (states.size > MOST_STATES) throw new Error(`more than ${MOST_STATES} ways to press the buttons of ${position.game}`);
    if (state.tried < state.count) {
      path = [...state.path, state.tried];
      table.press(state.tried++);
      for (const action of table.played.splice(0)) found.set(JSON.stringify(action), action);
      continue;
    }
    table.remove();
    const next = [...states.values()].find(({ tried, count }) => tried < count);
    if (!next) return [...found.values()];
    table = new Pressed(position, next.path);
    path = next.path;
  }
}

Object.assign(window, { offered: (positions: Position[]) => positions.map(offeredAt) });
