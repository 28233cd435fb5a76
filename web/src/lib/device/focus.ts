// Where the focus goes when a page is shown.

const MOST_LOOKS = 50; // a page without a heading gets the focus as a whole
const LOOK_EVERY = 100; // milliseconds

/** Do something with the heading of the page as soon as it is there; the answer stops waiting for it. */
export function withHeading(act: (heading: HTMLElement) => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    const found = document.querySelector<HTMLElement>(++looks < MOST_LOOKS ? "h1" : "main");
    if (found || looks > MOST_LOOKS) clearInterval(timer);
    if (found) act(found);
  }, LOOK_EVERY);
  return () => clearInterval(timer);
}

/** Focus something that is read but not operated, without scrolling. */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
