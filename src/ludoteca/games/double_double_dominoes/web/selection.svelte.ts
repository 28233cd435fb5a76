// The tile of our hand that we hold over the board: which one, over which square, and how it is rotated.

import { settings } from "$lib/settings.svelte";
import type { Action, View } from "$lib/types";
import { beside } from "./box";
import { coveredSquares, legalPlacements, placementKey, placementsAround, squaresOf, tileKey, touchingSquares, type Placement, type Tile } from "./placements";
import { compareGains, previewGain } from "./previews";

interface Situation {
  view: View;
  seat: number | null;
  legal: Action[];
}

export class Selection {
  picked: number | null = $state(null); // index of the tile in the hand
  square: number | null = $state(null); // the square it is held over
  rotation = $state(0); // index among the orientations

  constructor(readonly now: () => Situation) {}

  hand: Tile[] = $derived.by(() => {
    const { view, seat } = this.now();
    return seat !== null && Array.isArray(view.hands[seat]) ? view.hands[seat] : [];
  });
  covered = $derived.by(() => coveredSquares(this.now().view));
  legal = $derived.by(() => legalPlacements(this.now().legal));
  legalKeys = $derived(new Set(this.legal.map(placementKey)));
  tile = $derived(this.picked === null ? null : (this.hand[this.picked] ?? null));
  mayDiscard = $derived.by(() => this.tile !== null && this.now().legal.some(({ discard }) => discard && tileKey(discard as Tile) === tileKey(this.tile!)));
  tilePlacements = $derived(this.tile ? this.legal.filter((placement) => tileKey(placement.tile) === tileKey(this.tile!)) : []);

  gain(placement: Placement) {
    const { view, seat } = this.now();
    return previewGain(view, seat ?? 0, placement);
  }

  /** The squares where the picked tile fits, and the most points there. */
  places = $derived.by(() => {
    const found = new Map<number, number>();
    if (!settings.previews) return found;
    for (const placement of this.tilePlacements)
      for (const square of touchingSquares(placement, this.covered))
        found.set(square, Math.max(found.get(square) ?? 0, this.gain(placement).own));
    return found;
  });

  /** The placements of the tile over the square; only those that fit, if any do. */
  orientations = $derived.by(() => {
    if (!this.tile || this.square === null) return [];
    const free = (placement: Placement) => squaresOf(placement).every((square) => !this.covered.has(square));
    const all = placementsAround(this.tile, this.square).filter(free);
    const fitting = all.filter((placement) => this.legalKeys.has(placementKey(placement)));
    return settings.previews && fitting.length ? fitting : all;
  });
  held = $derived.by(() => (this.now().legal.length && this.orientations.length ? this.orientations[this.rotation % this.orientations.length] : null));
  fits = $derived(!!this.held && (!settings.previews || this.legalKeys.has(placementKey(this.held))));
  /** A placement on the touched square, if the server will refuse it: it says why. */
  misfit = $derived.by(() => {
    if (!this.now().legal.length || !this.tile || this.square === null || (this.held && this.fits)) return null;
    return this.held ?? placementsAround(this.tile, this.square)[0];
  });
  heldGain = $derived(this.held && settings.previews ? this.gain(this.held) : null);

  /** For each tile of the hand: how many placements it has, and the most points. */
  previews = $derived(
    this.hand.map((tile) => {
      if (!settings.previews || !this.legal.length) return null;
      const placements = this.legal.filter((placement) => tileKey(placement.tile) === tileKey(tile));
      return { places: placements.length, most: Math.max(0, ...placements.map((placement) => this.gain(placement).own)) };
    }),
  );

  /** The index of the only tile that can be laid; null if there is a choice. */
  onlyTile = $derived.by(() => {
    const keys = new Set(this.legal.map((placement) => tileKey(placement.tile)));
    return keys.size === 1 ? this.hand.findIndex((tile) => keys.has(tileKey(tile))) : null;
  });

  clear(): void {
    this.picked = null;
    this.square = null;
    this.rotation = 0;
  }

  pick(index: number): void {
    this.square = null;
    this.picked = index;
  }

  rotate(): void {
    this.rotation += 1;
  }

  /** Hold the tile over a square, or rotate it if it is there already. Returns whether it moved. */
  holdOver(square: number, finger: boolean): boolean {
    if (!this.now().legal.length || !this.tile) return false;
    const intended = this.#intended(square, finger);
    if (this.held && squaresOf(this.held).includes(intended)) {
      this.rotate();
      return false;
    }
    this.square = intended;
    this.rotation = 0;
    const { orientations } = this;
    const best = orientations.toSorted((one, other) => compareGains(this.gain(one), this.gain(other)))[0];
    if (settings.previews && best) this.rotation = orientations.indexOf(best);
    return true;
  }

  choose(placement: Placement): void {
    this.picked = this.hand.findIndex((tile) => tileKey(tile) === tileKey(placement.tile));
    this.square = squaresOf(placement)[0];
    this.rotation = this.orientations.findIndex((one) => placementKey(one) === placementKey(placement));
  }

  /** A finger that misses by one square means the place beside it. */
  #intended(square: number, finger: boolean): number {
    if (!finger || this.tilePlacements.some((placement) => squaresOf(placement).includes(square))) return square;
    const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => beside(square, down, right)));
    return around.find((near) => near !== null && this.places.has(near)) ?? square;
  }
}
