// What the server sends, over HTTP and the socket: docs/api.md describes it.

export type Action = Record<string, unknown>;
export type Event = { event: string } & Record<string, any>;

/** What a seat or spectator may know of a position: the keys of every game, and the game's own. */
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
  picture?: number; // the number of a drawing
}

/** Somebody invites to a table. */
export interface Invitation {
  host: Person;
  table: TableSummary;
}

/** A seat as the server sends it. */
export interface Seat {
  seat: number;
  person: Person | null;
  bot: string | null;
  away: boolean;
  present: boolean;
  ready: boolean;
  bot_in: number | null; // milliseconds until a bot plays on for a person who is not connected
}

/** A seat as the page shows it. */
export interface Player {
  seat: number;
  name: string;
  picture?: number;
  bot: boolean; // a bot plays here now
  away: boolean;
  open: boolean;
  you: boolean;
}

export type Stage = "gathering" | "playing" | "over";

/** A table in a list. */
export interface TableSummary {
  table: string;
  game: string;
  options: Record<string, any>;
  open: boolean;
  chat: boolean;
  daily: { day: string; ends_at: number; scored: boolean } | null;
  rated: boolean;
  evening: { code: string; round: number } | null;
  practice: boolean; // every move can be taken back, bots say why, and it counts nowhere
  stage: Stage;
  host: string;
  seats: Seat[];
  spectators: number;
  locked: boolean; // nobody new may sit down
  link: string;
  standing?: { to_act: number[]; scores: number[]; at: number } | null; // in lists, while a game runs
  unreadable?: boolean; // in lists: nobody can open it
}

/** Today's deal of a game, and our scored try at it. */
export interface DailyDeal {
  game: string;
  day: string; // 2026-11-18
  ends_at: number; // milliseconds since 1970
  seats: number;
  options: Record<string, any>;
  opponent: string | null;
  tries: number;
  table: string | null;
  score: number | null;
}

/** A person or a bot, and the score. */
export interface DailyResult {
  place: number;
  name: string | null;
  bot: string | null;
  score: number;
  you: boolean;
  friend: boolean; // somebody with whom one has played
}

export interface DailyResults {
  game: string;
  day: string;
  playing: number; // tries that are not over
  bots: boolean; // have all bots finished?
  results: DailyResult[];
}

/** One entry of a table's log. */
export interface LogStep {
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
  locked?: boolean;
  offer?: boolean;
  why?: string; // of an end
  late?: boolean; // time was up, so a bot did it
  forced?: boolean; // the only legal action
  reasons?: BotReason[]; // in practice
}

/** A table as its socket describes it to us: the `view` message, with all `news` merged in. */
export interface TableState extends TableSummary {
  seq: number;
  you: { person: Person | null; seat: number | null };
  view: View | null;
  legal: Action[];
  draft: Action | null;
  chosen: number[];
  fairness: { commitment: string; entropy: (string | null)[]; seed: string | null };
  rematch_offers: number[]; // the seats that want to play again
  rematch: string | null; // the table where all go on
  clock: { seconds: number; now: number; due: (number | null)[]; late: number[] } | null;
  agreed: number[]; // the seats that want to end the game early
  emptied: { seat: number; agreed: number[]; open: boolean }[]; // of people who were removed during the game
  can_take_back: boolean;
  ended: string | null; // why it ended early
  hints: boolean; // people may ask a bot for a hint
  unplayable: "other_rules" | "damaged" | null; // why the game cannot go on
}

/** An action that a hint considers, and what to expect of it. */
export interface HintCandidate {
  kind: string;
  action: Action;
  figure: number; // the chance of winning, 0 to 1, or alone the score at the end
  behind: number; // the first one
  error: number; // of that
  equal: boolean; // as good as the first one, as far as one can tell
  playouts: number;
  reason: Reason;
  leaves: Reason | null; // what it leaves to others and for later
}

/** `reason.<code>` in the words. */
export interface Reason {
  code: string;
  arguments: Record<string, unknown>;
}

/** Why a bot did what it did. */
export interface BotReason extends Reason {
  seat: number;
}

/** What a bot would do in our place. */
export interface Advice {
  measure: Measure;
  candidates: HintCandidate[];
  others: { kind: string; action: Action }[]; // our other actions
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

/** What a person chose on a game's card: the options, and for how many. */
export interface Chosen {
  options: Record<string, any>;
  seats: number;
}

/** How a game ended, in lists and replays. */
export interface Outcome {
  game: string;
  options: Record<string, any>;
  origin: "continued" | "imported" | null;
  ended: string | null;
  seats: { person: string | null; bot: string | null }[];
  scores: number[];
  winners: number[];
  kept: "other_rules" | "damaged" | null; // why nothing but the result is known
  practice: boolean; // it counts nowhere
}

export interface FinishedGame extends Outcome {
  table: string;
  link: string;
  over_at: number;
  you: number | null;
  starred: boolean; // kept for good
}

/** The table after a step. */
export interface ReplayFrame {
  step: number;
  actions: { seat: number; action: Action }[];
  events: Event[];
  view: View;
  position: View; // with all that was hidden
}

/** Some frames of a replay; `last` is the number of the last step. */
export interface ReplayPart extends Outcome {
  table: string;
  last: number;
  frames: ReplayFrame[];
}

export interface GameFile extends Outcome {
  fairness: { commitment: string; entropy: (string | null)[]; seed: string };
}

export type Measure = "victory" | "score";
export type Measured = Record<Measure, number>;
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What a seat played, and what would have been best. */
export interface Decision {
  seat: number;
  played: Action;
  best: Action;
  kinds: { played: string; best: string };
  loss: number; // of the chance of winning, 0 to 1, or alone points
  error: number; // its standard error
  grade: Grade;
  figures: { played: number; best: number };
  reasons: { played: Reason | null; best: Reason | null };
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
