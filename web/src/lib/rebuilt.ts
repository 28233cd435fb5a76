// A page that was rebuilt under an open tab: the parts it would load are gone, so it is loaded anew, once.

import { root } from "./route.svelte";

const KEPT = "ludoteca.reloaded";
const ONCE_IN = 60_000; // milliseconds: if a new page does not help, a loop helps even less

const reachable = () => fetch(`${root}health`, { cache: "no-store" }).then((answer) => answer.ok, () => false);

async function reload(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(KEPT) ?? 0) < ONCE_IN) return;
  if (!(await reachable())) return; // without a server a new page would show nothing at all
  sessionStorage.setItem(KEPT, String(Date.now()));
  location.reload();
}

addEventListener("vite:preloadError", () => void reload());
