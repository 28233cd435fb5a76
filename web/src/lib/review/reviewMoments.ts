// The decisions of a seat in a review, and those that mattered most.

import type { Decision, Review } from "$lib/types";

export type Judged = Decision & { step: number };

const MOMENTS = 3;

export const decisionsOf = (review: Review, seat: number): Judged[] =>
  review.steps.flatMap((step) => step.decisions.filter((one) => one.seat === seat).map((one) => ({ ...one, step: step.step })));

/** The dearest ones, the dearest first. */
export const momentsOf = (decisions: Judged[]): Judged[] =>
  decisions.filter((one) => !["best", "good"].includes(one.grade)).toSorted((one, other) => other.loss - one.loss).slice(0, MOMENTS);
