export type Action = Record<string, unknown>;
export type Event = { event: string } & Record<string, any>;

/** What one may know of a position: the common keys, and the game's own. */
export interface View {
  game: string;
  seats: number;
  options: Record<string, any>;
  phase: string;
  to_act: number[];
  over: boolean;
  winners: number[];
  scores: number[];
  [key: string]: any;
}

export interface Person {
  id: string;
  name: string;
}

/** Who sits at a place of the table, as the server tells it. */
export interface Seat {
  seat: number;
  person: Person | null;
  bot: string | null;
  away: boolean;
  present: boolean;
  ready: boolean;
}

/** Who sits at a place of the table, as people see it. */
export interface Player {
  seat: number;
  name: string;
  bot: boolean; // a bot plays here now
  away: boolean;
  open: boolean;
  you: boolean;
}

export type Stage = "gathering" | "playing" | "over";

export interface Summary {
  table: string;
  game: string;
  options: Record<string, any>;
  open: boolean;
  chat: boolean;
  stage: Stage;
  host: string;
  seats: Seat[];
  spectators: number;
  link: string;
}

export interface Step {
  seq: number;
  did: string;
  seat?: number;
  events?: Event[];
  person?: Person | null;
  bot?: string;
  phrase?: string;
  text?: string;
  table?: string;
  agree?: boolean;
  late?: boolean; // a bot did it, for the time was up
  forced?: boolean; // there was no choice
}

/** A table as its socket tells it. */
export interface Told extends Summary {
  seq: number;
  you: { person: Person | null; seat: number | null };
  view: View | null;
  legal: Action[];
  draft: Action | null;
  chosen: number[];
  fairness: { commitment: string; entropy: (string | null)[]; seed: string | null };
  rematch: string | null;
  clock: { seconds: number; now: number; due: (number | null)[]; late: number[] } | null;
  agreed: number[]; // the seats that want to end the game now
  can_take_back: boolean;
  ended: string | null; // how it ended before its end
  hints: boolean; // may be asked for
}

/** Something the own seat could do, and what is to be expected of it. */
export interface Candidate {
  kind: string;
  action: Action;
  gain: number;
  victory: number; // 0 to 1
  loss: number;
  clear: boolean;
  playouts: number;
  reason: { code: string; arguments: Record<string, unknown> };
}

export interface Refusal {
  code: string;
  rule: string | null;
  arguments: Record<string, unknown>;
}

export interface GameInfo {
  id: string;
  name: string;
  options: { options: Record<string, any>; seats: [number, number]; complete: Record<string, any> }[];
  bots: string[];
  usual_bot: string; // one of them, of middle strength
}

/** How a game ended, as lists and replays tell it. */
export interface Outcome {
  game: string;
  options: Record<string, any>;
  origin: "continued" | "imported" | null;
  ended: string | null;
  seats: { person: string | null; bot: string | null }[];
  scores: number[];
  winners: number[];
}

export interface Finished extends Outcome {
  table: string;
  link: string;
  over_at: number;
  you: number | null;
}

/** The table after a step. */
export interface Frame {
  step: number;
  actions: { seat: number; action: Action }[];
  events: Event[];
  view: View;
}

export interface Replayed extends Outcome {
  table: string;
  last: number;
  frames: Frame[];
}

export interface GameFile extends Outcome {
  fairness: { commitment: string; entropy: (string | null)[]; seed: string };
}

export type Measure = "victory" | "score";
export type Measured = Record<Measure, number>;
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What a seat decided, beside what would have been best. */
export interface Decision {
  seat: number;
  played: Action;
  best: Action;
  kinds: { played: string; best: string };
  loss: number;
  grade: Grade;
  value: { played: Measured; best: Measured };
}

export interface ReviewedSeat {
  start: Measured;
  luck: Measured;
  own: Measured;
  others: Measured;
  skill: Measured;
  result: Measured;
  decisions: number;
  grades: Record<Grade, number>;
}

export interface Review {
  game: string;
  playouts: number;
  over: boolean;
  measure: Measure;
  seats: ReviewedSeat[];
  steps: { step: number; value: Record<Measure, number[]>; decisions: Decision[] }[];
}
