"""The chances of a reviewed game as a line of blocks for a terminal, and as an SVG picture."""

from typing import Any
from xml.sax.saxutils import escape

Json = dict[str, Any]

BLOCKS = "▁▂▃▄▅▆▇█"
COLUMNS = 60
WIDTH, HEIGHT, LEFT, EDGE, LINE = 720, 320, 48, 20, 22
# Told apart without colour as well: every line has its own dashes.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f")
DASHES = ("", "8 4", "2 3", "12 4 2 4", "16 4")


def range_of(values: list[float], measure: str) -> tuple[float, float]:
    """Chances run from 0 to 1, scores from the least to the most."""
    return (0.0, 1.0) if measure == "victory" else (min(values), max(values))


def sparkline(values: list[float], measure: str) -> str:
    """At most so many columns, each as high as the last value that falls into it."""
    low, high = range_of(values, measure)
    columns = min(COLUMNS, len(values))
    chosen = [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]
    return "".join(BLOCKS[round(part_of(value, low, high) * (len(BLOCKS) - 1))] for value in chosen)


def part_of(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.0


def chart(judged: Json, names: list[str]) -> str:
    """An SVG of every seat's chances, or scores, after every step."""
    measure = judged["measure"]
    lines = [[step["value"][measure][seat] for step in judged["steps"]] for seat in range(len(names))]
    low, high = range_of([value for line in lines for value in line], measure)
    drawn = [draw(seat, name, lines[seat], low, high) for seat, name in enumerate(names)]
    height = HEIGHT + LINE * len(names) + EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="14"><rect width="{WIDTH}" height="{height}" fill="#ffffff"/>{axis(low, high, measure)}'
        f"{''.join(drawn)}</svg>\n"
    )


def axis(low: float, high: float, measure: str) -> str:
    marks = [low, (low + high) / 2, high]
    return "".join(
        f'<line x1="{LEFT}" x2="{WIDTH - EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#cccccc"/>'
        f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{label(mark, measure)}</text>'
        for mark in marks
        for y in [height_of(mark, low, high)]
    )


def label(value: float, measure: str) -> str:
    return f"{100 * value:.0f} %" if measure == "victory" else f"{value:.0f}"


def height_of(value: float, low: float, high: float) -> float:
    return HEIGHT - EDGE - part_of(value, low, high) * (HEIGHT - 2 * EDGE)


def draw(seat: int, name: str, values: list[float], low: float, high: float) -> str:
    """A seat's line, and its name beside a piece of it below the chart."""
    look = f'stroke="{COLOURS[seat % len(COLOURS)]}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
    step = (WIDTH - LEFT - EDGE) / max(1, len(values) - 1)
    points = (f"{LEFT + n * step:.1f},{height_of(value, low, high):.1f}" for n, value in enumerate(values))
    y = HEIGHT + LINE * (seat + 0.5)
    return (
        f'<polyline points="{" ".join(points)}" fill="none" stroke-width="2" {look}/>'
        f'<line x1="{LEFT}" x2="{LEFT + 40}" y1="{y}" y2="{y}" stroke-width="2" {look}/>'
        f'<text x="{LEFT + 50}" y="{y + 5}">{escape(name)}</text>'
    )
