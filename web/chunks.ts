// Which modules travel together. Over HTTP/1.1 a browser asks for six files at a time, so a page of many small ones waits.

import type { Rolldown } from "vite";

type Group = Rolldown.CodeSplittingGroup;
type Modules = Rolldown.ChunkingContext;

const TABLE = /\/games\/(\w+)\/web\/Table\.svelte$/;
const WORDS_OF_TABLES = /virtual:words\/area\/(?:table|new_table|refusals)\/(\w+)$/;
const OF_GAMES_OR_WORDS = /\/games\/|virtual:words|RULES/;

/** The game of whose table a module is a part. */
function tableWith(id: string, modules: Modules, seen = new Set<string>()): string | null {
  if (seen.has(id) || !id.includes("/games/")) return null;
  seen.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return TABLE.exec(id)?.[1] ?? importers.map((importer) => tableWith(importer, modules, seen)).find(Boolean) ?? null;
}

const shell: Group = { name: "shell", tags: ["$initial"], priority: 5 };
const covers: Group = { name: "covers", test: /\/web\/Cover\.svelte/, priority: 4 };
const shared: Group = { name: "shared", test: (id) => !OF_GAMES_OR_WORDS.test(id), minShareCount: 2, priority: 3 };
const tables: Group = { name: tableWith, debugName: "tables", priority: 2 };
const words: Group = { name: (id) => WORDS_OF_TABLES.exec(id)?.[1].replace(/^/, "table_") ?? null, debugName: "words", priority: 1 };

export const FEW_FILES: Group[] = [shell, covers, shared, tables, words];
