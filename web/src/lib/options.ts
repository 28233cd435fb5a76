// Options of a game and its bots, in words.

import levels from "../../../src/ludoteca/bots/words/en.json";
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

/** A bot's name alone, without how it plays: "Skilled". */
export const botName = (bot: string, say: Say) => capital(say(`bot.${bot}`).split(":")[0]);

/** Is this bot one of the levels that all games have? */
export const isLevel = (bot: string) => `bot.${bot}` in levels;
