// Where we are: the path of the address, below the root that <base> names.

const PAGES = ["table", "rules", "replay", "review", "fair", "finished"] as const;
type Page = "room" | (typeof PAGES)[number];

export interface Route {
  page: Page;
  id: string; // a table, or a game
  part: string; // a sentence of the rules
  tv: boolean;
  step: number; // of a replay
}

export const root = new URL(document.baseURI).pathname;

function read(): Route {
  const path = location.pathname.slice(root.length);
  const [page, id = ""] = path.split("/").map(decodeURIComponent);
  const found = PAGES.find((one) => one === page) ?? "room";
  const known = id || found === "finished" ? found : "room";
  return {
    page: known,
    id,
    part: decodeURIComponent(location.hash.slice(1)),
    tv: new URLSearchParams(location.search).has("tv"),
    step: Number(new URLSearchParams(location.search).get("step") ?? 0),
  };
}

export const route: Route = $state(read());

const follow = () => Object.assign(route, read());
addEventListener("popstate", follow);
addEventListener("hashchange", follow);

export function go(path: string): void {
  history.pushState(null, "", root + path);
  follow();
  scrollTo(0, 0);
}

/** A link inside the page: followed without loading it anew. */
export function inside(link: HTMLAnchorElement) {
  const click = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    event.preventDefault();
    go(link.getAttribute("href")!.replace(root, ""));
  };
  link.addEventListener("click", click);
  return { destroy: () => link.removeEventListener("click", click) };
}
