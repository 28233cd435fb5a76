// A tile of the hand that is held over the board: which one, over which square, and how it is turned.

import type { Action, View } from "$lib/kinds";
import { settings } from "$lib/settings.svelte";
import { anchorsOf, better, coveredIn, gainOf, keyOf, placementsIn, squaresOf, tileKey, waysAround, type Placement, type Tile } from "./laying";
import { beside } from "./printed";

interface Now {
  view: View;
  seat: number | null;
  legal: Action[];
}

export class Aiming {
  picked: number | null = $state(null); // a tile of the hand, by its place
  spot: number | null = $state(null); // the square it is held over
  turns = $state(0); // how often it was turned there

  constructor(readonly now: () => Now) {}

  hand: Tile[] = $derived.by(() => {
    const { view, seat } = this.now();
    return seat !== null && Array.isArray(view.hands[seat]) ? view.hands[seat] : [];
  });
  covered = $derived.by(() => coveredIn(this.now().view));
  allowed = $derived.by(() => placementsIn(this.now().legal));
  allowedKeys = $derived(new Set(this.allowed.map(keyOf)));
  tile = $derived(this.picked === null ? null : (this.hand[this.picked] ?? null));
  ofTile = $derived(this.tile ? this.allowed.filter((placement) => tileKey(placement.tile) === tileKey(this.tile!)) : []);

  gain(placement: Placement) {
    const { view, seat } = this.now();
    return gainOf(view, seat ?? 0, placement);
  }

  /** Where the picked tile fits, and the most points there. */
  places = $derived.by(() => {
    const found = new Map<number, number>();
    if (!settings.hints) return found;
    for (const placement of this.ofTile)
      for (const square of anchorsOf(placement, this.covered))
        found.set(square, Math.max(found.get(square) ?? 0, this.gain(placement).own));
    return found;
  });

  /** The ways to hold the tile over the square: those that fit, if any do. */
  ways = $derived.by(() => {
    if (!this.tile || this.spot === null) return [];
    const free = (placement: Placement) => squaresOf(placement).every((square) => !this.covered.has(square));
    const all = waysAround(this.tile, this.spot).filter(free);
    const fitting = all.filter((placement) => this.allowedKeys.has(keyOf(placement)));
    return settings.hints && fitting.length ? fitting : all;
  });
  aim = $derived.by(() => (this.now().legal.length && this.ways.length ? this.ways[this.turns % this.ways.length] : null));
  fits = $derived(!!this.aim && (!settings.hints || this.allowedKeys.has(keyOf(this.aim))));
  aimGain = $derived(this.aim && settings.hints ? this.gain(this.aim) : null);

  /** For each tile of the hand: in how many ways it fits, and the most points. */
  hints = $derived(
    this.hand.map((held) => {
      if (!settings.hints || !this.allowed.length) return null;
      const ways = this.allowed.filter((placement) => tileKey(placement.tile) === tileKey(held));
      return { places: ways.length, most: Math.max(0, ...ways.map((placement) => this.gain(placement).own)) };
    }),
  );

  /** A tile without an alternative, by its place in the hand; else null. */
  only = $derived.by(() => {
    const kinds = new Set(this.allowed.map((placement) => tileKey(placement.tile)));
    return kinds.size === 1 ? this.hand.findIndex((held) => kinds.has(tileKey(held))) : null;
  });

  letGo(): void {
    this.picked = null;
    this.spot = null;
    this.turns = 0;
  }

  pick(place: number): void {
    this.spot = null;
    this.picked = place;
  }

  turn(): void {
    this.turns += 1;
  }

  /** Hold the tile over a square, or turn it if it is there already; was it held? */
  hold(square: number, finger: boolean): boolean {
    if (!this.now().legal.length || !this.tile) return false;
    const there = this.#meant(square, finger);
    if (this.aim && squaresOf(this.aim).includes(there)) {
      this.turn();
      return false;
    }
    this.spot = there;
    this.turns = 0;
    const { ways } = this;
    if (settings.hints && ways.length) this.turns = ways.indexOf(ways.toSorted((one, other) => better(this.gain(one), this.gain(other)))[0]);
    return true;
  }

  choose(placement: Placement): void {
    this.picked = this.hand.findIndex((held) => tileKey(held) === tileKey(placement.tile));
    this.spot = squaresOf(placement)[0];
    this.turns = this.ways.findIndex((way) => keyOf(way) === keyOf(placement));
  }

  /** A finger that misses by a square means the place beside it. */
  #meant(square: number, finger: boolean): number {
    if (!finger || this.ofTile.some((placement) => squaresOf(placement).includes(square))) return square;
    const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => beside(square, down, right)));
    return around.find((near) => near !== null && this.places.has(near)) ?? square;
  }
}
