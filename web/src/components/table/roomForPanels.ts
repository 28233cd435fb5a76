// A panel that explains may cover the log or the board for a moment, never what a move needs, and it moves nothing.

const GAP = 6; // pixels
const WIDEST = 640;
const ENOUGH = 200;

interface Place {
  left: number;
  width: number;
  top?: number;
  bottom?: number;
  height: number;
}

/** Over something that may be covered. */
function over({ left, width, top }: DOMRect): Place {
  const first = Math.max(GAP, top);
  const across = Math.min(width, WIDEST);
  return { left: left + (width - across) / 2, width: across, top: first, height: innerHeight - first - GAP };
}

/** Above the line that asked, for below it is what a move needs; below if there is no room above. */
function besideLine(line: DOMRect): Place {
  const width = Math.min(line.width, WIDEST);
  const across = { left: line.left + (line.width - width) / 2, width };
  const [above, below] = [line.top - 2 * GAP, innerHeight - line.bottom - 2 * GAP];
  if (above >= ENOUGH || above >= below) return { ...across, bottom: innerHeight - line.top + GAP, height: above };
  return { ...across, top: line.bottom + GAP, height: below };
}

/** Over the log if there is one, over a board that lies beside the line, or else above or below it. */
function findRoom(line: DOMRect): Place {
  const [log, board] = ["main > aside", "[data-may-be-covered]"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  if (log) return over(log);
  return board && (board.left >= line.right || board.right <= line.left) ? over(board) : besideLine(line);
}

const pixels = (length: number | undefined) => (length === undefined ? "auto" : `${length}px`);

/** Open a popover where there is room, seen from the line before it. */
export function openWhereThereIsRoom(panel: HTMLElement): () => void {
  const fit = () => {
    const { left, width, top, bottom, height } = findRoom(panel.previousElementSibling!.getBoundingClientRect());
    Object.assign(panel.style, { left: pixels(left), width: pixels(width), top: pixels(top), bottom: pixels(bottom), maxHeight: pixels(height) });
  };
  const fitLater = () => requestAnimationFrame(fit); // the page has taken its new shape by then
  const shapes = new ResizeObserver(fitLater);
  for (let part = panel.parentElement; part; part = part.parentElement) shapes.observe(part);
  panel.showPopover();
  fit();
  addEventListener("resize", fitLater);
  addEventListener("scroll", fitLater, { passive: true });
  return () => {
    shapes.disconnect();
    removeEventListener("resize", fitLater);
    removeEventListener("scroll", fitLater);
  };
}
