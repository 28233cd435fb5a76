// A finished game, step by step, as one seat or a spectator saw it.

import { fetchReplay } from "$lib/api";
import { pauseTime } from "$lib/settings.svelte";
import type { Player, ReplayFrame, ReplayPart } from "$lib/types";
import { say } from "$lib/words.svelte";

const FRAMES_AT_ONCE = 100;
const STEP_TIME = 1400; // milliseconds a step while the replay runs

export class Replay {
  game: ReplayPart | null = $state.raw(null);
  frames: ReplayFrame[] = $state.raw([]); // those fetched so far
  step = $state(0);
  running = $state(false);
  seat: number | null = $state(null); // whose view is shown; null: a spectator's
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get last(): number {
    return this.game?.last ?? 0;
  }

  get frame(): ReplayFrame | null {
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

  /** Fetch the game as this seat saw it. */
  async viewAs(seat: number | null): Promise<void> {
    const first = await fetchReplay(this.id, seat, 0, FRAMES_AT_ONCE);
    this.seat = seat;
    this.game = first;
    this.frames = first.frames;
    while (this.seat === seat && this.frames.length <= first.last) {
      const more = await fetchReplay(this.id, seat, this.frames.length, FRAMES_AT_ONCE);
      if (this.seat === seat) this.frames = [...this.frames, ...more.frames];
    }
  }

  goTo(step: number): void {
    this.step = Math.max(0, Math.min(step, this.last));
  }

  toggle(): void {
    if (this.running) return this.pause();
    if (this.step >= this.last) this.goTo(0);
    this.running = true;
    this.#scheduleStep();
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #scheduleStep(): void {
    this.#timer = setTimeout(() => {
      this.goTo(this.step + 1);
      if (this.step >= this.last) this.pause();
      else this.#scheduleStep();
    }, pauseTime(STEP_TIME) || STEP_TIME / 4);
  }
}
