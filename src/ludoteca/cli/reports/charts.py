"""Charts: blocks for a terminal, and SVG pictures of lines that go on and of ranges side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

BLOCKS = "▁▂▃▄▅▆▇█"
COLUMNS = 60
WIDTH, HEIGHT, LEFT, EDGE, LINE = 720, 320, 48, 20, 22
NAMES, ROW = 190, 32  # of a chart of ranges: where its scale begins, and the height of a row
LONGEST_NAME = 26
WIDE = 20  # from the least to the most of a scale: whole numbers are enough
# Told apart without colour as well: every line has its own dashes.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f")
DASHES = ("", "8 4", "2 3", "12 4 2 4", "16 4")

Ends = tuple[float, float]


@dataclass(frozen=True)
class Range:
    """A row of a chart: a mark, what lies around it, and what lies further out."""

    name: str
    mark: float
    inner: Ends
    outer: Ends
    even: float | None = None  # where it would be if all were equal


def range_of(values: Sequence[float], measure: str) -> Ends:
    """Chances run from 0 to 1, scores from the least to the most."""
    return (0.0, 1.0) if measure == "victory" else (min(values), max(values))


def part_of(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.0


def label(value: float, measure: str, ends: Ends) -> str:
    """A mark of a scale; the closer its ends, the more digits, or 4.5 would be called 4."""
    if measure == "victory":
        return f"{100 * value:.0f} %"
    return f"{value:.{0 if ends[1] - ends[0] >= WIDE else 1}f}"


def shortened(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def sampled(values: Sequence[float], columns: int) -> list[float]:
    """At most so many, each the last value that falls into its column."""
    columns = min(columns, len(values))
    return [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]


def picture(height: float, drawn: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="14"><rect width="{WIDTH}" height="{height}" fill="#ffffff"/>{drawn}</svg>\n'
    )


# Lines


def sparkline(values: Sequence[float], measure: str) -> str:
    low, high = range_of(values, measure)
    chosen = sampled(values, COLUMNS)
    return "".join(BLOCKS[round(part_of(value, low, high) * (len(BLOCKS) - 1))] for value in chosen)


def line_chart(
    lines: Sequence[Sequence[float]],
    names: Sequence[str],
    measure: str,
    first: int = 0,
    last: int | None = None,
) -> str:
    """An SVG of values that change: a line a name, and below it what is counted, from `first` to `last`."""
    ends = range_of([value for line in lines for value in line], measure)
    drawn = [draw(place, name, lines[place], ends) for place, name in enumerate(names)]
    last = first + len(lines[0]) - 1 if last is None else last
    return picture(
        HEIGHT + LINE * (1 + len(names)) + EDGE,
        f"{axis(ends, measure)}{counted(first, last)}{''.join(drawn)}",
    )


def axis(ends: Ends, measure: str) -> str:
    low, high = ends
    return "".join(
        f'<line x1="{LEFT}" x2="{WIDTH - EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#cccccc"/>'
        f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{label(mark, measure, ends)}</text>'
        for mark in (low, (low + high) / 2, high)
        for y in [height_of(mark, ends)]
    )


def counted(first: int, last: int) -> str:
    return (
        f'<text x="{LEFT}" y="{HEIGHT}">{first}</text>'
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT}" text-anchor="end">{last}</text>'
    )


def height_of(value: float, ends: Ends) -> float:
    return HEIGHT - EDGE - part_of(value, *ends) * (HEIGHT - 2 * EDGE)


def draw(place: int, name: str, values: Sequence[float], ends: Ends) -> str:
    """A line, and its name beside a piece of it below the chart."""
    look = f'stroke="{COLOURS[place % len(COLOURS)]}" stroke-dasharray="{DASHES[place % len(DASHES)]}"'
    shown = sampled(values, WIDTH)
    step = (WIDTH - LEFT - EDGE) / max(1, len(shown) - 1)
    points = (f"{LEFT + n * step:.1f},{height_of(value, ends):.1f}" for n, value in enumerate(shown))
    y = HEIGHT + LINE * (place + 1.5)
    return (
        f'<polyline points="{" ".join(points)}" fill="none" stroke-width="2" {look}/>'
        f'<line x1="{LEFT}" x2="{LEFT + 40}" y1="{y}" y2="{y}" stroke-width="2" {look}/>'
        f'<text x="{LEFT + 50}" y="{y + 5}">{escape(shortened(name, LONGEST_NAME))}</text>'
    )


# Ranges


def ranges_chart(ranges: Sequence[Range], measure: str) -> str:
    """An SVG with a row a range, all on one scale."""
    ends = range_of([end for one in ranges for end in one.outer], measure)
    bottom = ROW * len(ranges) + EDGE
    rows = (draw_range(one, ROW * (place + 0.5) + EDGE / 2, ends) for place, one in enumerate(ranges))
    return picture(bottom + LINE + EDGE / 2, scale(ends, measure, bottom) + "".join(rows))


def scale(ends: Ends, measure: str, bottom: float) -> str:
    low, high = ends
    return "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{EDGE / 2}" y2="{bottom}" stroke="#cccccc"/>'
        f'<text x="{x:.1f}" y="{bottom + LINE - 4}" text-anchor="middle">{label(mark, measure, ends)}</text>'
        for mark in (low, (low + high) / 2, high)
        for x in [across(mark, ends)]
    )


def across(value: float, ends: Ends) -> float:
    low, high = ends
    inside = min(high, max(low, value))
    return NAMES + part_of(inside, low, high) * (WIDTH - NAMES - 2 * EDGE)


def draw_range(one: Range, y: float, ends: Ends) -> str:
    mark, name = across(one.mark, ends), escape(shortened(one.name, LONGEST_NAME))
    return (
        f'<text x="{NAMES - 12}" y="{y + 5}" text-anchor="end">{name}</text>'
        f"{even_mark(one, y, ends)}{bar(one.outer, y, 3, ends)}{bar(one.inner, y, 10, ends)}"
        f'<circle cx="{mark:.1f}" cy="{y}" r="6" fill="#ffffff" stroke="{COLOURS[0]}" stroke-width="3"/>'
    )


def bar(of: Ends, y: float, width: int, ends: Ends) -> str:
    first, last = (across(end, ends) for end in of)
    look = f'stroke="{COLOURS[0]}" stroke-width="{width}"'
    return f'<line x1="{first:.1f}" x2="{last:.1f}" y1="{y}" y2="{y}" {look}/>'


def even_mark(one: Range, y: float, ends: Ends) -> str:
    if one.even is None:
        return ""
    x, look = across(one.even, ends), 'stroke="#555555" stroke-dasharray="3 3"'
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 12}" y2="{y + 12}" {look}/>'
