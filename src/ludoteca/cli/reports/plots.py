"""Plots in the page's colours: SVG that follows the reader's light or dark theme, and PNG made from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from ludoteca.cli.reports.charts import part_of, shortened

WIDTH, LEFT, RIGHT, TOP = 720, 190, 24, 12
ROW, LINE = 34, 22
NAMES = 28  # characters of a row's name
SERIES = 6


@dataclass(frozen=True)
class Colours:
    """Of a theme: the page's own, and one for each series."""

    paper: str
    ink: str
    soft: str
    line: str
    series: tuple[str, ...]


LIGHT = Colours(
    "#ffffff", "#15241d", "#4c5f55", "#dbe3dc",
    ("#14664a", "#c2410c", "#1d6fb8", "#9333ea", "#a16207", "#b91c5c"),
)  # fmt: skip
DARK = Colours(
    "#17221d", "#e8f1eb", "#a5b8ae", "#2e4038",
    ("#6fd3a5", "#ffa36b", "#7dbcf5", "#c9a3ff", "#e8c15a", "#ff9ab8"),
)  # fmt: skip

Ends = tuple[float, float]
Labels = Sequence[tuple[float, str]]


@dataclass(frozen=True)
class Plot:
    """A picture without its colours."""

    height: float
    drawn: str
    about: str  # what a screen reader says

    def svg(self, style: str = "", background: bool = False) -> str:
        """The picture; standing alone it brings its style and its paper with it."""
        paper = f'<rect class="paper" width="{WIDTH}" height="{self.height:.0f}" rx="10"/>' * background
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:.0f}" role="img" '
            f'aria-label="{escape(self.about, {chr(34): "&quot;"})}">'
            f"{f'<style>{style}</style>' if style else ''}{paper}{self.drawn}</svg>"
        )

    def file(self) -> str:
        """A file of its own, light or dark as the reader's system is."""
        return self.svg(f"{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}", True) + "\n"


def rules(colours: Colours) -> str:
    """The style of a plot in these colours."""
    each = "".join(f".f{n}{{fill:{one}}}.s{n}{{stroke:{one}}}" for n, one in enumerate(colours.series))
    return (
        f"text{{font:500 13px 'Nunito Variable',Nunito,system-ui,sans-serif;fill:{colours.ink}}}"
        f"text.soft{{fill:{colours.soft}}}.paper{{fill:{colours.paper}}}"
        f".grid{{stroke:{colours.line};fill:none}}.even{{stroke:{colours.soft};fill:none}}"
        f".mark{{stroke:{colours.ink}}}"
        f".hole{{fill:{colours.paper}}}.curve{{fill:none;stroke-width:3}}{each}"
    )


# Parts


def text(x: float, y: float, said: str, anchor: str = "start", soft: bool = False) -> str:
    kind = ' class="soft"' * soft
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    """Nothing is narrower than can be seen."""
    size = f'width="{max(0.5, width):.1f}" height="{max(0.5, height):.1f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" {size} rx="2"/>'


def rule(x1: float, y1: float, x2: float, y2: float, kind: str, more: str = "") -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {more}/>'


def across(value: float, ends: Ends) -> float:
    return LEFT + min(1.0, max(0.0, part_of(value, *ends))) * (WIDTH - LEFT - RIGHT)


def scale(ends: Ends, labels: Labels, bottom: float) -> str:
    """Upright lines with their figures below."""
    return "".join(
        rule(across(at, ends), TOP, across(at, ends), bottom, "grid")
        + text(across(at, ends), bottom + 17, said, "middle", soft=True)
        for at, said in labels
    )


# Plots


def histograms(
    about: str, rows: Sequence[tuple[str, Sequence[int]]], ends: Ends, labels: Labels,
    marks: Sequence[float],
) -> Plot:  # fmt: skip
    """A row of bars a name, all on one scale, with a mark on each."""
    tall = 120 if len(rows) == 1 else 64
    bottom = TOP + tall * len(rows)
    parts = [scale(ends, labels, bottom)]
    for place, (name, counts) in enumerate(rows):
        foot, kind = TOP + tall * (place + 1), place % SERIES
        parts.append(text(LEFT - 12, foot - tall / 2 + 5, shortened(name, NAMES), "end"))
        parts.append(bars(counts, foot, tall - 10, f"f{kind}"))
        x = across(marks[place], ends)
        parts.append(rule(x, foot - tall + 6, x, foot, "mark", 'stroke-width="2" stroke-dasharray="4 3"'))
    return Plot(bottom + 26, "".join(parts), about)


