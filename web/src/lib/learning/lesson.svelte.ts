// A lesson being played. The server says what every move leads to; the page keeps the moves and shows the table.

import { request, refusalOf } from "$lib/api";
import { BoardAnimation } from "$lib/table/boardAnimation.svelte";
import { settings } from "$lib/settings.svelte";
import type { Action, Event, Player, Refusal, View } from "$lib/types";
import { say } from "$lib/words.svelte";

export interface LessonInfo {
  id: string;
  title: string;
  about: string;
  minutes: number;
  steps: number;
  options: Record<string, unknown>; // of a game in which it can be used
}

export interface LessonStep {
  lesson: LessonInfo;
  number: number;
  seat: number;
  view: View;
  legal: Action[];
  events: Event[];
  say: string | null; // null: the lesson is finished
  answer: string | null; // to a legal move that was not asked for, and not made
  show: Action | null; // an action that leads on
}

type Move = Action | null; // null: go on

const lessonsPath = (game: string) => `api/games/${encodeURIComponent(game)}/lessons`;

export const listLessons = (game: string) =>
  request<{ lessons: LessonInfo[] }>(`${lessonsPath(game)}/${settings.language}`).then(({ lessons }) => lessons);

export class LessonPlay {
  step: LessonStep | null = $state.raw(null);
  answer: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  sending: Action | null = $state.raw(null);
  readonly board: BoardAnimation;
  #moves: Move[] = [];
  #asking = false;

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {
    this.board = new BoardAnimation(false, {
      seat: () => this.step?.seat ?? null,
      timeToShow: () => Infinity,
      shown: () => {},
      settled: () => {},
    });
  }

  close(): void {
    this.board.close();
  }

  get finished(): boolean {
    return this.step !== null && this.step.say === null;
  }

  /** The learner only reads, and goes on. */
  get reading(): boolean {
    return this.step !== null && this.step.say !== null && !this.step.show;
  }

  get legal(): Action[] {
    return this.board.showing || this.sending ? [] : this.board.legal;
  }

  get players(): Player[] {
    return (this.board.view?.scores ?? []).map((_, seat) => {
      const you = seat === this.step?.seat;
      return { seat, name: you ? settings.name || say("lesson.you") : say(`bot.${seat % 10}`), bot: !you, away: false, open: false, you };
    });
  }

  /** Fetch the step where the learner is; again in another language. */
  async load(): Promise<void> {
    await this.#ask(this.#moves, false);
  }

  async move(move: Move): Promise<void> {
    if (this.#asking || this.board.showing || this.finished) return;
    this.sending = move;
    await this.#ask([...this.#moves, move], true);
    this.sending = null;
  }

  /** One step back. */
  async back(): Promise<void> {
    if (this.#asking || !this.#moves.length) return;
    this.board.skip();
    await this.#ask(this.#moves.slice(0, -1), false);
  }

  async again(): Promise<void> {
    this.#moves = [];
    await this.load();
  }

  async #ask(moves: Move[], animate: boolean): Promise<void> {
    this.#asking = true;
    this.answer = this.refusal = null;
    try {
      const path = `${lessonsPath(this.game)}/${encodeURIComponent(this.lesson)}/${settings.language}`;
      const step = await request<LessonStep>(path, { moves });
      this.answer = step.answer;
      if (!step.answer) this.#arrive(step, moves, animate);
    } catch (failure) {
      this.refusal = refusalOf(failure);
    } finally {
      this.#asking = false;
    }
  }

  #arrive(step: LessonStep, moves: Move[], animate: boolean): void {
    this.#moves = moves;
    this.step = step;
    const shown = animate && step.events.length ? [{ seq: moves.length, did: "act", events: step.events }] : [];
    const { view, legal } = step;
    this.board.enqueue(shown, { view, legal, draft: null, chosen: [], stage: "playing" });
  }
}
