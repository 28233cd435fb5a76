// Options of a game and its bots, in words, and the ones this person prefers.

import { settings } from "./settings.svelte";
import type { GameInfo } from "./types";
import { hasPageWord, hasWord, type Say } from "./words.svelte";

export type Options = Record<string, unknown>;

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Basic", or "Basic, number of rounds 1"; without any options, the usual rules. */
export function describeOptions(game: string, options: Options, say: Say): string {
  const parts = Object.entries(options)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const key = `option.${name}.${value}`;
      return hasWord(game, key) ? say(key) : `${say(`option.${name}`)}: ${value}`;
    });
  return parts.length ? capitalize(parts.join(", ")) : say("options.usual");
}

/** What these options mean for play: one sentence for each option that the game explains. */
export function explainOptions(game: string, options: Options, say: Say): string {
  const sentences = Object.entries(options).map(([name, value]) => {
    const key = [`page.about.${name}.${value}`, `page.about.${name}`].find((one) => hasWord(game, one));
    return key && (value !== null || key.endsWith(".null")) ? say(key, { [name]: value }) : "";
  });
  return sentences.filter(Boolean).join(" ");
}

/** The first option, and those that differ from the usual: enough to tell one set from another. */
export function distinctOptions(game: GameInfo, options: Options): Options {
  const usual = game.options[0].complete;
  return Object.fromEntries(Object.entries(options).filter(([name, value], index) => index === 0 || value !== usual[name]));
}

/** All values of an option that occur in the game's sets of options. */
export const valuesOf = (game: GameInfo, name: string): unknown[] =>
  [...new Set(game.options.map((set) => set.complete[name]))].filter((value) => value !== null);

/** The set equal to these options, or else the first one of the same variant. */
export function closestSet(game: GameInfo, options: Options) {
  const agree = (names: string[]) => game.options.find((set) => names.every((name) => set.complete[name] === options[name]));
  const names = Object.keys(options);
  return agree(names) ?? agree(names.slice(0, 1)) ?? game.options[0];
}

/** A bot's name alone, without how it plays: "Skilled". */
export const botName = (bot: string, say: Say) => capitalize(say(`bot.${bot}`).split(":")[0]);

/** Is this bot one of the levels that all games have? */
export const isLevel = (bot: string) => hasPageWord(`bot.${bot}`);

/** The bot that this person likes to play with, or the usual one. */
export const preferredBot = (game: GameInfo): string => (game.bots.includes(settings.botLevel) ? settings.botLevel : game.usual_bot);
