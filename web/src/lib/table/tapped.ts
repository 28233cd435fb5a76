// What was tapped last, by finger, mouse or key: a refusal is shown there.

let last: { thing: Element; place: DOMRect } | null = null;

document.addEventListener(
  "click",
  ({ target }) => {
    const thing = target instanceof Element ? (target.closest("button, a, [data-cell]") ?? target) : null;
    last = thing && { thing, place: thing.getBoundingClientRect() };
  },
  true,
);

/** Where it is, or was when it was tapped; null if nothing has been. */
export function tappedPlace(): (() => DOMRect) | null {
  const tapped = last;
  return tapped && (() => (tapped.thing.isConnected ? tapped.thing.getBoundingClientRect() : tapped.place));
}
