// Puts the service worker together when the page is built: which files are the shell, which the rules of a language.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { whole, type Chunk } from "./preload_plugin.ts";

const RULES = /\/RULES(?:\.(\w+))?\.md\?/;
const WORDS = /virtual:words\/(page|lists|game\/\w+)\/(\w+)$/;
const FONTS = /-latin-wght-normal-.*\.woff2$/;
const PUBLIC = ["", "icon.svg", "icon-192.png", "manifest.webmanifest"]; // "" is the page itself

export function serviceWorkerPlugin(root: string): Plugin {
  const pushWords = join(root, "web/src/words/push");
  const source = readFileSync(join(root, "web/service_worker.js"), "utf8");

  function wordsOf(): Record<string, Record<string, string>> {
    const files = readdirSync(pushWords);
    return Object.fromEntries(files.map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(join(pushWords, file), "utf8"))]));
  }

  const versionOf = (files: string[]) =>
    createHash("sha256").update(JSON.stringify([files.toSorted(), source, wordsOf()])).digest("hex").slice(0, 12);

  return {
    name: "ludoteca-service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk") as Chunk[];
        const entry = chunks.find((chunk) => chunk.isEntry && /index\.html$|main\.ts$/.test(chunk.facadeModuleId ?? ""));
        if (!entry) return; // built for tests, without a page
        const build = { version: versionOf(Object.keys(bundle)), shell: [...PUBLIC, ...shellOf(entry, chunks, bundle)], rules: rulesOf(chunks), words: wordsOf() };
        this.emitFile({ type: "asset", fileName: "service_worker.js", source: `const BUILD = ${JSON.stringify(build)};\n\n${source}` });
      },
    },
  };
}

function shellOf(entry: Chunk, chunks: Chunk[], bundle: Rolldown.OutputBundle): string[] {
  const rulesPage = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("/RulesPage.svelte"))!;
  const fonts = Object.keys(bundle).filter((name) => FONTS.test(name));
  return [...new Set([...whole(entry, chunks), ...whole(rulesPage, chunks), ...fonts])];
}

/** By language: the rules, and the words that the room and the rules need; English rules where nobody has translated them. */
function rulesOf(chunks: Chunk[]): Record<string, string[]> {
  const named = (form: RegExp) => chunks.flatMap((chunk) => {
    const found = form.exec(chunk.facadeModuleId ?? "");
    return found ? [{ file: chunk.fileName, language: found.at(-1) ?? "en", folder: chunk.facadeModuleId!.replace(/\/RULES.*/, "") }] : [];
  });
  const [words, rules] = [named(WORDS), named(RULES)];
  const languages = [...new Set(words.map((one) => one.language))];
  return Object.fromEntries(languages.map((language) => {
    const folders = [...new Set(rules.map((one) => one.folder))];
    const inLanguage = (folder: string) => ["en", language].map((code) => rules.find((one) => one.folder === folder && one.language === code)).findLast(Boolean)!;
    return [language, [...words.filter((one) => one.language === language), ...folders.map(inLanguage)].map((one) => one.file)];
  }));
}
