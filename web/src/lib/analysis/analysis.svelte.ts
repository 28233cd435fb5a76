// The analysis board: a position, what was played from it, and what a bot thinks of it. The server decides everything.

import { refusalOf, request } from "$lib/api";
import type { Action, Event, HintCandidate, Player, Refusal, View } from "$lib/types";
import { say } from "$lib/words.svelte";

export interface Board {
  position: View; // the whole truth
  views: View[]; // by seat
  legal: Action[][]; // by seat
  events: Event[];
}

interface Wanted {
  position?: unknown;
  seats?: number;
  options?: Record<string, unknown>;
  seed?: number;
  actions?: { seat: number; action: Action }[];
}

const DEPTHS = [50, 200, 800, 3200, 12_800]; // worlds for each action, one look after the other
const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

export class AnalysisBoard {
  board: Board | null = $state.raw(null);
  seat = $state(0); // who is asked, of those to act
  refusal: Refusal | null = $state.raw(null);
  refusedMove: Refusal | null = $state.raw(null); // shown at the thing that was tapped
  candidates: HintCandidate[] = $state.raw([]);
  worlds = $state(0); // how deep the look was that is shown
  thinking = $state(false);
  #before: Board[] = $state.raw([]);
  #asked = 0; // the analysis that counts

  constructor(readonly game: string) {}

  get position(): View | null {
    return this.board?.position ?? null;
  }

  /** What the seat that is asked sees. */
  get view(): View | null {
    return this.board?.views[this.seat] ?? null;
  }

  get legal(): Action[] {
    return this.board?.legal[this.seat] ?? [];
  }

  get canGoBack(): boolean {
    return this.#before.length > 0;
  }

  get players(): Player[] {
    const toAct = this.position?.to_act ?? [];
    return (this.position?.scores ?? []).map((_, seat) => ({
      seat,
      name: say("analyse.player", { number: seat + 1 }),
      bot: false,
      away: false,
      open: false,
      you: toAct.includes(seat) && seat === this.seat,
    }));
  }

  deal = (seats: number, options: Record<string, unknown>) => this.#fetch({ seats, options, seed: randomSeed() }, []);

  /** Set up a position; a bad one is refused, and the one before stays. */
  setUp = (position: unknown) => this.#fetch({ position }, []);

  play = (action: Action) =>
    this.#fetch({ position: this.position, actions: [{ seat: this.seat, action }], seed: randomSeed() }, [...this.#before, this.board!]);

  back(): void {
    this.#show(this.#before.at(-1)!, this.#before.slice(0, -1));
  }

  async #fetch(wanted: Wanted, before: Board[]): Promise<boolean> {
    this.refusal = this.refusedMove = null;
    try {
      this.#show(await request<Board>(`api/games/${encodeURIComponent(this.game)}/board`, wanted), before);
      return true;
    } catch (failure) {
      if (wanted.actions) this.refusedMove = refusalOf(failure);
      else this.refusal = refusalOf(failure);
      return false;
    }
  }

  #show(board: Board, before: Board[]): void {
    this.stop();
    this.refusedMove = null;
    this.#before = before;
    this.board = board;
    this.candidates = [];
    this.worlds = 0;
    if (!board.position.to_act.includes(this.seat)) this.seat = board.position.to_act[0] ?? 0;
  }

  /** Look deeper and deeper, until stopped. */
  async analyse(): Promise<void> {
    const asked = ++this.#asked;
    this.thinking = true;
    this.refusal = null;
    for (const worlds of DEPTHS) {
      const found = await this.#look(worlds, () => asked === this.#asked);
      if (asked !== this.#asked) return;
      if (!found) break;
      this.candidates = found;
      this.worlds = worlds;
    }
    this.thinking = false;
  }

  stop(): void {
    this.#asked += 1;
    this.thinking = false;
  }

  /** One look; while the server is busy, it is asked again. */
  async #look(worlds: number, wanted: () => boolean): Promise<HintCandidate[] | null> {
    const question = { position: this.position, seat: this.seat, worlds };
    try {
      const path = `api/games/${encodeURIComponent(this.game)}/analysis`;
      return (await request<{ candidates: HintCandidate[] }>(path, question)).candidates;
    } catch (failure) {
      const refusal = refusalOf(failure);
      if (!wanted()) return null;
      if (refusal.code === "busy") {
        await new Promise((done) => setTimeout(done, 1000 * Number(refusal.arguments.seconds ?? 5)));
        return this.#look(worlds, wanted);
      }
      this.refusal = refusal;
      return null;
    }
  }
}
