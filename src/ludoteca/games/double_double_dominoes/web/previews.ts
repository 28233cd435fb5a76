// What a placement would score. The server scores; this is shown before.

import type { View } from "$lib/types";
import { DIAMONDS, pipsOn } from "./box";
import { isDouble, squaresOf, type Placement } from "./placements";

const BONUS = 3;

export interface Gain {
  diamond: number;
  bonus: number;
  own: number; // both together
  others: { seat: number; points: number }[]; // their bonuses
}

/** The points of a placement as the markers stand now. */
export function previewGain(view: View, seat: number, placement: Placement): Gain {
  const number = Math.max(...squaresOf(placement).map((square) => DIAMONDS[square]));
  const diamond = isDouble(placement.tile) ? 2 * number : number;
  const matched = (space: number) => placement.tile.includes(pipsOn(space) ?? -1);
  const seats: number[] = view.track.flatMap((space: number, other: number) => (matched(space) ? [other] : []));
  const bonus = seats.includes(seat) ? BONUS : 0;
  const others = seats.filter((other) => other !== seat).map((other) => ({ seat: other, points: BONUS }));
  return { diamond, bonus, own: diamond + bonus, others };
}

/** For sorting: more points first, then fewer for the others. */
export const compareGains = (one: Gain, other: Gain) => other.own - one.own || one.others.length - other.others.length;
