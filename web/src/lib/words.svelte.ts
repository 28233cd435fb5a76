// Translations. Every text on the page comes from a words file: the page's own, or a game's.

import { loaders } from "virtual:words";
import { fillSentence, type Sentences, type Values } from "./fillSentence";
import { localeOf, settings, type Language } from "./settings.svelte";

export type { Values };
export type Say = (key: string, values?: Values) => string;

// By part: "page", or the folder of a game. Until another language is there, the one before stays.
const loaded: Record<string, Sentences> = $state({});

/** The folder of a game: its id with underscores. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

const complete: Record<string, Language> = {}; // the games of which all words are loaded, and in which language

async function load(part: string, language: Language): Promise<void> {
  const words = await loaders[`${part}/${language}`]?.();
  if (!words || language !== settings.language) return;
  loaded[part] = words.default;
  complete[part] = language;
}

export const loadPageWords = (language: Language) => load("page", language);

export const loadGameWords = (game: string, language: Language) => load(folderOf(game), language);

/** What lists show of all games: names, options, bots. */
export async function loadListWords(language: Language): Promise<void> {
  const { default: games } = await loaders[`lists/${language}`]();
  for (const [folder, words] of Object.entries(games)) {
    if (language !== settings.language || complete[folder] === language) continue;
    loaded[folder] = words;
    delete complete[folder];
  }
}

const locale = () => localeOf(settings.language);

/** Nothing rather than a key where there is no sentence, but a fault in the console, which tests look at. */
export const say: Say = (key, values = {}) => {
  if (hasPageWord(key)) return fillSentence(loaded.page[key], values, loaded.page, locale());
  console.error(`no words for ${key}`);
  return "";
};

/** The time for a move, "30 seconds"; hosts and programs may choose one that the page does not offer. */
export function clockName(seconds: number): string {
  const key = `make.clock.${seconds}`;
  if (hasPageWord(key)) return say(key);
  return new Intl.NumberFormat(locale(), { style: "unit", unit: "second", unitDisplay: "long" }).format(seconds);
}

/** `say` with the words of a game; what it lacks comes from the page's own. */
export function sayOf(game: string): Say {
  return (key, values = {}) => {
    const folder = folderOf(game);
    if (hasWord(game, key)) return fillSentence(loaded[folder][key], values, loaded[folder], locale());
    return hasPageWord(key) || complete[folder] ? say(key, values) : ""; // not loaded yet
  };
}

export function hasWord(game: string, key: string): boolean {
  return key in (loaded[folderOf(game)] ?? {});
}

/** Has the page itself a word for this, such as the name of a bot's level? */
export const hasPageWord = (key: string) => key in (loaded.page ?? {});

/** "Ana, Bento and Clara". */
export const joinNames = (names: string[]) => new Intl.ListFormat(locale()).format(names);

export const formatNumber = (value: number) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);

export const formatDate = (when: number) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(when);

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** "3 hours ago". */
export function formatAge(when: number): string {
  const age = Math.max(0, Date.now() - when);
  const [unit, size] = UNITS.find(([, size]) => age >= size) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-Math.floor(age / size), unit);
}
