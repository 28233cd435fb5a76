// Makes the page's words at build time: for each language one module for what every page says, one for each area of the page
// (a folder of src/words), one for lists of games and one for each game's table, so that a page loads what it shows and no more.
// What a language lacks is filled in from English. A new language or area needs files, and no line here.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

type Sentences = Record<string, string>;

const NAME = "virtual:words";
const NOT_ON_THE_PAGE = /^terminal\./;
const OF_BOTS_ON_EVERY_PAGE = /^bot\./; // the rest of the bots' words is about advice and reviews
const AREA_OF_BOTS = "table";
const IN_LISTS = /^(name$|page\.(tagline|about\.)|option\.|bot\.)/; // what the room and lists of games show of a game

export function wordsPlugin(root: string): Plugin {
  const games = join(root, "src/ludoteca/games");
  const shared = join(root, "src/ludoteca/words"); // of the command line: its files are the list of languages
  const bots = join(root, "src/ludoteca/bots/words");
  const page = join(root, "web/src/words");
  const gameFolders = (game: string) => [join(games, game, "words"), join(games, game, "web/words")];

  const read = (file: string): Sentences => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

  function sentencesOf(folders: string[], language: string): Sentences {
    const found = folders.flatMap((folder) => ["en", language].map((code) => read(join(folder, `${code}.json`))));
    return Object.fromEntries(Object.entries(Object.assign({}, ...found)).filter(([key]) => !NOT_ON_THE_PAGE.test(key))) as Sentences;
  }

  function languages() {
    const codes = readdirSync(shared).filter((file) => file.endsWith(".json")).map((file) => basename(file, ".json"));
    return codes.toSorted().map((code) => {
      const words = read(join(shared, `${code}.json`));
      return { code, name: words["language.name"] ?? code, locale: words["language.locale"] ?? code };
    });
  }

  const withWords = () => readdirSync(games).filter((game) => existsSync(join(games, game, "words/en.json")));

  /** Of all games together, so that a list waits for one file. */
  function listsOf(language: string): Record<string, Sentences> {
    const shown = (game: string) => Object.entries(sentencesOf(gameFolders(game), language)).filter(([key]) => IN_LISTS.test(key));
    return Object.fromEntries(withWords().map((game) => [game, Object.fromEntries(shown(game))]));
  }

  const areas = () => readdirSync(page, { withFileTypes: true }).filter((file) => file.isDirectory()).map((file) => file.name);

  /** Where the words of a part come from. */
  function foldersOf(part: string): string[] {
    const [kind, name] = part.split("/");
    if (kind === "page") return [bots, page];
    if (kind === "game") return gameFolders(name);
    return [...(name === AREA_OF_BOTS ? [bots] : []), join(page, name)];
  }

  function wordsOf(part: string, language: string): Sentences | Record<string, Sentences> {
    if (part === "lists") return listsOf(language);
    const words = sentencesOf(foldersOf(part), language);
    if (part !== "page") return words;
    const ofBots = sentencesOf([bots], language);
    return Object.fromEntries(Object.entries(words).filter(([key]) => !(key in ofBots) || OF_BOTS_ON_EVERY_PAGE.test(key)));
  }

  /** What a browser without scripts shows, where no language can be chosen. */
  const noscript = () => languages().map(({ code }) => sentencesOf([page], code).noscript).join(" ");

  /** The list of languages, and how to load each part of each. */
  function index(): string {
    const parts = ["page", "lists", ...areas().map((area) => `area/${area}`), ...withWords().map((game) => `game/${game}`)];
    const modules = languages().flatMap(({ code }) => parts.map((part) => `${part}/${code}`));
    const loaders = modules.map((module) => `${JSON.stringify(module)}: () => import("${NAME}/${module}")`);
    return `export const LANGUAGES = ${JSON.stringify(languages())};\nexport const loaders = {${loaders.join(",\n")}};`;
  }

  return {
    name: "ludoteca-words",
    transformIndexHtml: (html) => html.replace("</noscript>", `${noscript()}</noscript>`),
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      if (id === `\0${NAME}`) return index();
      const [, part, language] = /^[^/]+\/(.+)\/([^/]+)$/.exec(id)!;
      for (const folder of part === "lists" ? [] : foldersOf(part)) this.addWatchFile(join(folder, `${language}.json`));
      return `export default ${JSON.stringify(wordsOf(part, language))};`;
    },
  };
}
