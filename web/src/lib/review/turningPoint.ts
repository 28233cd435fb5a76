// The step of a game after which the winner's chances rose most.

import type { Review } from "$lib/types";

export interface TurningPoint {
  step: number;
  seat: number; // the winner
  before: number; // chances of winning, 0 to 1
  after: number;
}

const LEAST_RISE = 0.1; // less is no turn

/** Null for a game alone, or one without a turn. */
export function turningPoint(review: Review, winners: number[]): TurningPoint | null {
  if (review.measure !== "victory") return null;
  const rises = winners.flatMap((seat) =>
    review.steps.slice(1).map((step, before) => ({
      step: step.step,
      seat,
      before: review.steps[before].value.victory[seat],
      after: step.value.victory[seat],
    })),
  );
  const best = rises.toSorted((one, other) => other.after - other.before - (one.after - one.before))[0];
  return best && best.after - best.before >= LEAST_RISE ? best : null;
}
