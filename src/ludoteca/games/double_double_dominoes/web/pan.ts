// Zoom and pan by hand: pinch with two fingers or turn the wheel with ctrl to zoom, drag with the mouse.

import type { Zoom } from "./zoom.svelte";

const DRAG_DISTANCE = 5; // pixels: less is a click

function between(touches: TouchList): { distance: number; x: number; y: number } {
  const [one, other] = [touches[0], touches[1]];
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  };
}

/** Svelte action on the window of the board. */
export function pan(window: HTMLElement, zoom: Zoom) {
  let pinch: { distance: number; level: number } | null = null;
  let drag: { x: number; y: number; left: number; top: number; dragged: boolean } | null = null;
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
    drag = { x: event.clientX, y: event.clientY, left: window.scrollLeft, top: window.scrollTop, dragged: false };
  };
  const move = (event: PointerEvent) => {
    if (!drag || !(event.buttons & 1)) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.dragged ||= Math.hypot(x, y) > DRAG_DISTANCE;
    if (drag.dragged) window.scrollTo({ left: drag.left - x, top: drag.top - y });
  };
  const click = (event: MouseEvent) => {
    if (drag?.dragged) event.stopPropagation();
    drag = null;
  };

  const listeners: [string, (event: any) => void, AddEventListenerOptions][] = [
    ["touchstart", touch, { passive: false }],
    ["touchmove", touch, { passive: false }],
    ["touchend", touch, { passive: false }],
    ["wheel", wheel, { passive: false }],
    ["pointerdown", down, {}],
    ["pointermove", move, {}],
    ["click", click, { capture: true }],
  ];
  for (const [name, listener, options] of listeners) window.addEventListener(name, listener, options);
  return { destroy: () => listeners.forEach(([name, listener, options]) => window.removeEventListener(name, listener, options)) };
}
