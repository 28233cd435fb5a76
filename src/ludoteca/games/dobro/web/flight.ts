// How cards come to the table and leave it.

import { cubicOut } from "svelte/easing";
import { fly, type FlyParams } from "svelte/transition";
import { moving } from "$lib/settings.svelte";

const flight = (y: number, duration: number): FlyParams => ({ y, duration: moving(duration), easing: cubicOut });

/** The own cards come from below, where the hand is, those of the others from above. */
export const arrive = (node: Element, { mine }: { mine: boolean }) => fly(node, flight(mine ? 70 : -70, 420));
export const leave = (node: Element, { mine }: { mine: boolean }) => fly(node, flight(mine ? 70 : -90, 380));
export const drawn = (node: Element) => fly(node, flight(-60, 320));
