import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { FEW_FILES } from "./chunks.ts";
import { compressPlugin } from "./compress_plugin.ts";
import { preloadPlugin } from "./preload_plugin.ts";
import { rulesPlugin } from "./rules_plugin.ts";
import { serviceWorkerPlugin } from "./service_worker_plugin.ts";
import { wordsPlugin } from "./words_plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The page is served under any path, so every address in it is relative (base "./").
export default defineConfig({
  base: "./",
  plugins: [svelte(), wordsPlugin(here("..")), rulesPlugin(), preloadPlugin(), serviceWorkerPlugin(here("..")), compressPlugin()],
  resolve: {
    alias: { $lib: here("./src/lib"), $components: here("./src/components"), $games: here("../src/ludoteca/games") },
    dedupe: ["svelte"],
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  ssr: { noExternal: true }, // what tests run under Node stands alone
  build: {
    outDir: here("../src/ludoteca/server/built_page"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict content policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: FEW_FILES } } },
  },
});
