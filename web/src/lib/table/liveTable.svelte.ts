// A table that is being played. Facts (clock, seats, talk, whose turn) count when they arrive; only the board is animated.

import { BoardAnimation } from "./boardAnimation.svelte";
import { notice } from "$lib/room/notice.svelte";
import { dismissNotification, notify } from "$lib/device/notifications";
import { Socket, type Message } from "./socket";
import { playSound } from "$lib/device/sound";
import { MAX_LOG_LINES, TableLog } from "./tableLog.svelte";
import { randomEntropy, recall, remember } from "./tableMemory";
import type { Action, LogStep, Player, Refusal, TableState } from "$lib/types";
import { say, sayOf } from "$lib/words.svelte";

const SHOW_SHARE = 0.02; // of our time for a move

export class LiveTable {
  table: TableState | null = $state.raw(null); // the facts, as the server told them last
  connection: "open" | "lost" | "gone" | "new" = $state("new");
  refusal: Refusal | null = $state.raw(null);
  sending: Action | null = $state.raw(null); // until the board shows what came of it
  waking = $state(false); // the server is compiling, and table, bots or a hint wait for it
  seatsToldAt = $state(0); // when, by this device's clock
  clockAhead = $state(0); // how many milliseconds this device's clock is ahead of the server's
  actedAt = -Infinity; // when we last did something, by the clock of this page
  readonly board: BoardAnimation;
  readonly log = new TableLog();

  #socket: Socket;
  #sentId = ""; // of our action, until it is answered
  #answered = $state(true); // the table has our last action
  #answeredBy = 0; // with this step
  #wasMyTurn = false;
  #soundDue = false;
  #unanswered = new Map<string, (answer: Message) => void>();

  constructor(
    readonly id: string,
    readonly tv: boolean,
  ) {
    this.board = new BoardAnimation(tv, {
      seat: () => this.seat,
      timeToShow: () => this.#timeToShow(),
      shown: (step, event) => this.log.add(step, event),
      settled: () => this.#settled(),
    });
    this.#socket = new Socket(id, tv, {
      receive: (message) => this.#receive(message),
      connection: (state) => (this.connection = state),
      lastSeq: () => this.table?.seq ?? null,
    });
  }

  close(): void {
    this.#socket.close();
    this.board.close();
    this.log.close();
    dismissNotification();
  }

  get seat(): number | null {
    return this.table?.you.seat ?? null;
  }

  get isHost(): boolean {
    return !!this.table?.you.person && this.table.you.person.id === this.table.host;
  }

  /** The table waits for us, whether or not the board shows it already. */
  get myTurn(): boolean {
    return !!this.table?.legal.length && !this.table.draft && this.#answered;
  }

  /** Our legal actions; none while events are shown or our last action is on its way. */
  get legal(): Action[] {
    const final = this.sending && (this.table?.view?.to_act.length ?? 0) < 2;
    return this.board.showing || final ? [] : this.board.legal;
  }

  get players(): Player[] {
    return (this.table?.seats ?? []).map((seat, number) => ({
      seat: number,
      name: seat.person?.name ?? (seat.bot ? say(`bot.${number % 10}`) : say("seat.open")),
      picture: seat.person?.picture,
      bot: !!seat.bot,
      away: seat.away || (!!seat.person && !seat.present),
      open: !seat.person && !seat.bot,
      you: number === this.seat,
    }));
  }

  /** Act, unless the same action or one that cannot be changed is on its way. */
  act(action: Action): void {
    const changeable = (this.table?.view?.to_act.length ?? 0) > 1;
    if (!this.#answered && (!changeable || JSON.stringify(this.sending) === JSON.stringify(action))) return;
    this.actedAt = performance.now();
    this.refusal = null;
    this.sending = action;
    this.#answered = false;
    this.#answeredBy = Infinity;
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

  #receive(message: Message): void {
    this.#unanswered.get(message.id)?.(message);
    this.#unanswered.delete(message.id);
    if (["waking", "view", "news", "hint"].includes(message.type)) this.waking = message.type === "waking";
    if (message.seats ?? message.now?.seats) this.seatsToldAt = Date.now();
    if (message.clock) this.clockAhead = Date.now() - message.clock.now;
    if (message.type === "notice") notice.text = message.text;
    else if (message.type === "ack") this.#acknowledged(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "view") this.#enter(message as unknown as TableState);
    else if (message.type === "news") this.#news(message);
  }

  #acknowledged(message: Message): void {
    if (message.id !== this.#sentId) return;
    this.#sentId = "";
    this.#answeredBy = message.seq;
    if (this.table && this.table.seq >= message.seq) this.#apply(this.table, []); // sent twice, and known already
  }

  #news(message: Message): void {
    if (!this.table || message.since !== this.table.seq) this.#socket.resync();
    else this.#apply({ ...this.table, ...message } as unknown as TableState, message.steps);
  }

  /** A refusal of talk or of a hint says nothing about our action, which may still be on its way. */
  #refused(message: Message): void {
    if (message.id === this.#sentId && message.code !== "stopping") {
      this.sending = null;
      this.#sentId = "";
      this.#answeredBy = 0;
    }
    if (message.now) this.#apply(message.now, []);
    if (message.code === "stopping") return;
    this.refusal = { code: message.code, rule: message.rule ?? null, arguments: message.arguments ?? {} };
  }

  /** The first view: remember the commitment, and fetch the log of what happened before. */
  #enter(table: TableState): void {
    if (!this.table) void this.ask("history", { most: MAX_LOG_LINES }).then((answer) => this.log.prepend(answer.steps ?? []));
    if (!this.tv) remember(this.id, { commitment: table.fairness.commitment });
    this.#apply(table, []);
  }

  /** Facts count now; steps that moved something on the board are shown, the others go to the log. */
  #apply(table: TableState, steps: LogStep[]): void {
    this.table = table;
    if (table.you.seat !== null) remember(this.id, { seat: table.you.seat });
    this.#answered = table.seq >= this.#answeredBy;
    const moves = steps.filter((step) => step.events?.length);
    for (const step of steps) if (!moves.includes(step)) this.log.add(step, null);
    this.#noticeTurn();
    this.board.enqueue(moves, table);
  }

  /** How long the board may still be animated: until our clock counts, and for a small part of its time. */
  #timeToShow(): number {
    const clock = this.table?.clock;
    const due = this.seat === null ? null : clock?.due[this.seat];
    return clock && due ? due - 1000 * clock.seconds * (1 - SHOW_SHARE) + this.clockAhead - Date.now() : Infinity;
  }

  #noticeTurn(): void {
    if (this.myTurn && !this.#wasMyTurn) {
      this.#soundDue = true;
      void notify(say("table.your_turn"), sayOf(this.table!.game)("name"), this.id);
    } else if (!this.myTurn) dismissNotification();
    this.#wasMyTurn = this.myTurn;
  }

  #settled(): void {
    if (this.#answered) this.sending = null;
    if (this.#soundDue && this.myTurn) playSound("turn");
    this.#soundDue = false;
  }
}
