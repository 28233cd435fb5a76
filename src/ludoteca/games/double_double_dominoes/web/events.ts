// Events, shown one by one: what each changes, how long it is shown, its sound. The server's next view replaces the result.

import type { Sound } from "$lib/device/sound";
import type { Event, View } from "$lib/types";
import { tileKey, type Placement, type Tile } from "./placements";
import type { Event as Told } from "./viewTypes";

const at = <T>(list: T[], index: number, value: T) => list.map((old, other) => (other === index ? value : old));
const inOrder = (tiles: Tile[]) => tiles.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);

function withHand(view: View, seat: number, tile: Tile | undefined, more: 1 | -1): View {
  const hand: Tile[] | number = view.hands[seat];
  if (!Array.isArray(hand)) return { ...view, hands: at(view.hands, seat, hand + more) };
  if (!tile) return view;
  const place = hand.findIndex((held) => tileKey(held) === tileKey(tile));
  const changed = more > 0 ? inOrder([...hand, tile]) : hand.filter((_, other) => other !== place);
  return { ...view, hands: at(view.hands, seat, changed) };
}

function draw(view: View, event: Event): View {
  const drawn = withHand(view, event.seat, event.tile, 1);
  const boneyard = view.boneyard - 1;
  return { ...drawn, boneyard, last_turn: boneyard === 0, to_act: [event.seat], last_double: null };
}

function lay(view: View, event: Event): View {
  const placement: Placement = { tile: event.tile, at: event.at };
  return { ...withHand(view, event.seat, event.tile, -1), board: [...view.board, placement], last_double: null };
}

function gain(view: View, event: Event): View {
  const track = at<number>(view.track, event.seat, view.track[event.seat] + event.points);
  return { ...view, track, scores: track };
}

function discard(view: View, event: Event): View {
  const left = withHand(view, event.seat, event.tile, -1);
  return { ...left, discards: [...view.discards, [event.seat, event.tile ?? null]] };
}

const EFFECTS: Partial<Record<Told["event"], (view: View, event: Event) => View>> = {
  drew: draw,
  laid: lay,
  diamond: gain,
  bonus: gain,
  discarded: discard,
  stopped: (view) => ({ ...view, last_double: null }),
};

export function applyEvent(view: View, event: Event): View {
  return EFFECTS[event.event as Told["event"]]?.(view, event) ?? view;
}

const PAUSES: Record<string, number> = {
  laid: 950,
  diamond: 850,
  bonus: 850,
  discarded: 900,
  nothing_fits: 900,
  stopped: 500,
  last_turn: 1200,
  counted: 1200,
};

/** Milliseconds; tiles that others draw are not waited for. */
export function pause(event: Event): number {
  return event.event === "drew" && event.tile ? 350 : (PAUSES[event.event] ?? 0);
}

const SOUNDS: Record<string, Sound> = { laid: "card", drew: "card", discarded: "card", last_turn: "shuffle" };

export function sound(event: Event, seat: number | null): Sound | null {
  if (event.event === "diamond" || event.event === "bonus") return event.seat === seat ? "good" : null;
  return SOUNDS[event.event] ?? null;
}

export const mostPointsWin = true;

/** A tile that somebody else draws is not worth a line. */
export const isLogged = (event: Event) => event.event !== "drew" || !!event.tile;
