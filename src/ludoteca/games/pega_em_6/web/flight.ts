// Cards fly from where they lay to where they lie now.

import { crossfade, fly } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import { moving } from "$lib/settings.svelte";

export const [send, receive] = crossfade({
  duration: () => moving(420),
  easing: cubicOut,
  fallback: (node) => fly(node, { y: -18, duration: moving(260), easing: cubicOut }),
});
