// Every word a person reads comes from a catalogue: the page's own, or the game's.

import { settings, type Language } from "./settings.svelte";
import en from "../words/en.json";

type Catalogue = Record<string, string>;
type Loader = () => Promise<{ default: Catalogue }>;

export type Values = Record<string, unknown>;
export type Say = (key: string, values?: Values) => string;

const own = import.meta.glob<{ default: Catalogue }>("../words/*.json");
const ofGames = import.meta.glob<{ default: Catalogue }>([
  "$games/*/words/*.json",
  "$games/*/web/words/*.json",
]);

const ofBots = import.meta.glob<{ default: Catalogue }>("../../../src/ludoteca/bots/words/*.json");

const loaded: Record<string, Catalogue> = $state({ "page.en": en });

/** The folder in which a game lives, from its id. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

async function load(name: string, loaders: Loader[]): Promise<void> {
  if (loaded[name]) return;
  const parts = await Promise.all(loaders.map((loader) => loader()));
  loaded[name] = Object.assign({}, ...parts.map((part) => part.default));
}

export function loadPageWords(language: Language): Promise<void> {
  return load(`page.${language}`, [own[`../words/${language}.json`]]);
}

export function loadGameWords(game: string, language: Language): Promise<void> {
  const ending = new RegExp(`/${folderOf(game)}/(web/)?words/${language}\\.json$`);
  const names = Object.keys(ofGames).filter((path) => ending.test(path));
  const levels = Object.keys(ofBots).filter((path) => path.endsWith(`/${language}.json`));
  return load(`${game}.${language}`, [...levels.map((path) => ofBots[path]), ...names.map((path) => ofGames[path])]);
}

const NAMES = new Set(["seat", "name", "names", "text"]); // what people chose themselves is never translated

/** Fill in {name} or {pair[0]}; "{n|one thing|{n} things}" chooses by number. A value that is a word is translated,
 * and so is a list for which there are words, as values.0.1 for [0, 1]. */
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

/** The words of one game; what it lacks is looked for among the page's own. */
export function sayOf(game: string): Say {
  return (key, values = {}) => {
    const words = loaded[`${game}.${settings.language}`] ?? {};
    return key in words ? fill(words[key], values, words) : say(key, values);
  };
}

export function knows(game: string, key: string): boolean {
  return key in (loaded[`${game}.${settings.language}`] ?? {});
}

export function listed(names: string[]): string {
  return new Intl.ListFormat(settings.language === "pt" ? "pt-BR" : "en").format(names);
}
