// What is printed on the board and the scoring track, and the numbers of the rulebook.

import type { View } from "$lib/types";

export const SIDE = 15;
const COLUMNS = "ABCDEFGHIJKLMNO";
const UPPER_HALF = [
  "5 . . 4 . . . 3 . . . 4 . . 5",
  ". . 3 . . 4 . . . 4 . . 3 . .",
  ". 3 . . 2 . . . . . 2 . . 3 .",
  "4 . . 3 . 2 . . . 2 . 3 . . 4",
  ". . 2 . 1 . 1 . 1 . 1 . 2 . .",
  ". 4 . 2 . 1 . . . 1 . 2 . 4 .",
  ". . . . 1 . . . . . 1 . . . .",
  "3 . . . . . . * . . . . . . 3",
];
const BOARD = [...UPPER_HALF, ...UPPER_HALF.slice(0, -1).toReversed()].flatMap((row) => row.split(" "));

/** The number of the diamond on each square, 0 where there is none. */
export const DIAMONDS = BOARD.map((mark) => Number(mark) || 0);
export const STAR = BOARD.indexOf("*");
export const SQUARES = BOARD.map((_, square) => square);

export const rowOf = (square: number) => Math.floor(square / SIDE);
export const columnOf = (square: number) => square % SIDE;
export const nameOf = (square: number) => `${rowOf(square) + 1}${COLUMNS[columnOf(square)]}`;
const BY_NAME = new Map(SQUARES.map((square) => [nameOf(square), square]));
export const squareOf = (name: string) => BY_NAME.get(name)!;

/** The square beside another, or null off the board. */
export function beside(square: number, down: number, right: number): number | null {
  const row = rowOf(square) + down;
  const column = columnOf(square) + right;
  return row >= 0 && row < SIDE && column >= 0 && column < SIDE ? row * SIDE + column : null;
}

export const DIRECTIONS = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const; // right, down, left, up: clockwise

const TRACK =
  "1234560253462203541624550634201513444506354132001123635210665212503350614063514262316562040164416630";
export const SPACES = TRACK.length;

/** The pips of a space of the track; none on START and beyond the last space. */
export const pipsOn = (space: number): number | null => (space >= 1 && space <= SPACES ? Number(TRACK[space - 1]) : null);

const GOALS = [0, 0, 100, 75, 50, 75, 50]; // by seats
const SETS = [0, 0, 2, 2, 2, 3, 3];
export const goalOf = (view: View): number => view.options.goal ?? GOALS[view.seats];
export const setsOf = (view: View): number => SETS[view.seats];
