// Checks the shuffle of a finished game on this device. The browser's own hash is missing on pages without https, as in
// a home network, so a library's serves everywhere.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { recall } from "./table/tableMemory";
import type { GameFile } from "./types";

export interface Check {
  name: string; // the sentence is fairness.<name>
  ok: boolean | null; // null: this device has nothing to compare with
}

const hash = (...parts: Uint8Array[]) => bytesToHex(sha256(concatBytes(...parts)));

/** The key of all chance in the game: the server's seed and the entropy of each seat, hashed. */
export function chanceKey(file: GameFile): string {
  const { seed, entropy } = file.fairness;
  const shares = entropy.map((share) => (share ? hexToBytes(share) : new Uint8Array(32)));
  return hash(utf8ToBytes("ludoteca deal 1"), hexToBytes(seed), ...shares);
}

export function checkShuffle(table: string, file: GameFile): Check[] {
  const { seed, commitment, entropy } = file.fairness;
  const known = recall(table);
  return [
    { name: "seed", ok: hash(hexToBytes(seed)) === commitment },
    { name: "before", ok: known.commitment ? known.commitment === commitment : null },
    { name: "share", ok: known.entropy ? entropy.includes(known.entropy) : null },
  ];
}
