// The socket of a table. It reconnects by itself, and commands are sent again until they are answered.

import { root } from "$lib/route.svelte";

const PING_AFTER = 2500; // milliseconds without a message
const RECONNECT_AFTER = 9000;
const GONE = new Set([4403, 4404, 4410, 4423]); // banned, no such table, one that cannot be read or watched: no new connection makes sense

export type Message = { type: string } & Record<string, any>;

export interface Listener {
  receive(message: Message): void;
  connection(state: "open" | "lost" | "gone"): void;
  lastSeq(): number | null; // the last step received: the server sends what came after
}

export class Socket {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Message>();
  #lastHeard = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;
  #commandCount = 0;
  #clientId = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(
    readonly table: string,
    readonly watch: boolean,
    readonly listener: Listener,
  ) {
    document.addEventListener("visibilitychange", this.#onVisible);
    addEventListener("online", this.#onVisible);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#onVisible);
    removeEventListener("online", this.#onVisible);
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  /** Send a command, again after a reconnect if it was not answered. Returns its id. */
  send(command: Message): string {
    const id = `${this.#clientId}-${++this.#commandCount}`;
    this.#unanswered.set(id, { ...command, id });
    this.#write(this.#unanswered.get(id)!);
    return id;
  }

  /** Steps were missed: reconnect and start from a full view. */
  resync(): void {
    this.#failures = 0;
    this.#socket?.close();
    this.#connect(true);
  }

  #write(message: Message): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(fullView = false): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    const since = fullView ? null : this.listener.lastSeq();
    const query = new URLSearchParams();
    if (since !== null) query.set("since", String(since));
    if (this.watch) query.set("watch", "1");
    const address = new URL(`${root}api/tables/${encodeURIComponent(this.table)}/socket?${query}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastHeard = Date.now();
    socket.onopen = () => {
      this.#failures = 0;
      this.#unanswered.forEach((message) => this.#write(message));
      this.listener.connection("open");
    };
    socket.onmessage = (message) => socket === this.#socket && this.#receive(JSON.parse(message.data));
    socket.onclose = (why) => socket === this.#socket && this.#lost(why.code);
    this.#heartbeat = setInterval(() => this.#checkAlive(), 500);
  }

  #receive(message: Message): void {
    this.#lastHeard = Date.now();
    if (message.type === "pong") return;
    const sendAgain = message.type === "refused" && message.code === "stopping";
    if (message.id && !sendAgain) this.#unanswered.delete(message.id);
    this.listener.receive(message);
  }

  #checkAlive(): void {
    const silence = Date.now() - this.#lastHeard;
    if (silence > RECONNECT_AFTER) {
      this.#socket?.close();
      this.#lost(0);
    } else if (silence > PING_AFTER) this.#write({ type: "ping" });
  }

  #lost(code: number): void {
    clearInterval(this.#heartbeat);
    this.#socket = null;
    if (this.#closed) return;
    if (GONE.has(code)) {
      this.#closed = true;
      this.listener.connection("gone");
      return;
    }
    this.listener.connection("lost");
    const wait = code === 4429 ? 5000 : Math.min(300 * 2 ** this.#failures++, 5000);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #onVisible = () => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (!this.#socket || Date.now() - this.#lastHeard > PING_AFTER * 2) {
      this.#socket?.close();
      this.#failures = 0;
      this.#connect();
    }
  };
}
