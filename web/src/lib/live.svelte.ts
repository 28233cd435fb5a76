// A table as it is shown: what the server told, brought to the eye one event after the other.

import { SvelteMap } from "svelte/reactivity";
import type { GameModule } from "./games";
import { entropy } from "./house";
import type { Action, Event, Player, Refusal, Step, Told, View } from "./kinds";
import { note, noteOf } from "./notes";
import { notify } from "./notify";
import { paced } from "./settings.svelte";
import { Socket, type Message } from "./socket";
import { play as sound } from "./sound";
import { say, sayOf } from "./words.svelte";

export interface Line {
  id: number;
  step: Step;
  event: Event | null;
  old: boolean; // from before we came: shown, not read out
}

export interface RoundResult {
  round: number;
  points: number[];
  totals: number[];
}

const MOST_LINES = 400;

export class LiveTable {
  told: Told | null = $state.raw(null);
  shown: View | null = $state.raw(null); // the view, as far as it has been shown
  lines: Line[] = $state.raw([]);
  last: Event | null = $state.raw(null); // the event being looked at
  showing = $state(false);
  connection: "open" | "lost" | "gone" | "new" = $state("new");
  refusal: Refusal | null = $state.raw(null);
  sending: Action | null = $state.raw(null);
  result: RoundResult | null = $state.raw(null);
  module: GameModule | null = $state.raw(null);
  waking = $state(false); // the server compiles, and we wait for the table or its bots
  ahead = $state(0); // by how many milliseconds this device's clock goes before the server's
  bubbles = new SvelteMap<string, string>(); // what a person said a moment ago

  #socket: Socket;
  #queue: Told[] = [];
  #steps = new Map<Told, Step[]>();
  #lineCount = 0;
  #wake: (() => void) | null = null;
  #hurry = false;
  #sent = "";
  #mine = false;
  #unanswered = new Map<string, (answer: Message) => void>();

