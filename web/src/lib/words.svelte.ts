// Translations. Every text on the page comes from a words file: the page's own, or a game's.

import { untrack } from "svelte";
import { loaders } from "virtual:words";
import { fillSentence, type Sentences, type Values } from "./fillSentence";
import { localeOf, settings, type Language } from "./settings.svelte";

export type { Values };
export type Say = (key: string, values?: Values) => string;

// What the page itself says: the words of every page, and of the areas asked for so far (the folders of src/words).
// Until another language is there, the one before stays.
let pageWords: Sentences = $state.raw({});
const areas: Record<string, Language | null> = { page: null }; // and the language in which each is here

// By the folder of a game.
const gameWords: Record<string, Sentences> = $state({});
const complete: Record<string, Language> = {}; // the games of which all words are loaded, and in which language

/** The folder of a game: its id with underscores. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

/** Load the words of the page in the language chosen, all areas asked for so far together. */
export async function loadPageWords(language: Language): Promise<void> {
  const missing = Object.keys(areas).filter((area) => areas[area] !== language);
  const found = await Promise.all(missing.map((area) => loaders[`${area}/${language}`]()));
  if (language !== settings.language) return loadPageWords(settings.language); // chosen meanwhile
  for (const area of missing) areas[area] = language;
  if (missing.length) pageWords = Object.assign({}, pageWords, ...found.map((words) => words.default));
}

/** Load a part of the page together with the words of its areas: `withWords(["admin"], () => import("./AdminPage.svelte"))`. */
export function withWords<T>(names: string[], load: () => Promise<T>): Promise<T> {
  for (const name of names) areas[`area/${name}`] ??= null;
  const words = untrack(() => loadPageWords(settings.language)); // another language does not load the part again
  return Promise.all([load(), words]).then(([part]) => part);
}

export async function loadGameWords(game: string, language: Language): Promise<void> {
  const folder = folderOf(game);
  const words = await loaders[`game/${folder}/${language}`]?.();
  if (!words || language !== settings.language) return;
  gameWords[folder] = words.default;
  complete[folder] = language;
}

/** What lists show of all games: names, options, bots. */
export async function loadListWords(language: Language): Promise<void> {
  const { default: games } = await loaders[`lists/${language}`]();
  for (const [folder, words] of Object.entries(games)) {
    if (language !== settings.language || complete[folder] === language) continue;
    gameWords[folder] = words;
    delete complete[folder];
  }
}

const locale = () => localeOf(settings.language);

/** Nothing rather than a key where there is no sentence, but a fault in the console, which tests look at. */
export const say: Say = (key, values = {}) => {
  if (hasPageWord(key)) return fillSentence(pageWords[key], values, pageWords, locale());
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
    if (hasWord(game, key)) return fillSentence(gameWords[folder][key], values, gameWords[folder], locale());
    return hasPageWord(key) || complete[folder] ? say(key, values) : ""; // not loaded yet
  };
}

export function hasWord(game: string, key: string): boolean {
  return key in (gameWords[folderOf(game)] ?? {});
}

/** Has the page itself a word for this, such as the name of a bot's level? */
export const hasPageWord = (key: string) => key in pageWords;

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
