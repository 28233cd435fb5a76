// Translations. Every text on the page comes from a words file: the page's own, or a game's.

import en from "../words/en.json";
import { settings, type Language } from "./settings.svelte";

type Catalogue = Record<string, string>;
type Loader = () => Promise<{ default: Catalogue }>;

export type Values = Record<string, unknown>;
export type Say = (key: string, values?: Values) => string;

const pageWords = import.meta.glob<{ default: Catalogue }>("../words/*.json");
const gameWords = import.meta.glob<{ default: Catalogue }>([
  "$games/*/words/*.json",
  "$games/*/web/words/*.json",
]);

const botWords = import.meta.glob<{ default: Catalogue }>("../../../src/ludoteca/bots/words/*.json");

const loaded: Record<string, Catalogue> = $state({ "page.en": en });

/** The folder of a game: its id with underscores. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

async function load(name: string, loaders: Loader[]): Promise<void> {
  if (loaded[name]) return;
  const parts = await Promise.all(loaders.map((loader) => loader()));
  loaded[name] = Object.assign({}, ...parts.map((part) => part.default));
}

export function loadPageWords(language: Language): Promise<void> {
  return load(`page.${language}`, [pageWords[`../words/${language}.json`]]);
}

export function loadGameWords(game: string, language: Language): Promise<void> {
  const ending = new RegExp(`/${folderOf(game)}/(web/)?words/${language}\\.json$`);
  const files = Object.keys(gameWords).filter((path) => ending.test(path));
  const levelFiles = Object.keys(botWords).filter((path) => path.endsWith(`/${language}.json`));
  return load(`${game}.${language}`, [...levelFiles.map((path) => botWords[path]), ...files.map((path) => gameWords[path])]);
}

const NAMES = new Set(["seat", "name", "names", "text"]); // chosen by people, so never translated

/** Fill in {name} or {pair[0]}; "{n|one thing|{n} things}" chooses by number. Values that are words are translated,
 * and so are lists that have words of their own, such as values.0.1 for [0, 1]. */
function fill(sentence: string, values: Values, words: Catalogue): string {
  return sentence
    .replace(/\{(\w+)\|([^|{}]*)\|((?:[^{}]|\{\w+\})*)\}/g, (_, name, one, many) =>
      Number(values[name]) === 1 ? one : many,
    )
    .replace(/\{(\w+)(?:\[(\w+)\])?\}/g, (whole, name, part) => {
      const value = part === undefined ? values[name] : (values[name] as Values | undefined)?.[part];
      if (value === undefined || value === null) return whole;
      if (Array.isArray(value))
        return words[`values.${value.join(".")}`] ?? value.map((one) => words[`value.${one}`] ?? one).join(" + ");
      if (typeof value !== "string" || NAMES.has(name)) return String(value);
      return words[`value.${value}`] ?? value;
    });
}

export const say: Say = (key, values = {}) => {
  const words = loaded[`page.${settings.language}`] ?? en;
  return fill(words[key] ?? key, values, {});
};

/** `say` with the words of a game; what it lacks comes from the page's own. */
export function sayOf(game: string): Say {
  return (key, values = {}) => {
    const words = loaded[`${game}.${settings.language}`] ?? {};
    return key in words ? fill(words[key], values, words) : say(key, values);
  };
}

export function hasWord(game: string, key: string): boolean {
  return key in (loaded[`${game}.${settings.language}`] ?? {});
}

const locale = () => (settings.language === "pt" ? "pt-BR" : "en");

/** "Ana, Bento and Clara". */
export const joinNames = (names: string[]) => new Intl.ListFormat(locale()).format(names);

export const formatNumber = (value: number) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
