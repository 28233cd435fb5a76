// Figures of a review as text: a chance of winning in per cent, or points.

import type { Measure, Measured } from "$lib/types";
import { formatNumber } from "$lib/words.svelte";

export const formatValue = (value: Measured, measure: Measure): string =>
  measure === "victory" ? `${Math.round(value.victory * 100)} %` : formatNumber(value.score);

export function formatChange(value: Measured, measure: Measure): string {
  const size = formatValue({ victory: Math.abs(value.victory), score: Math.abs(value.score) }, measure);
  if (size === formatValue({ victory: 0, score: 0 }, measure)) return size;
  return `${value[measure] > 0 ? "+" : "−"}${size}`;
}

const SIZES = [
  ["little", 0.1],
  ["some", 0.3],
] as const; // of a victory

/** How much a part counted, for a word: summed over a game it may be more than the whole chance of winning. */
export const sizeOf = (victory: number): string => SIZES.find(([, bound]) => Math.abs(victory) < bound)?.[0] ?? "lot";

/** The figure of what is behind another, rounded so that both figures and their difference add up as they are printed. */
export const figureBehind = (first: number, behind: number): number => Math.round(first) - Math.round(behind);

/** "12 % → 20 %"; empty if both look the same. */
export function formatFromTo(one: Measured, other: Measured, measure: Measure): string {
  const [from, to] = [formatValue(one, measure), formatValue(other, measure)];
  return from === to ? "" : `${from} → ${to}`;
}
