// A game against beginners, for people who have just learned how it goes; or practice, where all can be taken back.

import { createTable, listGames } from "$lib/api";
import { signIn } from "$lib/me/guest";
import { closestSet } from "$lib/options";
import { markQuickStart } from "$lib/room/quickStart";
import { navigate } from "$lib/route.svelte";

const LEVEL = "beginner";
const SEATS = 3;

export async function beginFirstGame(id: string, options: Record<string, unknown>, practice = false): Promise<void> {
  const game = (await listGames()).find((one) => one.id === id)!;
  const set = closestSet(game, { ...game.options[0].complete, ...options });
  const seats = Math.max(set.seats[0], Math.min(SEATS, set.seats[1]), 2);
  await signIn();
  const made = await createTable({ game: id, options: set.options, seats: ["me", ...Array(seats - 1).fill({ bot: LEVEL })], start: "ready", hints: true, practice });
  markQuickStart(made.table);
  navigate(`table/${made.table}`);
}
