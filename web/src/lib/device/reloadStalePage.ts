// Reloads a tab whose page was rebuilt on the server: the parts it would load next are gone.

import { root } from "$lib/route.svelte";

const KEY = "ludoteca.reloaded";
const ONCE_IN = 60_000; // milliseconds: if a new page does not help, a loop helps even less

const serverIsUp = () => fetch(`${root}health`, { cache: "no-store" }).then((answer) => answer.ok, () => false);

async function reload(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < ONCE_IN) return;
  if (!(await serverIsUp())) return; // without a server a new page would show nothing at all
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

addEventListener("vite:preloadError", () => void reload());
