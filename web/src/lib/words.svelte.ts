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

async function load(part: string, language: Language): Promise<void> {
  const words = await loaders[`${part}/${language}`]?.();
  if (words && language === settings.language) loaded[part] = words.default;
}

export const loadPageWords = (language: Language) => load("page", language);

export const loadGameWords = (game: string, language: Language) => load(folderOf(game), language);

const locale = () => localeOf(settings.language);

export const say: Say = (key, values = {}) => sayFrom(loaded.page ?? {}, key, values);

/** `say` with the words of a game; what it lacks comes from the page's own. */
export function sayOf(game: string): Say {
  return (key, values = {}) => {
    const words = loaded[folderOf(game)];
    return words && key in words ? sayFrom(words, key, values) : words ? say(key, values) : (loaded.page?.[key] ?? "");
  };
}

/** Nothing rather than a key where there is no sentence, but a fault in the console, which tests look at. */
function sayFrom(words: Sentences, key: string, values: Values): string {
  if (key in words) return fillSentence(words[key], values, words, locale());
  console.error(`no words for ${key}`);
  return "";
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
