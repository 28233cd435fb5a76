// Tells the server what each page will load, so that it can say so in the index: the browser then asks for everything at once.

import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const WORDS = /virtual:words\/(.+)\/(\w+)$/;
const PAGE = /\/pages\/(\w+)Page\.svelte$/;
const PAGES = new URL("src/lib/pages.ts", import.meta.url);
const WITH_WORDS = /withWords\(\[([^\]]*)\], \(\) => import\("\.\.\/pages\/(\w+)Page\.svelte"\)/g;
const COVER = /\/web\/(Cover)\.svelte$/; // the room shows them all
const TABLE = /\/games\/(\w+)\/web\/Table\.svelte$/;

export function preloadPlugin(): Plugin {
  return {
    name: "ludoteca-preload",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk") as Chunk[];
        if (!chunks.some((chunk) => chunk.isEntry && /index\.html$/.test(chunk.facadeModuleId ?? ""))) return;
        const words: Record<string, Record<string, string>> = {};
        for (const { name: [part, language], files } of named(chunks, WORDS)) (words[language] ??= {})[part] = files[0];
        const told = { words, areas: areasOfPages(), pages: { ...byName(chunks, PAGE), "": byName(chunks, COVER).cover }, tables: byName(chunks, TABLE) };
        this.emitFile({ type: "asset", fileName: "preload.json", source: JSON.stringify(told) });
      },
    },
  };
}

/** The areas of words that each page says, as pages.ts has them. */
function areasOfPages(): Record<string, string[]> {
  const found = readFileSync(PAGES, "utf-8").matchAll(WITH_WORDS);
  return Object.fromEntries([...found].map(([, areas, page]) => [page.toLowerCase(), JSON.parse(`[${areas}]`)]));
}

/** Chunks with a module of such a name, each with the files that it imports at once. */
function named(chunks: Chunk[], form: RegExp) {
  return chunks.flatMap((chunk) => {
    const found = chunk.moduleIds.map((id) => form.exec(id)).filter((one) => one !== null);
    return found.map((one) => ({ name: one.slice(1), files: [...whole(chunk, chunks)] }));
  });
}

const byName = (chunks: Chunk[], form: RegExp) =>
  Object.fromEntries(named(chunks, form).map(({ name: [name], files }) => [name.toLowerCase(), files]));

/** A chunk with all that it imports at once. */
export function whole(chunk: Chunk, chunks: Chunk[], found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) whole(chunks.find((one) => one.fileName === name)!, chunks, found);
  return found;
}
