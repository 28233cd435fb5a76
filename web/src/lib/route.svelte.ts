// Which page is shown: the path of the address, below the root that <base> names.

const PAGES = ["table", "rules", "replay", "review", "fair", "finished", "daily", "admin"] as const;
type Page = "room" | (typeof PAGES)[number];

export interface Route {
  page: Page;
  id: string; // a table, or a game
  fragment: string; // what follows #: a sentence of the rules, or a seat code
  tv: boolean;
  step: number; // of a replay
}

export const root = new URL(document.baseURI).pathname;

function readAddress(): Route {
  const path = location.pathname.slice(root.length);
  const [page, id = ""] = path.split("/").map(decodeURIComponent);
  const named = PAGES.find((one) => one === page) ?? "room";
  const shown = id || named === "finished" || named === "admin" ? named : "room";
  return {
    page: shown,
    id,
    fragment: decodeURIComponent(location.hash.slice(1)),
    tv: new URLSearchParams(location.search).has("tv"),
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
