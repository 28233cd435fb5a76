// Checks the shuffle of a finished game on this device.

import { fromHex, sha256 } from "./sha256";
import { recall } from "./tableMemory";
import type { GameFile } from "./types";

export interface Check {
  name: string; // the sentence is fairness.<name>
  ok: boolean | null; // null: this device has nothing to compare with
}

/** The key of all chance in the game: the server's seed and the entropy of each seat, hashed. */
export function chanceKey(file: GameFile): string {
  const { seed, entropy } = file.fairness;
  const shares = entropy.map((share) => (share ? fromHex(share) : new Uint8Array(32)));
  const parts = [new TextEncoder().encode("ludoteca deal 1"), fromHex(seed), ...shares];
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

export function checkShuffle(table: string, file: GameFile): Check[] {
  const { seed, commitment, entropy } = file.fairness;
  const known = recall(table);
  return [
    { name: "seed", ok: sha256(fromHex(seed)) === commitment },
    { name: "before", ok: known.commitment ? known.commitment === commitment : null },
    { name: "share", ok: known.entropy ? entropy.includes(known.entropy) : null },
  ];
}
