// A table that is being played: what the server sent, shown one event after the other.

import { SvelteMap } from "svelte/reactivity";
import type { GameModule } from "./games";
import { notify } from "./notifications";
import { pauseTime } from "./settings.svelte";
import { Socket, type Message } from "./socket";
import { playSound } from "./sound";
import { randomEntropy, recall, remember } from "./tableMemory";
import type { Action, Event, LogStep, Player, Refusal, TableState, View } from "./types";
import { say, sayOf } from "./words.svelte";

export interface LogLine {
  id: number;
  step: LogStep;
  event: Event | null;
  old: boolean; // from before we came: shown, not announced
}

export interface RoundResult {
  round: number;
  points: number[];
  totals: number[];
}

const MAX_LOG_LINES = 400;

export class LiveTable {
  table: TableState | null = $state.raw(null);
  shownView: View | null = $state.raw(null); // with the events shown so far applied
  logLines: LogLine[] = $state.raw([]);
  lastEvent: Event | null = $state.raw(null); // the event being shown
  showing = $state(false); // events are being shown one by one
  connection: "open" | "lost" | "gone" | "new" = $state("new");
  refusal: Refusal | null = $state.raw(null);
  sending: Action | null = $state.raw(null);
  roundResult: RoundResult | null = $state.raw(null);
  module: GameModule | null = $state.raw(null);
  waking = $state(false); // the server is compiling, and table or bots wait for it
  clockAhead = $state(0); // how many milliseconds this device's clock is ahead of the server's
  chatBubbles = new SvelteMap<string, string>(); // what a person said a moment ago, by person id

  #socket: Socket;
  #queue: { table: TableState; steps: LogStep[] }[] = [];
  #lineCount = 0;
  #endPause: (() => void) | null = null;
  #skipping = false;
  #sentId = "";
  #wasMyTurn = false;
  #unanswered = new Map<string, (answer: Message) => void>();

