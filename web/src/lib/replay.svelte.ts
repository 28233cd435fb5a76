// A finished game, step by step, through the eyes of a seat.

import { readReplay } from "./house";
import type { Frame, Player, Replayed } from "./kinds";
import { paced } from "./settings.svelte";
import { say } from "./words.svelte";

const PIECE = 100; // frames asked for at once
const LOOK = 1400; // milliseconds for a step when it plays by itself

export class Replay {
  game: Replayed | null = $state.raw(null);
  frames: Frame[] = $state.raw([]); // as far as they have come
  step = $state(0);
  running = $state(false);
  seat: number | null = $state(null); // whose eyes; null: a spectator's
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get last(): number {
    return this.game?.last ?? 0;
  }

  get frame(): Frame | null {
    return this.frames[Math.min(this.step, this.frames.length - 1)] ?? null;
  }

  get players(): Player[] {
    return (this.game?.seats ?? []).map((place, seat) => ({
      seat,
      name: place.person ?? say(`bot.${seat % 10}`),
      bot: !place.person,
      away: false,
      open: false,
      you: seat === this.seat,
    }));
  }

  async look(seat: number | null): Promise<void> {
    const first = await readReplay(this.id, seat, 0, PIECE);
    this.seat = seat;
    this.game = first;
    this.frames = first.frames;
    while (this.seat === seat && this.frames.length <= first.last) {
      const more = await readReplay(this.id, seat, this.frames.length, PIECE);
      if (this.seat === seat) this.frames = [...this.frames, ...more.frames];
    }
  }

  to(step: number): void {
    this.step = Math.max(0, Math.min(step, this.last));
  }

  toggle(): void {
    if (this.running) return this.pause();
    if (this.step >= this.last) this.to(0);
    this.running = true;
    this.#wait();
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.to(this.step + 1);
      if (this.step >= this.last) this.pause();
      else this.#wait();
    }, paced(LOOK) || LOOK / 4);
  }
}
