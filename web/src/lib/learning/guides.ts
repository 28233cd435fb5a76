// The guides in pictures: every game folder with a web/Guide.svelte.

import type { Component } from "svelte";
import { folderOf, type Say } from "$lib/words.svelte";

export interface GuideProps {
  options: Record<string, any>; // of the variant to show, with the defaults
  say: Say;
}

const guides = import.meta.glob<{ default: Component<GuideProps> }>("$games/*/web/Guide.svelte");

export const loadGuide = (game: string) =>
  Object.entries(guides).find(([path]) => path.includes(`/${folderOf(game)}/`))?.[1]();
