// One socket to one table: it comes back by itself, and no command is lost on the way.

import { root } from "./route.svelte";

const SILENCE = 2500; // after so long without a word, ask whether the server is there
const GIVEN_UP = 9000; // and after so long, connect anew
const GONE = new Set([4404]);

export type Message = { type: string } & Record<string, any>;

export interface Listener {
  told(message: Message): void;
  connection(state: "open" | "lost" | "gone"): void;
  seen(): number | null; // the last step seen, to be told only what was missed
}

export class Socket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Message>();
  #heard = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;
  #count = 0;
  #name = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(
    readonly table: string,
    readonly watch: boolean,
    readonly listener: Listener,
  ) {
    document.addEventListener("visibilitychange", this.#awake);
    addEventListener("online", this.#awake);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#awake);
    removeEventListener("online", this.#awake);
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  /** Send a command; it is sent again after a lost connection until it is answered. */
  send(command: Message): string {
    const id = `${this.#name}-${++this.#count}`;
    this.#waiting.set(id, { ...command, id });
    this.#write(this.#waiting.get(id)!);
    return id;
  }

  /** Something was missed: begin again with a full view. */
  afresh(): void {
    this.#failures = 0;
    this.#socket?.close();
    this.#connect(true);
  }

  #write(message: Message): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(fully = false): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const seen = fully ? null : this.listener.seen();
    const query = new URLSearchParams();
    if (seen !== null) query.set("since", String(seen));
    if (this.watch) query.set("watch", "1");
    const address = new URL(`${root}api/tables/${encodeURIComponent(this.table)}/socket?${query}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#failures = 0;
      this.#waiting.forEach((message) => this.#write(message));
      this.listener.connection("open");
    };
    socket.onmessage = (message) => socket === this.#socket && this.#hear(JSON.parse(message.data));
    socket.onclose = (why) => socket === this.#socket && this.#lost(why.code);
    this.#beat = setInterval(() => this.#check(), 500);
  }

  #hear(message: Message): void {
    this.#heard = Date.now();
    if (message.type === "pong") return;
    const again = message.type === "refused" && message.code === "stopping";
    if (message.id && !again) this.#waiting.delete(message.id);
    this.listener.told(message);
  }

  #check(): void {
    const silent = Date.now() - this.#heard;
    if (silent > GIVEN_UP) {
      this.#socket?.close();
      this.#lost(0);
    } else if (silent > SILENCE) this.#write({ type: "ping" });
  }

  #lost(code: number): void {
    clearInterval(this.#beat);
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

  #awake = () => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (!this.#socket || Date.now() - this.#heard > SILENCE * 2) {
      this.#socket?.close();
      this.#failures = 0;
      this.#connect();
    }
  };
}
