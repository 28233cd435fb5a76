// Sizes as people read them.

import { formatNumber } from "$lib/words.svelte";

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${formatNumber(bytes / 1000 ** unit)} ${UNITS[unit]}`;
}
