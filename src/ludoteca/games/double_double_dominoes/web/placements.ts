// Tiles, and the ways to lay them on the board. Legal placements come from the server.

import type { Action, View } from "$lib/types";
import { beside, columnOf, DIRECTIONS, nameOf, rowOf, squareOf, STAR } from "./box";

export type Tile = [number, number];

/** A tile on the board: pips of the upper or left square first. */
export interface Placement {
  tile: Tile;
  at: [string, string];
}

export const isDouble = (tile: Tile) => tile[0] === tile[1];
export const sortHalves = ([one, other]: Tile): Tile => (one <= other ? [one, other] : [other, one]);
export const tileKey = (tile: Tile) => sortHalves(tile).join("-");
export const placementKey = (placement: Placement) => `${placement.tile.join("-")} ${placement.at.join("-")}`;
export const squaresOf = (placement: Placement) => placement.at.map(squareOf);
export const asAction = ({ tile, at }: Placement): Action => ({ tile, at });

/** The placements among the legal actions. */
export const legalPlacements = (legal: Action[]): Placement[] =>
  legal.filter((action) => action.at).map((action) => action as unknown as Placement);

/** What is on a square: pips, and the index of the tile in the order laid. */
export interface CoveredSquare {
  pips: number;
  index: number;
}

export function coveredSquares(view: View): Map<number, CoveredSquare> {
  const covered = new Map<number, CoveredSquare>();
  view.board.forEach((placement: Placement, index: number) =>
    squaresOf(placement).forEach((square, half) => covered.set(square, { pips: placement.tile[half], index })),
  );
  return covered;
}

/** Every placement of a tile with a half on this square, rotated clockwise from one to the next. */
export function placementsAround(tile: Tile, square: number): Placement[] {
  const halves: Tile[] = isDouble(tile) ? [tile] : [tile, [tile[1], tile[0]]];
  return halves.flatMap((halves) => DIRECTIONS.flatMap(([down, right]) => placeHalves(halves, square, beside(square, down, right))));
}

function placeHalves(halves: Tile, square: number, other: number | null): Placement[] {
  if (other === null) return [];
  const forward = square < other;
  const at: [string, string] = forward ? [nameOf(square), nameOf(other)] : [nameOf(other), nameOf(square)];
  return [{ tile: forward ? halves : [halves[1], halves[0]], at }];
}

/** The squares of a placement that touch the tiles on the board; for the first tile, the star. */
export function touchingSquares(placement: Placement, covered: Map<number, CoveredSquare>): number[] {
  const squares = squaresOf(placement);
  if (!covered.size) return squares.filter((square) => square === STAR);
  return squares.filter((square) =>
    DIRECTIONS.some(([down, right]) => covered.has(beside(square, down, right) ?? -1)),
  );
}

export const isAcross = (placement: Placement) => rowOf(squaresOf(placement)[0]) === rowOf(squaresOf(placement)[1]);

/** The SVG transform of a tile: squares are ten wide. */
export function transformOf(placement: Placement): string {
  const [square] = squaresOf(placement);
  return `translate(${columnOf(square) * 10} ${rowOf(square) * 10})`;
}
