// What a review measures, as it is written: a share of the victory, or points.

import type { Measure, Measured } from "./kinds";
import { settings } from "./settings.svelte";

const number = (value: number) => new Intl.NumberFormat(settings.language === "pt" ? "pt-BR" : "en", { maximumFractionDigits: 1 }).format(value);

export const written = (value: Measured, measure: Measure): string =>
  measure === "victory" ? `${Math.round(value.victory * 100)} %` : number(value.score);

export function change(value: Measured, measure: Measure): string {
  const size = written({ victory: Math.abs(value.victory), score: Math.abs(value.score) }, measure);
  if (size === written({ victory: 0, score: 0 }, measure)) return size;
  return `${value[measure] > 0 ? "+" : "−"}${size}`;
}

/** From one to the other; nothing if they look the same. */
export function fromTo(one: Measured, other: Measured, measure: Measure): string {
  const [from, to] = [written(one, measure), written(other, measure)];
  return from === to ? "" : `${from} → ${to}`;
}
