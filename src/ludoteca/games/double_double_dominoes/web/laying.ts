// Tiles and the ways to lay them. What is allowed comes from the server's list; points are a preview for the eye.

import type { Action, View } from "$lib/kinds";
import { beside, columnOf, DIAMONDS, nameOf, pipsOn, rowOf, squareOf, STAR, WAYS } from "./printed";

export type Tile = [number, number];

/** A tile as it lies: pips of the upper or left square first. */
export interface Placement {
  tile: Tile;
  at: [string, string];
}

const BONUS = 3;

export const isDouble = (tile: Tile) => tile[0] === tile[1];
export const sorted = ([one, other]: Tile): Tile => (one <= other ? [one, other] : [other, one]);
export const tileKey = (tile: Tile) => sorted(tile).join("-");
export const keyOf = (placement: Placement) => `${placement.tile.join("-")} ${placement.at.join("-")}`;
export const squaresOf = (placement: Placement) => placement.at.map(squareOf);
export const asAction = ({ tile, at }: Placement): Action => ({ tile, at });

/** The placements among the actions allowed. */
export const placementsIn = (legal: Action[]): Placement[] =>
  legal.filter((action) => action.at).map((action) => action as unknown as Placement);

/** What lies on each square: pips, and the number of the tile in the order laid. */
export interface Covered {
  pips: number;
  index: number;
}

export function coveredIn(view: View): Map<number, Covered> {
  const covered = new Map<number, Covered>();
  view.board.forEach((placement: Placement, index: number) =>
    squaresOf(placement).forEach((square, half) => covered.set(square, { pips: placement.tile[half], index })),
  );
  return covered;
}

/** Every way a tile can lie with a half on this square, turning clockwise. */
export function waysAround(tile: Tile, square: number): Placement[] {
  const halves: Tile[] = isDouble(tile) ? [tile] : [tile, [tile[1], tile[0]]];
  return halves.flatMap((halves) => WAYS.flatMap(([down, right]) => lying(halves, square, beside(square, down, right))));
}

function lying(halves: Tile, square: number, other: number | null): Placement[] {
  if (other === null) return [];
  const forward = square < other;
  const at: [string, string] = forward ? [nameOf(square), nameOf(other)] : [nameOf(other), nameOf(square)];
  return [{ tile: forward ? halves : [halves[1], halves[0]], at }];
}

/** The squares of a placement where it touches what lies there; for the first tile, the star. */
export function anchorsOf(placement: Placement, covered: Map<number, Covered>): number[] {
  const squares = squaresOf(placement);
  if (!covered.size) return squares.filter((square) => square === STAR);
  return squares.filter((square) =>
    WAYS.some(([down, right]) => covered.has(beside(square, down, right) ?? -1)),
  );
}

export interface Gain {
  diamond: number; // for who lays
  bonus: number; // for who lays
  own: number;
  others: { seat: number; points: number }[]; // bonuses of the other seats
}

/** What a placement would score as the markers stand now. */
export function gainOf(view: View, seat: number, placement: Placement): Gain {
  const number = Math.max(...squaresOf(placement).map((square) => DIAMONDS[square]));
  const diamond = isDouble(placement.tile) ? 2 * number : number;
  const matched = (space: number) => placement.tile.includes(pipsOn(space) ?? -1);
  const seats: number[] = view.track.flatMap((space: number, other: number) => (matched(space) ? [other] : []));
  const bonus = seats.includes(seat) ? BONUS : 0;
  const others = seats.filter((other) => other !== seat).map((other) => ({ seat: other, points: BONUS }));
  return { diamond, bonus, own: diamond + bonus, others };
}

/** The better of two placements for the eye: more points, then fewer for the others. */
export const better = (one: Gain, other: Gain) => other.own - one.own || one.others.length - other.others.length;

export const isAcross = (placement: Placement) => rowOf(squaresOf(placement)[0]) === rowOf(squaresOf(placement)[1]);

/** Where a tile is drawn on the board, whose squares are ten wide. */
export function shift(placement: Placement): string {
  const [square] = squaresOf(placement);
  return `translate(${columnOf(square) * 10} ${rowOf(square) * 10})`;
}
