// The state of a table in words: the prompt, the log, the ranking, the result.

import type { LiveTable } from "./liveTable.svelte";
import { capitalize } from "$lib/options";
import { eventSentence, stepSentence } from "$lib/sentences";
import type { LogLine } from "./tableLog.svelte";
import type { BotReason, Event, View } from "$lib/types";
import { joinNames, say, sayOf } from "$lib/words.svelte";

export interface Sentence {
  id: number;
  text: string;
  line: LogLine;
}

/** A step in the log; its headline stands for all of its lines. */
export interface FoldedStep {
  id: number;
  lines: Sentence[];
  headline: string | null;
  big: boolean;
}

const MOST_LINES = 3; // of a step that is not folded

export class TableStatus {
  constructor(readonly live: LiveTable) {}

  get game(): string {
    return this.live.table?.game ?? "";
  }

  get words() {
    return sayOf(this.game);
  }

  get view(): View | null {
    return this.live.board.view;
  }

  /** We have a decision to make and have not made it yet; the board may still be busy with what came before. */
  get myTurn(): boolean {
    return this.live.myTurn;
  }

  /** The board has shown everything and asks us. */
  get asked(): boolean {
    return this.live.legal.length > 0 && !this.live.board.draft && !this.live.sending;
  }

  get verdict(): string {
    const { view, live } = this;
    if (live.table?.ended && !view?.over) return capitalize(say(`ended.${live.table.ended}`));
    if (!view?.over) return "";
    const ofGame = live.board.module?.verdict?.(view, live.seat, this.words);
    if (ofGame) return ofGame;
    const shared = view.winners.length > 1;
    if (live.seat !== null && view.winners.includes(live.seat)) return say(shared ? "over.shared" : "over.won");
    return say("over.wins", { names: this.#names(view.winners), count: view.winners.length });
  }

  /** What to do now, or whom we wait for. */
  get prompt(): string {
    const { view, live, words } = this;
    if (!view) return "";
    if (live.board.showing && live.board.lastEvent) return this.#happening(live.board.lastEvent);
    if (view.over || live.table?.ended) return this.verdict;
    if (this.asked) return capitalize(live.board.module?.turnPrompt?.(view, live.seat!, live.legal, words) ?? words(`phase.${view.phase}`));
    if (live.board.draft && live.legal.length) return words("page.changeable", live.board.draft);
    if (live.waking) return say("table.waking");
    return this.#waitingFor.length ? say("table.wait", { names: this.#names(this.#waitingFor) }) : words(`phase.${view.phase}`);
  }

  /** Seats, the best first. A tie-break is known only from the winners. */
  get ranking(): number[] {
    const scores = this.live.board.roundResult?.totals ?? this.view?.scores ?? [];
    const winners = this.live.board.roundResult ? [] : (this.view?.winners ?? []);
    const rank = (seat: number) => (this.live.board.module?.mostPointsWin ? -scores[seat] : scores[seat]);
    const lost = (seat: number) => Number(!winners.includes(seat));
    return scores.map((_, seat) => seat).toSorted((one, other) => lost(one) - lost(other) || rank(one) - rank(other));
  }

  /** The log in sentences: all of it, or the last lines. */
  logSentences(most?: number): Sentence[] {
    const lines = this.live.log.lines.filter((line) => !line.event || this.#isLogged(line.event));
    return (most ? lines.slice(-most) : lines)
      .map((line) => ({ id: line.id, text: this.#lineSentence(line) ?? "", line }))
      .filter((line) => line.text);
  }

  /** What people said. */
  get talk(): { id: number; text: string }[] {
    return this.logSentences().filter(({ line }) => line.step.did === "say");
  }

  /** The log without the talk, a step at a time; one of many events has a headline. */
  get foldedLog(): FoldedStep[] {
    const steps = new Map<number, Sentence[]>();
    for (const one of this.logSentences())
      if (one.line.step.did !== "say") steps.set(one.line.step.seq, [...(steps.get(one.line.step.seq) ?? []), one]);
    return [...steps.values()].map((lines) => ({
      id: lines[0].id,
      lines,
      headline: lines.length > MOST_LINES ? this.#headline(lines) : null,
      big: lines.some(({ line }) => line.event?.event === "dealt" || line.event?.event === "round_over"),
    }));
  }

  #headline(lines: Sentence[]): string {
    const events = lines.flatMap(({ line }) => line.event ?? []);
    return this.live.board.module?.headline?.(events, (event) => this.sentenceOf(event), this.words) ?? lines[0].text;
  }

  #isLogged(event: Event): boolean {
    return this.live.board.module?.isLogged?.(event) !== false;
  }

  /** The last event with a sentence of its own, and why a bot did it; smaller events that follow from it are only seen. */
  #happening(shown: Event): string {
    const line = this.live.log.lines.findLast((line) => line.event && this.#isLogged(line.event));
    const event = line?.event ?? shown;
    const reason = line?.step.reasons?.find((one) => one.seat === event.seat);
    return reason ? `${this.sentenceOf(event)} ${this.#why(reason)}.` : this.sentenceOf(event);
  }

  sentenceOf(event: Event): string {
    return eventSentence(event, this.game, this.live.players, this.live.seat, this.words);
  }

  /** What each bot did last, and why. */
  get botReasons(): { id: number; name: string; did: string; why: string }[] {
    return this.live.log.lastReasons.map(({ id, step, reason }) => ({
      id,
      name: this.live.players[reason!.seat]?.name ?? "",
      did: (step.events ?? []).filter((event) => event.seat === reason!.seat && this.#isLogged(event)).map((event) => this.sentenceOf(event))[0] ?? "",
      why: this.#why(reason!),
    }));
  }

  #why({ code, arguments: values }: BotReason): string {
    return capitalize(this.words(`reason.${code}`, values));
  }

  #lineSentence(line: LogLine): string | null {
    if (line.reason) return say("practice.why", { name: this.live.players[line.reason.seat]?.name ?? "", why: this.#why(line.reason) });
    return line.event ? this.sentenceOf(line.event) : stepSentence(line.step, this.live.players);
  }

  get #waitingFor(): number[] {
    const { chosen } = this.live.board;
    return (this.view?.to_act ?? []).filter((seat) => seat !== this.live.seat && !chosen.includes(seat));
  }

  #names(seats: number[]): string {
    return joinNames(seats.map((seat) => this.live.players[seat]?.name ?? ""));
  }
}
