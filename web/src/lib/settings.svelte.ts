// What a person prefers, stored on this device.

import type { Chosen } from "./types";
import { LANGUAGES } from "virtual:words";

export type Language = string; // one of LANGUAGES
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

export interface TableWishes {
  bots: number;
  listed: boolean;
  chat: boolean;
  hints: boolean;
  clock: number | null;
}

export interface Settings {
  name: string;
  guest: number; // in the name of a guest without one; 0 until it is needed
  language: Language;
  theme: Theme;
  sound: boolean;
  volume: number; // 0 to 1
  speed: Speed; // of pauses and animations
  previews: boolean; // show what each card, tile or play would do
  confirm: boolean; // ask before a choice is sent
  forcedMoves: boolean; // play forced moves automatically, at tables made here
  botLevel: string; // of the bots we play with; "" for the usual one
  chosen: Record<string, Chosen>; // what was last played of each game, and for how many
  newTable: TableWishes; // what was last wished for a new table
  learned: string[]; // guides read ("dobro") and lessons finished ("dobro/basics")
  notifications: boolean; // the browser notifies us when it is our turn
}

const KEY = "ludoteca.settings";
const OLD_NAMES = { hints: "previews", forced: "forcedMoves", level: "botLevel", notices: "notifications" }; // up to 0.1
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const isLanguage = (code: string) => LANGUAGES.some((one) => one.code === code);

/** The first language that the browser asks for and we speak. */
function browserLanguage(): Language {
  const wanted = navigator.languages.map((name) => name.split("-")[0].toLowerCase());
  return wanted.find(isLanguage) ?? "en";
}

/** Whose numbers, dates and plurals a language uses, such as pt-BR. */
export const localeOf = (language: Language) => LANGUAGES.find((one) => one.code === language)?.locale ?? "en";

function stored(): Partial<Settings> {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return Object.fromEntries(found.map(([name, value]) => [OLD_NAMES[name as keyof typeof OLD_NAMES] ?? name, value]));
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  name: "",
  guest: 0,
  language: browserLanguage(),
  theme: "auto",
  sound: true,
  volume: 1,
  speed: "normal",
  previews: true,
  confirm: false,
  forcedMoves: true,
  botLevel: "",
  chosen: {},
  newTable: { bots: 0, listed: true, chat: false, hints: true, clock: null },
  learned: [],
  notifications: false,
  ...stored(),
});
if (!isLanguage(settings.language)) settings.language = browserLanguage();

export const motion = $state({ reduced: reducedMotion.matches });
reducedMotion.addEventListener("change", () => (motion.reduced = reducedMotion.matches));

const SPEED_FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

/** A pause of so many milliseconds, at the speed that this person chose. */
export function pauseTime(milliseconds: number): number {
  return milliseconds * SPEED_FACTORS[settings.speed];
}

/** The same for an animation: none with reduced motion. */
export function animationTime(milliseconds: number): number {
  return motion.reduced ? 0 : pauseTime(milliseconds);
}

$effect.root(() => {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // without storage one can still play
    }
  });
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.lang = localeOf(settings.language);
  });
});
