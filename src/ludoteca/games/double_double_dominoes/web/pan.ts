// Fingers and mouse on the board: two fingers or ctrl and wheel look closer, a mouse drags.

import type { Zoom } from "./zoom.svelte";

const DRAG = 5; // pixels: less is a click

function between(touches: TouchList): { distance: number; x: number; y: number } {
  const [one, other] = [touches[0], touches[1]];
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  };
}

/** Svelte action: let hands move the window of the board. */
export function pan(window: HTMLElement, zoom: Zoom) {
  let pinch: { distance: number; level: number } | null = null;
  let drag: { x: number; y: number; left: number; top: number; far: boolean } | null = null;
  const place = (x: number, y: number): [number, number] => {
    const box = window.getBoundingClientRect();
    return [(x - box.left) / box.width, (y - box.top) / box.height];
  };

  const touch = (event: TouchEvent) => {
    if (event.touches.length !== 2) return void (pinch = null);
    const now = between(event.touches);
    event.preventDefault();
    if (event.type === "touchstart" || !pinch) pinch = { distance: now.distance, level: zoom.level };
    else void zoom.choose((pinch.level * now.distance) / pinch.distance, ...place(now.x, now.y));
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    void zoom.choose(zoom.level * Math.exp(-event.deltaY / 300), ...place(event.clientX, event.clientY));
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || zoom.level === 1) return;
    drag = { x: event.clientX, y: event.clientY, left: window.scrollLeft, top: window.scrollTop, far: false };
  };
  const move = (event: PointerEvent) => {
    if (!drag || !(event.buttons & 1)) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.far ||= Math.hypot(x, y) > DRAG;
    if (drag.far) window.scrollTo({ left: drag.left - x, top: drag.top - y });
  };
  const click = (event: MouseEvent) => {
    if (drag?.far) event.stopPropagation();
    drag = null;
  };

  const heard: [string, (event: any) => void, AddEventListenerOptions][] = [
    ["touchstart", touch, { passive: false }],
    ["touchmove", touch, { passive: false }],
    ["touchend", touch, { passive: false }],
    ["wheel", wheel, { passive: false }],
    ["pointerdown", down, {}],
    ["pointermove", move, {}],
    ["click", click, { capture: true }],
  ];
  for (const [name, hear, how] of heard) window.addEventListener(name, hear, how);
  return { destroy: () => heard.forEach(([name, hear, how]) => window.removeEventListener(name, hear, how)) };
}