  constructor(
    readonly id: string,
    readonly tv: boolean,
  ) {
    this.#socket = new Socket(id, tv, {
      told: (message) => this.#hear(message),
      connection: (state) => (this.connection = state),
      seen: () => this.#latest()?.seq ?? null,
    });
  }

  close(): void {
    this.#socket.close();
    this.#wake?.();
  }

  get seat(): number | null {
    return this.told?.you.seat ?? null;
  }

  get host(): boolean {
    return !!this.told?.you.person && this.told.you.person.id === this.told.host;
  }

  /** What we may do now; nothing while something is still being shown, or our last word is on its way. */
  get legal(): Action[] {
    const final = this.sending && (this.told?.view?.to_act.length ?? 0) < 2;
    return this.showing || final ? [] : (this.told?.legal ?? []);
  }

  get players(): Player[] {
    return (this.told?.seats ?? []).map((seat, number) => ({
      seat: number,
      name: seat.person?.name ?? (seat.bot ? say(`bot.${number % 10}`) : say("seat.open")),
      bot: !!seat.bot,
      away: seat.away || (!!seat.person && !seat.present),
      open: !seat.person && !seat.bot,
      you: number === this.seat,
    }));
  }

  act(action: Action): void {
    this.refusal = null;
    this.sending = action;
    this.#sent = this.#socket.send({ type: "act", seq: this.told!.seq, action });
  }

  command(type: string, fields: Record<string, unknown> = {}): Promise<Message> {
    this.refusal = null;
    return this.ask(type, fields);
  }

  /** Send something; what the server answers to it. */
  ask(type: string, fields: Record<string, unknown> = {}): Promise<Message> {
    const id = this.#socket.send({ type, ...fields });
    return new Promise((done) => this.#unanswered.set(id, done));
  }

  sit(seat?: number): void {
    void this.command("sit", { ...(seat === undefined ? {} : { seat }), entropy: this.#share() });
  }

  ready(): void {
    void this.command("ready", { entropy: this.#share() });
  }

  /** Our share of the shuffle, noted so that it can be looked for after the game. */
  #share(): string {
    note(this.id, { entropy: entropy() });
    return noteOf(this.id).entropy ?? entropy();
  }

  /** Show the rest at once. */
  skip(): void {
    this.#hurry = true;
    this.result = null;
    this.#wake?.();
  }

  goOn(): void {
    this.result = null;
    this.#wake?.();
  }

  #latest(): Told | null {
    return this.#queue.at(-1) ?? this.told;
  }

  #hear(message: Message): void {
    this.#unanswered.get(message.id)?.(message);
    this.#unanswered.delete(message.id);
    if (["waking", "view", "news"].includes(message.type)) this.waking = message.type === "waking";
    if (message.clock) this.ahead = Date.now() - message.clock.now;
    if (message.type === "ack") {
      if (message.id === this.#sent) this.#sent = "";
    } else if (message.type === "refused") this.#refused(message);
    else if (message.type === "view") this.#enter(message as unknown as Told);
    else if (message.type === "news") {
      const before = this.#latest();
      if (!before || message.since !== before.seq) this.#socket.afresh();
      else this.#take({ ...before, ...message } as unknown as Told, message.steps);
    }
  }

  #refused(message: Message): void {
    this.sending = null;
    if (message.now) this.#take(message.now, []);
    if (message.code === "stopping") return;
    this.refusal = { code: message.code, rule: message.rule ?? null, arguments: message.arguments ?? {} };
  }

  /** The first view: note what was promised, and ask what happened before. */
  #enter(told: Told): void {
    if (!this.told) void this.ask("history", { most: MOST_LINES }).then((answer) => this.#remember(answer.steps ?? []));
    if (!this.tv) note(this.id, { commitment: told.fairness.commitment });
    this.#take(told, []);
  }

  #remember(steps: Step[]): void {
    const known = new Set(this.lines.map((line) => line.step.seq));
    const older = steps.filter((step) => !known.has(step.seq)).flatMap((step) => this.#linesOf(step, true));
    this.lines = [...older, ...this.lines];
  }

  #linesOf(step: Step, old: boolean): Line[] {
    const events = [...(step.late || !step.events?.length ? [null] : []), ...(step.events ?? [])];
    return events.map((event) => ({ id: ++this.#lineCount, step, event, old }));
  }

  #take(told: Told, steps: Step[]): void {
    this.#steps.set(told, steps);
    this.#queue.push(told);
    if (!this.showing) void this.#show();
  }

  async #show(): Promise<void> {
    while (this.#queue.length) {
      const told = this.#queue[0];
      const steps = this.#steps.get(told) ?? [];
      if (steps.length > 1) this.#hurry = true;
      for (const step of steps) await this.#showStep(step, told);
      this.#queue.shift();
      this.#steps.delete(told);
      this.#settle(told);
    }
    this.showing = false;
    this.#hurry = false;
    this.last = null;
    this.#tellTurn();
  }

  async #showStep(step: Step, told: Told): Promise<void> {
    if (step.late || !step.events?.length) this.#note(step, null);
    if (!step.events?.length) return;
    for (const [number, event] of step.events.entries()) {
      this.#note(step, event);
      if (this.shown && this.module?.step) this.shown = this.module.step(this.shown, event);
      this.last = event;
      if (this.#hurry) continue;
      const pause = paced(this.module?.pause?.(event, step.events[number + 1]) ?? 0);
      if (pause) sound(this.module?.sound?.(event, this.seat));
      if (event.event === "round_over" && !told.view?.over) await this.#showRound(event, told);
      else if (pause) {
        this.showing = true;
        await this.#wait(pause);
      }
    }
  }

  async #showRound(event: Event, told: Told): Promise<void> {
    const points = this.told?.view && told.view && this.module?.points?.(this.told.view, told.view);
    if (!points) return;
    this.showing = true;
    this.result = { round: event.round, points, totals: told.view!.scores };
    await this.#wait(this.tv ? 7000 : 600000);
    this.result = null;
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  #settle(told: Told): void {
    const over = this.told?.stage === "playing" && told.stage === "over";
    this.told = told;
    if (told.you.seat !== null) note(this.id, { seat: told.you.seat });
    this.shown = told.view;
    if (!this.#sent) this.sending = null;
    if (over) sound("end");
  }

  #tellTurn(): void {
    const mine = this.legal.length > 0 && !this.told?.draft;
    if (mine && !this.#mine) {
      sound("turn");
      notify(say("table.your_turn"), sayOf(this.told!.game)("name"), this.id);
    }
    this.#mine = mine;
  }

  #note(step: Step, event: Event | null): void {
    const line = { id: ++this.#lineCount, step, event, old: false };
    this.lines = [...this.lines.slice(-MOST_LINES), line];
    if (step.did === "say" && step.person) {
      const person = step.person.id;
      this.bubbles.set(person, step.phrase ? say(`phrase.${step.phrase}`) : (step.text ?? ""));
      setTimeout(() => this.bubbles.delete(person), 5000);
    }
  }
}
