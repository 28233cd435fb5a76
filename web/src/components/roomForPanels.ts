// A panel that explains may cover the log or the board for a moment, never what a move needs, and it moves nothing.

const GAP = 6; // pixels
const WIDEST = 640;

interface Place {
  left: number;
  width: number;
  top?: number;
  bottom?: number;
  height: number;
}

const overLog = (log: DOMRect): Place => ({ left: log.left, width: log.width, top: Math.max(GAP, log.top), height: innerHeight - Math.max(GAP, log.top) - GAP });

/** Above or below the line that asked, whichever has more room. */
function besideLine(line: DOMRect): Place {
  const width = Math.min(line.width, WIDEST);
  const across = { left: line.left + (line.width - width) / 2, width };
  const [above, below] = [line.top - 2 * GAP, innerHeight - line.bottom - 2 * GAP];
  if (above >= below) return { ...across, bottom: innerHeight - line.top + GAP, height: above };
  return { ...across, top: line.bottom + GAP, height: below };
}

const pixels = (length: number | undefined) => (length === undefined ? "auto" : `${length}px`);

/** Open a popover over the log, or beside the line before it if there is no log. */
export function openWhereThereIsRoom(panel: HTMLElement): () => void {
  const fit = () => {
    const log = document.querySelector("main > aside");
    const line = panel.previousElementSibling!;
    const { left, width, top, bottom, height } = log ? overLog(log.getBoundingClientRect()) : besideLine(line.getBoundingClientRect());
    Object.assign(panel.style, { left: pixels(left), width: pixels(width), top: pixels(top), bottom: pixels(bottom), maxHeight: pixels(height) });
  };
  panel.showPopover();
  fit();
  addEventListener("resize", fit);
  addEventListener("scroll", fit, { passive: true });
  return () => {
    removeEventListener("resize", fit);
    removeEventListener("scroll", fit);
  };
}
