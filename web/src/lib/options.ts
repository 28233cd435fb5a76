// Options of a game and its bots, in words.

import levels from "../../../src/ludoteca/bots/words/en.json";
import type { GameInfo } from "./kinds";
import { knows, type Say } from "./words.svelte";

export type Options = Record<string, unknown>;

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Basic", or "Basic, number of rounds 1"; without any options, the usual rules. */
export function optionsInWords(game: string, options: Options, say: Say): string {
  const parts = Object.entries(options)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const key = `option.${name}.${value}`;
      return knows(game, key) ? say(key) : `${say(`option.${name}`)}: ${value}`;
    });
  return parts.length ? capital(parts.join(", ")) : say("options.usual");
}

/** What is played with these options: a sentence for each of which the game says something. */
export function aboutOptions(game: string, options: Options, say: Say): string {
  const sentences = Object.entries(options).map(([name, value]) => {
    const known = [`page.about.${name}.${value}`, `page.about.${name}`].find((key) => knows(game, key));
    return known && (value !== null || known.endsWith(".null")) ? say(known, { [name]: value }) : "";
  });
  return sentences.filter(Boolean).join(" ");
}

/** The first option, and what is not as usual: all that tells one set from another. */
export function inShort(game: GameInfo, options: Options): Options {
  const usual = game.options[0].complete;
  return Object.fromEntries(Object.entries(options).filter(([name, value], place) => !place || value !== usual[name]));
}

/** All values of an option that the sets of a game name. */
export const valuesOf = (game: GameInfo, name: string): unknown[] =>
  [...new Set(game.options.map((set) => set.complete[name]))].filter((value) => value !== null);

/** The set that these options are, or the first one of their variant. */
export function closest(game: GameInfo, options: Options) {
  const agree = (names: string[]) => game.options.find((set) => names.every((name) => set.complete[name] === options[name]));
  const names = Object.keys(options);
  return agree(names) ?? agree(names.slice(0, 1)) ?? game.options[0];
}

/** A bot's name alone, without how it plays: "Skilled". */
export const botName = (bot: string, say: Say) => capital(say(`bot.${bot}`).split(":")[0]);

/** Is this bot one of the levels that all games have? */
export const isLevel = (bot: string) => `bot.${bot}` in levels;
