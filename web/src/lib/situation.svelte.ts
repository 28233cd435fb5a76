// How a table stands, in words: what is asked, of whom, who is ahead.

import type { Event, View } from "./kinds";
import type { Line, LiveTable } from "./live.svelte";
import { capital } from "./options";
import { eventSentence, stepSentence } from "./sentences";
import { listed, say, sayOf } from "./words.svelte";

export class Situation {
  constructor(readonly live: LiveTable) {}

  get game(): string {
    return this.live.told?.game ?? "";
  }

  get words() {
    return sayOf(this.game);
  }

  get view(): View | null {
    return this.live.shown;
  }

  /** It is for us to decide, and we have not done so yet. */
  get mine(): boolean {
    return this.live.legal.length > 0 && !this.live.told?.draft && !this.live.sending;
  }

  get verdict(): string {
    const { view, live } = this;
    if (live.told?.ended && !view?.over) return capital(say(`ended.${live.told.ended}`));
    if (!view?.over) return "";
    const own = live.module?.verdict?.(view, live.seat, this.words);
    if (own) return own;
    const many = view.winners.length > 1;
    if (live.seat !== null && view.winners.includes(live.seat)) return say(many ? "over.shared" : "over.won");
    return say("over.wins", { names: this.#names(view.winners), count: view.winners.length });
  }

  /** What is to be done, or waited for, now. */
  get prompt(): string {
    const { view, live, words } = this;
    if (!view) return "";
    if (live.showing && live.last) return this.sentenceOf(this.#happening ?? live.last);
    if (view.over || live.told?.ended) return this.verdict;
    if (this.mine) return capital(live.module?.ask?.(view, live.seat!, live.legal, words) ?? words(`phase.${view.phase}`));
    if (live.told?.draft && live.legal.length) return words("page.changeable", live.told.draft);
    if (live.waking) return say("table.waking");
    return this.#waiting.length ? say("table.wait", { names: this.#names(this.#waiting) }) : words(`phase.${view.phase}`);
  }

  /** Seats, the best first; a tie-break shows in the winners alone. */
  get order(): number[] {
    const scores = this.live.result?.totals ?? this.view?.scores ?? [];
    const won = this.live.result ? [] : (this.view?.winners ?? []);
    const rank = (seat: number) => (this.live.module?.most ? -scores[seat] : scores[seat]);
    const lost = (seat: number) => Number(!won.includes(seat));
    return scores.map((_, seat) => seat).toSorted((one, other) => lost(one) - lost(other) || rank(one) - rank(other));
  }

  /** What happened, in sentences; the last ones, or all. */
  lines(most?: number): { id: number; text: string; line: Line }[] {
    const told = this.live.lines.filter((line) => !line.event || this.#worth(line.event));
    return (most ? told.slice(-most) : told)
      .map((line) => ({ id: line.id, text: this.#lineSentence(line) ?? "", line }))
      .filter((line) => line.text);
  }

  #worth(event: Event): boolean {
    return this.live.module?.spoken?.(event) !== false;
  }

  /** The last event that is worth telling: what follows from it is only seen. */
  get #happening(): Event | null {
    return this.live.lines.findLast((line) => line.event && this.#worth(line.event))?.event ?? null;
  }

  sentenceOf(event: Event): string {
    return eventSentence(event, this.game, this.live.players, this.live.seat, this.words);
  }

  #lineSentence(line: Line): string | null {
    return line.event ? this.sentenceOf(line.event) : stepSentence(line.step, this.live.players);
  }

  get #waiting(): number[] {
    const chosen = this.live.told?.chosen ?? [];
    return (this.view?.to_act ?? []).filter((seat) => seat !== this.live.seat && !chosen.includes(seat));
  }

  #names(seats: number[]): string {
    return listed(seats.map((seat) => this.live.players[seat]?.name ?? ""));
  }
}
