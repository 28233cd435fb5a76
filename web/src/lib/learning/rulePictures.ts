// Drawings in the rules: every game folder with a web/RulePicture.svelte, which says for which rules it has one.

import type { Component } from "svelte";
import { folderOf, type Say } from "$lib/words.svelte";

export interface RulePictureProps {
  rule: string;
  say: Say;
}

interface RulePictures {
  default: Component<RulePictureProps>;
  drawn: string[]; // a table that follows such a rule says the same, and is left out
}

const pictures = import.meta.glob<RulePictures>("$games/*/web/RulePicture.svelte");

export const loadRulePictures = (game: string) =>
  Object.entries(pictures).find(([path]) => path.includes(`/${folderOf(game)}/`))?.[1]();
