// Zoom of the board: it is as large as its window times the level, and the window scrolls.

import { tick } from "svelte";
import { columnOf, rowOf, SIDE } from "./box";

export const MAX_ZOOM = 3;
const MIN_SQUARES = 9; // in view when the page chooses the level
const MARGIN = 2;

export class Zoom {
  level = $state(1);
  chosen = false; // the person chose the level, so the page leaves it alone
  window: HTMLElement | null = null;

  /** Set the level and keep a point of the window (0 to 1) where it is. */
  async to(level: number, x = 0.5, y = 0.5): Promise<void> {
    const window = this.window;
    if (!window) return;
    const side = window.clientWidth;
    const before = side * this.level;
    const [left, top] = [(window.scrollLeft + x * side) / before, (window.scrollTop + y * side) / before];
    this.level = Math.min(MAX_ZOOM, Math.max(1, level));
    await tick();
    window.scrollTo({ left: left * side * this.level - x * side, top: top * side * this.level - y * side });
  }

  async choose(level: number, x?: number, y?: number): Promise<void> {
    this.chosen = true;
    await this.to(level, x, y);
  }

  /** Show these squares as large as possible. */
  async fit(squares: number[]): Promise<void> {
    const [left, right] = [Math.min(...squares.map(columnOf)), Math.max(...squares.map(columnOf)) + 1];
    const [top, bottom] = [Math.min(...squares.map(rowOf)), Math.max(...squares.map(rowOf)) + 1];
    const squaresInView = Math.max(MIN_SQUARES, Math.max(right - left, bottom - top) + 2 * MARGIN);
    this.level = Math.max(1, SIDE / squaresInView);
    await tick();
    this.centre((left + right) / 2, (top + bottom) / 2, "instant");
  }

  /** Scroll these squares into view, if need be. */
  scrollTo(squares: number[]): void {
    const window = this.window;
    if (!window || this.level === 1) return;
    const one = (window.clientWidth * this.level) / SIDE;
    const inside = (at: number, from: number) => at * one >= from && (at + 1) * one <= from + window.clientWidth;
    if (squares.every((square) => inside(columnOf(square), window.scrollLeft) && inside(rowOf(square), window.scrollTop))) return;
    this.centre(columnOf(squares[0]) + 0.5, rowOf(squares[0]) + 0.5, "smooth");
  }

  private centre(column: number, row: number, behavior: ScrollBehavior): void {
    const window = this.window!;
    const one = (window.clientWidth * this.level) / SIDE;
    const half = window.clientWidth / 2;
    window.scrollTo({ left: column * one - half, top: row * one - half, behavior });
  }
}
