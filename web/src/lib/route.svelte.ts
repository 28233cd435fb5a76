// Which page is shown: the path of the address, below the root that <base> names.

import { PAGES } from "./pages";

export interface Route {
  page: string; // "room", or one of PAGES
  id: string; // a table, or a game
  part: string; // a lesson of the game
  fragment: string; // what follows #: a sentence of the rules, or a seat code
  tv: boolean;
  step: number; // of a replay
}

export const root = new URL(document.baseURI).pathname;

function readAddress(): Route {
  const path = location.pathname.slice(root.length);
  const [page, id = "", part = ""] = path.split("/").map(decodeURIComponent);
  return {
    page: Object.hasOwn(PAGES, page) && (id || PAGES[page].alone) ? page : "room",
    id,
    part,
    fragment: decodeURIComponent(location.hash.slice(1)),
    tv: part === "tv" || new URLSearchParams(location.search).has("tv"),
    step: Number(new URLSearchParams(location.search).get("step") ?? 0),
  };
}

export const route: Route = $state(readAddress());

const updateRoute = () => Object.assign(route, readAddress());
addEventListener("popstate", updateRoute);
addEventListener("hashchange", updateRoute);

export function navigate(path: string): void {
  history.pushState(null, "", root + path);
  updateRoute();
  scrollTo(0, 0);
}

/** Svelte action: follow a link without loading the page anew. */
export function internalLink(link: HTMLAnchorElement) {
  const click = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    event.preventDefault();
    navigate(link.getAttribute("href")!.replace(root, ""));
  };
  link.addEventListener("click", click);
  return { destroy: () => link.removeEventListener("click", click) };
}
