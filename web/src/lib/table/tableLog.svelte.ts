// What happened at a table, line by line, and what people said a moment ago.

import { SvelteMap } from "svelte/reactivity";
import type { BotReason, Event, LogStep } from "$lib/types";
import { say } from "$lib/words.svelte";

export interface LogLine {
  id: number;
  step: LogStep;
  event: Event | null;
  reason?: BotReason; // why a bot did it
  old: boolean; // from before we came: shown, not announced
}

export const MAX_LOG_LINES = 400;
const BUBBLE_TIME = 5000; // milliseconds

export class TableLog {
  lines: LogLine[] = $state.raw([]);
  unread = $state(0); // things said that nobody has looked at here
  chatBubbles = new SvelteMap<string, string>(); // by person id

  #blocked = new Set<string>(); // the ids of people whose talk is not shown
  #count = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  close(): void {
    this.#timers.forEach(clearTimeout);
  }

  /** Show nothing that these people say or have said. */
  hideTalkOf(people: string[]): void {
    this.#blocked = new Set(people);
    this.lines = this.lines.filter((line) => !this.#isHidden(line.step));
    for (const person of people) this.chatBubbles.delete(person);
  }

  #isHidden(step: LogStep): boolean {
    return step.did === "say" && this.#blocked.has(step.person?.id ?? "");
  }

  add(step: LogStep, event: Event | null): void {
    if (this.#isHidden(step)) return;
    const line = { id: ++this.#count, step, event, old: false };
    const reasons = event && event === step.events?.at(-1) ? this.#reasonsOf(step, false) : [];
    this.lines = [...this.lines.slice(-MAX_LOG_LINES), line, ...reasons];
    if (step.did !== "say" || !step.person) return;
    this.#showBubble(step.person.id, step);
    this.unread++;
  }

  /** Somebody looks at what was said, as long as this is called whenever more is. */
  read(): void {
    if (this.unread) this.unread = 0;
  }

  /** What happened before we came. */
  prepend(steps: LogStep[]): void {
    const known = new Set(this.lines.map((line) => line.step.seq));
    const older = steps.filter((step) => !known.has(step.seq) && !this.#isHidden(step)).flatMap((step) => this.#linesOf(step));
    this.lines = [...older, ...this.lines];
  }

  #linesOf(step: LogStep): LogLine[] {
    const events = [...(step.late || !step.events?.length ? [null] : []), ...(step.events ?? [])];
    return [...events.map((event) => ({ id: ++this.#count, step, event, old: true })), ...this.#reasonsOf(step, true)];
  }

  #reasonsOf(step: LogStep, old: boolean): LogLine[] {
    return (step.reasons ?? []).map((reason) => ({ id: ++this.#count, step, event: null, reason, old }));
  }

  /** The last line that says why, of each bot; none is left when a move was taken back. */
  get lastReasons(): LogLine[] {
    const back = this.lines.findLastIndex((line) => line.step.did === "take_back");
    const told = this.lines.slice(back + 1).filter((line) => line.reason);
    return told.filter((line, place) => !told.slice(place + 1).some((later) => later.reason!.seat === line.reason!.seat));
  }

  #showBubble(person: string, step: LogStep): void {
    this.chatBubbles.set(person, step.phrase ? say(`phrase.${step.phrase}`) : (step.text ?? ""));
    this.#timers.add(setTimeout(() => this.chatBubbles.delete(person), BUBBLE_TIME));
  }
}
