// A bubble at the thing that it is about: above it if there is room, else below it, and never off the screen.

const GAP = 8; // pixels

export function placeBeside(bubble: HTMLElement, thing: DOMRect): void {
  const size = bubble.getBoundingClientRect();
  const above = thing.top - size.height - GAP;
  const below = Math.min(thing.bottom + GAP, innerHeight - size.height - GAP);
  const left = thing.left + thing.width / 2 - size.width / 2;
  bubble.style.top = `${above >= GAP ? above : Math.max(GAP, below)}px`;
  bubble.style.left = `${Math.max(GAP, Math.min(left, innerWidth - size.width - GAP))}px`;
}