  constructor(
    readonly id: string,
    readonly tv: boolean,
  ) {
    this.#socket = new Socket(id, tv, {
      receive: (message) => this.#receive(message),
      connection: (state) => (this.connection = state),
      lastSeq: () => this.#latest()?.seq ?? null,
    });
  }

  close(): void {
    this.#socket.close();
    this.#endPause?.();
  }

  get seat(): number | null {
    return this.table?.you.seat ?? null;
  }

  get isHost(): boolean {
    return !!this.table?.you.person && this.table.you.person.id === this.table.host;
  }

  /** Our legal actions; none while events are shown or our last action is on its way. */
  get legal(): Action[] {
    const final = this.sending && (this.table?.view?.to_act.length ?? 0) < 2;
    return this.showing || final ? [] : (this.table?.legal ?? []);
  }

  get players(): Player[] {
    return (this.table?.seats ?? []).map((seat, number) => ({
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
    this.#sentId = this.#socket.send({ type: "act", seq: this.table!.seq, action });
  }

  /** Send a command that changes the table; the refusal shown before it is gone. */
  command(type: string, fields: Record<string, unknown> = {}): Promise<Message> {
    this.refusal = null;
    return this.ask(type, fields);
  }

  /** Send a message and wait for its answer. */
  ask(type: string, fields: Record<string, unknown> = {}): Promise<Message> {
    const id = this.#socket.send({ type, ...fields });
    return new Promise((done) => this.#unanswered.set(id, done));
  }

  sit(seat?: number): void {
    void this.command("sit", { ...(seat === undefined ? {} : { seat }), entropy: this.#entropy() });
  }

  ready(): void {
    void this.command("ready", { entropy: this.#entropy() });
  }

  /** Our part of the shuffle, remembered so that it can be looked for after the game. */
  #entropy(): string {
    remember(this.id, { entropy: randomEntropy() });
    return recall(this.id).entropy ?? randomEntropy();
  }

  /** Apply the remaining events at once. */
  skip(): void {
    this.#skipping = true;
    this.closeRound();
  }

  closeRound(): void {
    this.roundResult = null;
    this.#endPause?.();
  }

  #latest(): TableState | null {
    return this.#queue.at(-1)?.table ?? this.table;
  }

  #receive(message: Message): void {
    this.#unanswered.get(message.id)?.(message);
    this.#unanswered.delete(message.id);
    if (["waking", "view", "news"].includes(message.type)) this.waking = message.type === "waking";
    if (message.clock) this.clockAhead = Date.now() - message.clock.now;
    if (message.type === "ack") {
      if (message.id === this.#sentId) this.#sentId = "";
    } else if (message.type === "refused") this.#refused(message);
    else if (message.type === "view") this.#enter(message as unknown as TableState);
    else if (message.type === "news") this.#news(message);
  }

  #news(message: Message): void {
    const before = this.#latest();
    if (!before || message.since !== before.seq) this.#socket.resync();
    else this.#enqueue({ ...before, ...message } as unknown as TableState, message.steps);
  }

  #refused(message: Message): void {
    this.sending = null;
    if (message.now) this.#enqueue(message.now, []);
    if (message.code === "stopping") return;
    this.refusal = { code: message.code, rule: message.rule ?? null, arguments: message.arguments ?? {} };
  }

  /** The first view: remember the commitment, and fetch the log of what happened before. */
  #enter(table: TableState): void {
    if (!this.table) void this.ask("history", { most: MAX_LOG_LINES }).then((answer) => this.#prependHistory(answer.steps ?? []));
    if (!this.tv) remember(this.id, { commitment: table.fairness.commitment });
    this.#enqueue(table, []);
  }

  #prependHistory(steps: LogStep[]): void {
    const known = new Set(this.logLines.map((line) => line.step.seq));
    const older = steps.filter((step) => !known.has(step.seq)).flatMap((step) => this.#linesOf(step));
    this.logLines = [...older, ...this.logLines];
  }

  #linesOf(step: LogStep): LogLine[] {
    const events = [...(step.late || !step.events?.length ? [null] : []), ...(step.events ?? [])];
    return events.map((event) => ({ id: ++this.#lineCount, step, event, old: true }));
  }

  #enqueue(table: TableState, steps: LogStep[]): void {
    this.#queue.push({ table, steps });
    if (!this.showing) void this.#showQueue();
  }

  async #showQueue(): Promise<void> {
    while (this.#queue.length) {
      const { table, steps } = this.#queue[0];
      if (steps.length > 1) this.#skipping = true;
      for (const step of steps) await this.#showStep(step, table);
      this.#queue.shift();
      this.#settle(table);
    }
    this.showing = false;
    this.#skipping = false;
    this.lastEvent = null;
    this.#announceTurn();
  }

  async #showStep(step: LogStep, table: TableState): Promise<void> {
    if (step.late || !step.events?.length) this.#log(step, null);
    if (!step.events?.length) return;
    for (const [number, event] of step.events.entries()) {
      this.#log(step, event);
      if (this.shownView && this.module?.applyEvent) this.shownView = this.module.applyEvent(this.shownView, event);
      this.lastEvent = event;
      if (this.#skipping) continue;
      const pause = pauseTime(this.module?.pause?.(event, step.events[number + 1]) ?? 0);
      if (pause) playSound(this.module?.sound?.(event, this.seat));
      if (event.event === "round_over" && !table.view?.over) await this.#showRound(event, table);
      else if (pause) {
        this.showing = true;
        await this.#wait(pause);
      }
    }
  }

  async #showRound(event: Event, table: TableState): Promise<void> {
    const points = this.table?.view && table.view && this.module?.roundPoints?.(this.table.view, table.view);
    if (!points) return;
    this.showing = true;
    this.roundResult = { round: event.round, points, totals: table.view!.scores };
    await this.#wait(this.tv ? 7000 : 600000);
    this.roundResult = null;
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  #settle(table: TableState): void {
    const over = this.table?.stage === "playing" && table.stage === "over";
    this.table = table;
    if (table.you.seat !== null) remember(this.id, { seat: table.you.seat });
    this.shownView = table.view;
    if (!this.#sentId) this.sending = null;
    if (over) playSound("end");
  }

  #announceTurn(): void {
    const myTurn = this.legal.length > 0 && !this.table?.draft;
    if (myTurn && !this.#wasMyTurn) {
      playSound("turn");
      notify(say("table.your_turn"), sayOf(this.table!.game)("name"), this.id);
    }
    this.#wasMyTurn = myTurn;
  }

  #log(step: LogStep, event: Event | null): void {
    const line = { id: ++this.#lineCount, step, event, old: false };
    this.logLines = [...this.logLines.slice(-MAX_LOG_LINES), line];
    if (step.did === "say" && step.person) this.#showBubble(step.person.id, step);
  }

  #showBubble(person: string, step: LogStep): void {
    this.chatBubbles.set(person, step.phrase ? say(`phrase.${step.phrase}`) : (step.text ?? ""));
    setTimeout(() => this.chatBubbles.delete(person), 5000);
  }
}
