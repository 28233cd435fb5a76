// How cards fly to the table and away.

import { cubicOut } from "svelte/easing";
import { fly, type FlyParams } from "svelte/transition";
import { animationTime } from "$lib/settings.svelte";

const flyFrom = (y: number, duration: number): FlyParams => ({ y, duration: animationTime(duration), easing: cubicOut });

/** Our cards come from below, where the hand is, those of others from above. */
export const arrive = (node: Element, { mine }: { mine: boolean }) => fly(node, flyFrom(mine ? 70 : -70, 420));
export const leave = (node: Element, { mine }: { mine: boolean }) => fly(node, flyFrom(mine ? 70 : -90, 380));
export const drawn = (node: Element) => fly(node, flyFrom(-60, 320));