def bars(counts: Sequence[int], foot: float, tall: float, kind: str) -> str:
    width = (WIDTH - LEFT - RIGHT) / len(counts)
    most = max(1, *counts)
    return "".join(
        rect(LEFT + n * width + 0.5, foot - tall * count / most, width - 1, tall * count / most, kind)
        for n, count in enumerate(counts)
        if count
    )


def intervals(
    about: str, rows: Sequence[tuple[str, float, Ends]], ends: Ends, labels: Labels,
    even: float, coloured: bool,
) -> Plot:  # fmt: skip
    """A row a name: a ring with its interval, and a dashed line where all would be if they were equal."""
    bottom = TOP + ROW * len(rows)
    parts = [scale(ends, labels, bottom)]
    x = across(even, ends)
    parts.append(rule(x, TOP, x, bottom, "even", 'stroke-width="2" stroke-dasharray="4 3"'))
    for place, (name, mark, (low, high)) in enumerate(rows):
        y, kind = TOP + ROW * (place + 0.5), place % SERIES if coloured else 0
        parts.append(text(LEFT - 12, y + 5, shortened(name, NAMES), "end"))
        parts.append(rule(across(low, ends), y, across(high, ends), y, f"s{kind}", 'stroke-width="5"'))
        ring = f'cx="{across(mark, ends):.1f}" cy="{y:.1f}" r="7" stroke-width="4"'
        parts.append(f'<circle class="hole s{kind}" {ring}/>')
    return Plot(bottom + 26, "".join(parts), about)


def curve(
    about: str,
    values: Sequence[float],
    labels: Labels,
    even: float,
    below: Sequence[str],
) -> Plot:
    """One line of shares from left to right."""
    left, tall = 56, 220
    bottom = TOP + tall

    def height(value: float) -> float:
        return bottom - value * tall

    parts = [
        rule(left, height(at), WIDTH - RIGHT, height(at), "grid")
        + text(left - 8, height(at) + 5, said, "end", soft=True)
        for at, said in labels
    ]
    dashes = 'stroke-width="2" stroke-dasharray="4 3"'
    parts.append(rule(left, height(even), WIDTH - RIGHT, height(even), "even", dashes))
    step = (WIDTH - RIGHT - left) / max(1, len(values))
    points = " ".join(f"{left + (n + 1) * step:.1f},{height(one):.1f}" for n, one in enumerate(values))
    parts.append(f'<polyline class="curve s0" points="{points}" stroke-linejoin="round"/>')
    for n, said in enumerate(below):
        x = left + n * (WIDTH - RIGHT - left) / max(1, len(below) - 1)
        parts.append(
            text(x, bottom + 19, said, ("start", "middle", "end")[min(n, 1) + (n == len(below) - 1)], True)
        )
    return Plot(bottom + 30, "".join(parts), about)


def split(about: str, parts: Sequence[tuple[str, float, str]]) -> Plot:
    """One bar in parts, and below it what each part is."""
    wide, x, drawn = WIDTH - 2 * RIGHT, float(RIGHT), []
    for place, (name, share, said) in enumerate(parts):
        drawn.append(rect(x, TOP, wide * share, 40, f"f{place}"))
        y = TOP + 64 + LINE * place
        drawn.append(rect(RIGHT, y - 12, 14, 14, f"f{place}"))
        drawn.append(text(RIGHT + 24, y, f"{name}: {said}"))
        x += wide * share
    return Plot(TOP + 60 + LINE * len(parts), "".join(drawn), about)


def differences(about: str, rows: Sequence[tuple[str, float, Ends, str]]) -> Plot:
    """A row a name: a bar to the right for more, to the left for less, with its interval and figure."""
    left = 330
    most = max((max(abs(low), abs(high)) for _, _, (low, high), _ in rows), default=1) or 1
    middle, reach = (left + WIDTH - 70) / 2, (WIDTH - 70 - left) / 2
    bottom = TOP + ROW * len(rows)
    drawn = [rule(middle, TOP, middle, bottom, "grid")]
    for place, (name, value, (low, high), said) in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        start, end = sorted((middle, middle + reach * value / most))
        drawn.append(text(left - 12, y + 5, shortened(name, 46), "end"))
        drawn.append(rect(start, y - 8, end - start, 16, f"f{int(value < 0)}"))
        thin = (middle + reach * low / most, y, middle + reach * high / most, y)
        drawn.append(rule(*thin, "even", 'stroke-width="2"'))
        drawn.append(text(WIDTH - 4, y + 5, said, "end"))
    return Plot(bottom + 8, "".join(drawn), about)
