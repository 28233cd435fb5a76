// Cards fly from their old place to the new one.

import { cubicOut } from "svelte/easing";
import { crossfade, fly } from "svelte/transition";
import { animationTime } from "$lib/settings.svelte";

export const [send, receive] = crossfade({
  duration: () => animationTime(420),
  easing: cubicOut,
  fallback: (node) => fly(node, { y: -18, duration: animationTime(260), easing: cubicOut }),
});
