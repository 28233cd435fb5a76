// Events, shown one by one: what each changes, how long it is shown, its sound. The server's next view replaces the result.

import type { Sound } from "$lib/device/sound";
import type { Event, View } from "$lib/types";
import { DICE, type Bar, type Die } from "./box";
import { addToChain } from "./chain.svelte";
import { total, type Sheet } from "./sheet";
import type { Event as Told } from "./viewTypes";

function die(view: View, name: string, change: Record<string, unknown>): View {
  return { ...view, dice: { ...view.dice, [name]: { ...view.dice[name], ...change } } };
}

function sheet(view: View, seat: number, change: (sheet: Sheet) => Partial<Sheet>): View {
  const sheets = view.sheets.map((old: Sheet, other: number) => (other === seat ? { ...old, ...change(old) } : old));
  return { ...view, sheets, scores: sheets.map(total) };
}

const useAction = (view: View, seat: number, bar: Bar) =>
  sheet(view, seat, (old) => ({ [bar]: [old[bar][0], old[bar][1] + 1] }));

function without<T>(list: T[], one: T): T[] {
  const index = list.indexOf(one);
  return list.filter((_, other) => other !== index);
}

/** All sheets as they are between turns. */
const putDown = (view: View): View => ({
  ...view,
  sheets: view.sheets.map((old: Sheet) => ({ ...old, picked: false, done: false, extra_used: [] })),
});

function begin(view: View, event: Event): View {
  const dice = Object.fromEntries(DICE.map((name) => [name, { value: null, at: "pool" }]));
  const { sheets } = putDown(view);
  const role = event.event === "passive_began" ? "passive" : "active";
  return { ...view, dice, sheets, role, active: event.seat, fields: [], roll: 0, phase: "before_roll", to_act: [] };
}

function useExtraDie(view: View, event: Event): View {
  const used = useAction(view, event.seat, "extra");
  return sheet(used, event.seat, (old) => ({ extra_used: [...old.extra_used, event.die as Die].toSorted() }));
}

function pick(view: View, event: Event): View {
  return { ...die(view, event.die, { at: "field" }), fields: [...view.fields, event.die as Die] };
}

function yellow(view: View, event: Event, state: 1 | 2): View {
  const [row, column] = event.cell;
  return sheet(view, event.seat, (old) => ({
    yellow: old.yellow.map((cells, r) => cells.map((cell, c) => (r === row && c === column ? state : cell))),
  }));
}

const write = (track: "blue" | "green" | "pink") => (view: View, event: Event) =>
  sheet(view, event.seat, (old) => ({ [track]: [...old[track], event.number] }));

const EFFECTS: Partial<Record<Told["event"], (view: View, event: Event) => View>> = {
  round_began: (view, event) => ({ ...view, round: event.round }),
  turn_began: begin,
  passive_began: begin,
  rolled: (view, event) => ({ ...view, roll: event.roll, phase: "pick" }),
  rerolled: (view, event) => useAction(view, event.seat, "reroll"),
  fell: (view, event) => die(view, event.die, { value: event.number }),
  returned: (view, event) => useAction(die(view, event.die, { at: "pool" }), event.seat, "return"),
  picked: pick,
  to_tray: (view, event) => die(view, event.die, { at: "tray" }),
  swept: (view, event) => sheet(view, event.seat, (old) => ({ sweeps: without(old.sweeps, event.die as Die) })),
  took: (view, event) => sheet(view, event.seat, () => ({ picked: true })),
  declined: (view, event) => sheet(view, event.seat, () => ({ picked: true })),
  extra_die: useExtraDie,
  sweep_ended: (view, event) => sheet(view, event.seat, () => ({ sweeps: [] })),
  done: (view, event) => sheet(view, event.seat, () => ({ done: true })),
  silver_marked: (view, event) =>
    sheet(view, event.seat, (old) => {
      const row = event.row as keyof Sheet["silver"];
      return { silver: { ...old.silver, [row]: [...old.silver[row], event.number].toSorted() } };
    }),
  yellow_circled: (view, event) => yellow(view, event, 1),
  yellow_crossed: (view, event) => yellow(view, event, 2),
  blue_written: write("blue"),
  green_written: write("green"),
  pink_written: write("pink"),
  fox_won: (view, event) => sheet(view, event.seat, () => ({ foxes: event.foxes })),
  unlocked: (view, event) =>
    sheet(view, event.seat, (old) => ({ [event.action]: [event.circles, old[event.action as Bar][1]] })),
  game_over: putDown,
  question_won: (view, event) => sheet(view, event.seat, (old) => ({ bonuses: [...old.bonuses, event.colour] })),
  question_gone: (view, event) => sheet(view, event.seat, (old) => ({ bonuses: without(old.bonuses, event.colour) })),
};

export function applyEvent(view: View, event: Event): View {
  addToChain(event);
  return EFFECTS[event.event as Told["event"]]?.(view, event) ?? view;
}

const PAUSES: Record<string, number> = {
  round_began: 700,
  turn_began: 300,
  passive_began: 300,
  rolled: 150,
  rerolled: 250,
  fell: 300,
  returned: 350,
  finished: 400,
  picked: 200,
  skipped: 350,
  to_tray: 100,
  swept: 250,
  took: 250,
  declined: 250,
  extra_die: 350,
  silver_marked: 350,
  yellow_circled: 350,
  yellow_crossed: 350,
  blue_written: 350,
  green_written: 350,
  pink_written: 350,
  fox_won: 500,
  unlocked: 350,
  question_won: 400,
};

const TOGETHER = ["fell", "to_tray"]; // dice move at once, so only the last one is waited for

export function pause(event: Event, next: Event | undefined): number {
  if (TOGETHER.includes(event.event) && next?.event === event.event) return 0;
  if (event.event === "question_gone" && event.how === "lost") return 700;
  return PAUSES[event.event] ?? 0;
}

const SOUNDS: Record<string, Sound> = {
  rolled: "shuffle",
  rerolled: "shuffle",
  silver_marked: "card",
  yellow_circled: "card",
  yellow_crossed: "card",
  blue_written: "card",
  green_written: "card",
  pink_written: "card",
  fox_won: "good",
  question_won: "good",
  unlocked: "good",
};

export function sound(event: Event, seat: number | null): Sound | null {
  if (SOUNDS[event.event] === "good" && event.seat !== seat) return null;
  return SOUNDS[event.event] ?? null;
}

/** The dice announce all together what they show and where they are. */
export const isLogged = (event: Event) => !["fell", "to_tray", "done"].includes(event.event);

export const mostPointsWin = true;
