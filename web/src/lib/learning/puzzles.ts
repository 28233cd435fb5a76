// Puzzles of a game: the server shows a table and says whether a move is the solution. What was solved stays in this browser.

import { request } from "$lib/api";
import type { Action, Measure, Reason, View } from "$lib/types";

export interface PuzzleShown {
  seat: number;
  difficulty: "easy" | "medium" | "hard";
  view: View;
  legal: Action[];
}

export interface PuzzleMove {
  kind: string;
  action: Action;
  figure: number; // the chance of winning, 0 to 1, or alone the score at the end
  behind: number;
  error: number;
  reason: Reason | null;
}

export interface PuzzleAnswer {
  right: boolean;
  measure: Measure;
  lines: PuzzleMove[]; // the solution first
  worlds: number;
  source: "bots" | "games"; // a game between bots, or a finished game of a room
  missed: Record<string, number>; // by level, 0 to 1
}

const path = (game: string) => `api/games/${encodeURIComponent(game)}/puzzles`;

export const listPuzzles = (game: string) => request<{ puzzles: string[]; today: number | null }>(path(game));
export const fetchPuzzle = (game: string, number: number) => request<PuzzleShown>(`${path(game)}/${number}`);
export const tryPuzzle = (game: string, number: number, action: Action) => request<PuzzleAnswer>(`${path(game)}/${number}`, { action });

const key = (game: string) => `ludoteca.puzzles.${game}`;

export function solvedPuzzles(game: string): number[] {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? "[]");
  } catch {
    return [];
  }
}

export function markSolved(game: string, number: number): number[] {
  const solved = [...new Set([...solvedPuzzles(game), number])];
  localStorage.setItem(key(game), JSON.stringify(solved));
  return solved;
}
