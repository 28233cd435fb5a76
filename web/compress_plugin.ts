// Compresses the built files once, as small as they get, so that the server has nothing to do but send them.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|svg)$/;
const SMALLEST = 500; // bytes; below, headers weigh more than is saved

export function compressPlugin(): Plugin {
  let folder = "";
  return {
    name: "ludoteca-compress",
    apply: "build",
    configResolved: (config) => void (folder = config.build.ssr ? "" : config.build.outDir),
    closeBundle() {
      if (!folder) return;
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => TEXT.test(name))) {
        const file = join(folder, name);
        const bytes = readFileSync(file);
        if (bytes.length < SMALLEST) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
