// The second click of a double click meant what the first one meant.

const DOUBLE = 500; // milliseconds

/** Svelte attachment: swallow the second click where the first one has acted a moment ago. */
export const ignoreSecondClick = (actedAt: () => number) => (element: HTMLElement) => {
  const click = (event: MouseEvent) => {
    if (event.detail < 2 || performance.now() - actedAt() > DOUBLE) return;
    event.stopPropagation();
    event.preventDefault();
  };
  element.addEventListener("click", click, { capture: true });
  return () => element.removeEventListener("click", click, { capture: true });
};
