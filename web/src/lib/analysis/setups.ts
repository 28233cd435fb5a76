// Setting up a position by tapping: every game folder with a web/SetUp.svelte.

import type { Component } from "svelte";
import type { View } from "$lib/types";
import { folderOf, type Say } from "$lib/words.svelte";

export interface SetUpProps {
  position: View; // being edited; the server has not seen it yet
  change: (position: View) => void;
  playerName: (seat: number) => string;
  say: Say;
}

const setUps = import.meta.glob<{ default: Component<SetUpProps> }>("$games/*/web/SetUp.svelte");

export const loadSetUp = (game: string) =>
  Object.entries(setUps).find(([path]) => path.includes(`/${folderOf(game)}/`))?.[1]();
