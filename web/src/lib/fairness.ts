// The shuffle of a finished game, checked on this device.

import type { GameFile } from "./kinds";
import { noteOf } from "./notes";
import { fromHex, sha256 } from "./sha256";

export interface Check {
  what: string; // fair.<what> says it
  ok: boolean | null; // null: this device has nothing to compare with
}

/** The key of all chance in the game: the server's seed and what each seat added. */
export function keyOf(file: GameFile): string {
  const { seed, entropy } = file.fairness;
  const shares = entropy.map((one) => (one ? fromHex(one) : new Uint8Array(32)));
  const parts = [new TextEncoder().encode("ludoteca deal 1"), fromHex(seed), ...shares];
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

export function checksOf(table: string, file: GameFile): Check[] {
  const { seed, commitment, entropy } = file.fairness;
  const noted = noteOf(table);
  return [
    { what: "seed", ok: sha256(fromHex(seed)) === commitment },
    { what: "before", ok: noted.commitment ? noted.commitment === commitment : null },
    { what: "share", ok: noted.entropy ? entropy.includes(noted.entropy) : null },
  ];
}
