// The board of a table: what the server sent, shown one event after the other. Everything else at a table is told at once.

import type { GameModule } from "$lib/games";
import { pauseTime } from "$lib/settings.svelte";
import { playSound } from "$lib/device/sound";
import type { Action, Event, LogStep, TableState, View } from "$lib/types";

/** What the board shows once all events have been shown. */
export type Board = Pick<TableState, "view" | "legal" | "draft" | "chosen" | "stage">;

export interface RoundResult {
  round: number;
  points: number[];
  totals: number[];
}

export interface Surroundings {
  seat(): number | null;
  timeToShow(): number; // milliseconds that our clock leaves for it; Infinity while it does not run
  shown(step: LogStep, event: Event | null): void;
  settled(): void; // all is shown
}

type Frame = { step: LogStep; event: Event | null; next?: Event; quick: boolean } | { board: Board };

const ROUND_TIME = 7000; // milliseconds that the result of a round stays where it may not stay until it is closed
const UNTIL_CLOSED = 600_000;

export class BoardAnimation {
  module: GameModule | null = $state.raw(null);
  view: View | null = $state.raw(null); // with the events shown so far applied
  legal: Action[] = $state.raw([]);
  draft: Action | null = $state.raw(null);
  chosen: number[] = $state.raw([]);
  lastEvent: Event | null = $state.raw(null); // the event being shown
  showing = $state(false);
  roundResult: RoundResult | null = $state.raw(null);

  #frames: Frame[] = [];
  #running = false;
  #skipping = false;
  #closed = false;
  #settledView: View | null = null; // before the events being shown
  #stage: Board["stage"] | null = null;
  #pause: { ends: number; timer: ReturnType<typeof setTimeout>; done: () => void } | null = null;

  constructor(
    readonly tv: boolean,
    readonly around: Surroundings,
  ) {
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  /** Leave the table: nothing more is shown or heard. */
  close(): void {
    this.#closed = true;
    this.#frames = [];
    this.roundResult = null;
    document.removeEventListener("visibilitychange", this.#onHidden);
    this.#endPause();
  }

  /** Show these steps after all that waits already, then the board as it is now. Several at once were missed: no show. */
  enqueue(steps: LogStep[], board: Board): void {
    const quick = document.hidden || steps.length > 1;
    for (const step of steps) {
      const events = step.events ?? [];
      if (step.late || !events.length) this.#frames.push({ step, event: null, quick });
      events.forEach((event, number) => this.#frames.push({ step, event, next: events[number + 1], quick }));
    }
    this.#frames.push({ board });
    if (!this.#running) void this.#run();
    else this.hurry();
  }

  /** Show what is left at once. */
  skip(): void {
    this.#skipping = true;
    this.closeRound();
  }

  closeRound(): void {
    this.roundResult = null;
    this.#endPause();
  }

  /** Shorten the present pause if our clock has begun to run. */
  hurry(): void {
    if (!this.#pause) return;
    const left = Math.min(this.#pause.ends - Date.now(), this.#hasLimit ? ROUND_TIME : Infinity);
    clearTimeout(this.#pause.timer);
    this.#startTimer(left * this.#haste(left));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      if ("board" in frame) this.#settle(frame.board);
      else if (frame.event === null) this.around.shown(frame.step, null);
      else {
        const wait = this.#show(frame, frame.event);
        if (wait) await this.#wait(wait);
      }
    }
    this.#running = false;
    this.showing = false;
    this.#skipping = false;
    this.lastEvent = null;
    if (!this.#closed) this.around.settled();
  }

  /** Show an event; how long it stays. */
  #show(frame: Frame & { step: LogStep }, event: Event): number {
    this.around.shown(frame.step, event);
    if (this.view && this.module?.applyEvent) this.view = this.module.applyEvent(this.view, event);
    this.lastEvent = event;
    if (this.#startsRound(event)) return this.#showRound(event);
    const pause = this.#pauseOf(frame);
    if (pause) playSound(this.module?.sound?.(event, this.around.seat()));
    return pause * this.#haste(pause);
  }

  #pauseOf(frame: Frame): number {
    if ("board" in frame || !frame.event || frame.quick || this.#skipping) return 0;
    return pauseTime(this.module?.pause?.(frame.event, frame.next) ?? 0);
  }

  /** By how much to shorten a pause, so that this one and all that wait end in time. */
  #haste(pause: number): number {
    const all = this.#frames.reduce((sum, frame) => sum + this.#pauseOf(frame), pause);
    return all ? Math.max(0, Math.min(1, this.around.timeToShow() / all)) : 1;
  }

  get #hasLimit(): boolean {
    return this.around.timeToShow() < Infinity;
  }

  #startsRound(event: Event): boolean {
    return event.event === "round_over" && !this.#skipping && !this.#nextBoard?.view?.over;
  }

  get #nextBoard(): Board | undefined {
    return this.#frames.find((frame) => "board" in frame)?.board;
  }

  /** The result of a round stays until it is closed; on a big screen, or while our clock runs, for a while. */
  #showRound(event: Event): number {
    const after = this.#nextBoard?.view;
    const points = this.#settledView && after && this.module?.roundPoints?.(this.#settledView, after);
    if (!points) return 0;
    this.roundResult = { round: event.round, points, totals: after.scores };
    return this.tv || this.#hasLimit ? ROUND_TIME * this.#haste(ROUND_TIME) : UNTIL_CLOSED;
  }

  async #wait(milliseconds: number): Promise<void> {
    this.showing = true;
    await new Promise<void>((done) => {
      this.#pause = { ends: 0, timer: 0 as never, done };
      this.#startTimer(milliseconds);
    });
    this.#pause = null;
    this.roundResult = null;
  }

  #startTimer(milliseconds: number): void {
    const pause = this.#pause!;
    pause.ends = Date.now() + milliseconds;
    pause.timer = setTimeout(pause.done, milliseconds);
  }

  #endPause(): void {
    clearTimeout(this.#pause?.timer);
    this.#pause?.done();
  }

  #settle(board: Board): void {
    if (this.#stage === "playing" && board.stage === "over") playSound("end");
    this.#stage = board.stage;
    this.view = this.#settledView = board.view;
    this.legal = board.legal;
    this.draft = board.draft;
    this.chosen = board.chosen;
  }

  /** Nobody looks: what waits is shown at once, but the result of a round stays. */
  #onHidden = () => {
    if (!document.hidden) return;
    for (const frame of this.#frames) if ("quick" in frame) frame.quick = true;
    if (!this.roundResult) this.#endPause();
  };
}
