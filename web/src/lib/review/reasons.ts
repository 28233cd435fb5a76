// Why a move, in the words of its game.

import type { Reason } from "$lib/types";
import { hasWord, sayOf } from "$lib/words.svelte";

/** Of a move that is worse than another, what speaks for it is told with the "but", where the game has words for it. */
export function reasonText(game: string, { code, arguments: values }: Reason, worse: boolean): string {
  const key = `reason.${code}`;
  return sayOf(game)(worse && hasWord(game, `${key}.worse`) ? `${key}.worse` : key, values);
}
