"""Doppelt so clever on a terminal: the dice, the sheet of the viewer, and how the others stand."""

from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludoteca.core.words import Words
from ludoteca.games.doppelt_so_clever.actions import AREA_NAMES, ROW_NAMES
from ludoteca.games.doppelt_so_clever.reading import read_sheet
from ludoteca.games.doppelt_so_clever.scoring import area_points, solo_level
from ludoteca.games.doppelt_so_clever.state import STATE
from ludoteca.games.doppelt_so_clever.tables import (
    AREAS,
    BLUE_POINTS,
    BONUSES,
    FIELDS,
    MINIMUM,
    MULTIPLIER,
    ROUNDS_OF,
    SILVER_BONUS,
    SILVER_COLUMNS,
    SILVER_POINTS,
    TRACK_BONUS,
    YELLOW_COLUMN_BONUS,
    YELLOW_GRID,
    YELLOW_ROW_BONUS,
    Bar,
    Track,
)

Json = dict[str, Any]

STYLES = {"white": "bold", "silver": "bold bright_black", "pink": "bold magenta"}
FREE = "·"  # nothing written yet
CROSSED = "✗"


def draw(view: Json, words: Words, seat: int | None) -> RenderableType:
    """The dice, the own sheet (a spectator sees all of them), and all seats in one line each."""
    points = points_of(view)
    shown = range(view["seats"]) if seat is None else [seat]
    parts: list[RenderableType] = [the_dice(view, words)]
    parts += [the_sheet(view, words, one, points[one]) for one in shown]
    if view["seats"] > len(shown):
        parts.append(the_players(view, words, seat, points))
    return Group(*parts)


def points_of(view: Json) -> list[tuple[int, ...]]:
    """What the areas of each seat score, by the rules themselves."""
    state = np.zeros(1, dtype=STATE)[0]
    for seat, sheet in enumerate(view["sheets"]):
        read_sheet(state, seat, sheet)
    return [area_points(state, seat) for seat in range(view["seats"])]


def coloured(text: str, colour: str) -> Text:
    return Text(text, style=STYLES.get(colour, f"bold {colour}"))


def listed(names: list[str], words: Words) -> str:
    return ", ".join(words.say(f"value.{name}") for name in names)


def short(bonus: int, words: Words) -> Text:
    """A bonus as it is printed, in a few letters."""
    name = BONUSES[bonus].lstrip("?")
    return Text() if name == "-" else Text(words.say(f"short.{name}"), style="dim")


# The dice


def the_dice(view: Json, words: Words) -> Panel:
    table = Table.grid(padding=(0, 2))
    for place in ("pool", "tray", "field"):
        names = [name for name, die in view["dice"].items() if die["at"] == place]
        names = view["fields"] if place == "field" else names
        table.add_row(
            Text(words.say(f"value.{place}"), style="bold"), *(die(view, name, words) for name in names)
        )
    return Panel(table, title=Text(course(view, words)), width=80)


def die(view: Json, name: str, words: Words) -> Text:
    value = view["dice"][name]["value"]
    return coloured(f"{words.say(f'value.{name}')} {value or FREE}", name)


def course(view: Json, words: Words) -> str:
    """Where in the game this is."""
    title = words.say("terminal.title", {**view, "rounds": int(ROUNDS_OF[view["seats"]])})
    if view["over"]:
        return f"{title}, {words.say('phase.over')}"
    now = [words.say("terminal.active", {"seat": view["active"]})]
    if view["role"] == "passive":
        now = [words.say("terminal.passive_half")]
    if view["roll"]:
        now.append(words.say("terminal.roll", view))
    return ", ".join([title, *now])


# A sheet


def the_sheet(view: Json, words: Words, seat: int, points: tuple[int, ...]) -> Panel:
    sheet = view["sheets"][seat]
    areas = Table.grid(padding=(0, 2))
    areas.add_row(silver(sheet, words, points[0]), yellow(sheet, words, points[1]))
    parts = [areas, Text(), tracks(sheet, words, points), Text(), *bars(sheet, words, points)]
    if view["over"] and view["seats"] == 1:
        parts.append(Text(words.say(f"level.{solo_level(view['scores'][0])}"), style="bold"))
    score = words.say("terminal.sheet", {"seat": seat, "score": view["scores"][seat]})
    return Panel(Group(*parts), title=Text(score), subtitle=Text(words.say("terminal.legend")), width=80)


def heading(area: str, points: int, words: Words) -> Text:
    return coloured(f"{words.say(f'terminal.{area}')} {points}", area)


def grid(columns: int) -> Table:
    """A grid with names at the left and figures to the right of them."""
    table = Table.grid(padding=(0, 1))
    for column in range(columns):
        table.add_column(justify="right" if column else "left", no_wrap=True, min_width=4)
    return table


def silver(sheet: Json, words: Words, points: int) -> Group:
    table = grid(SILVER_COLUMNS + 2)
    for row in ROW_NAMES:
        marked = sheet["silver"][row]
        cells = [CROSSED if number in marked else str(number) for number in range(1, SILVER_COLUMNS + 1)]
        name = coloured(words.say(f"value.{row}"), row)
        table.add_row(name, *cells, f"= {SILVER_POINTS[len(marked)]}")
    table.add_row(words.say("terminal.bonus"), *(short(bonus, words) for bonus in SILVER_BONUS))
    return Group(heading("silver", points, words), table)


def yellow(sheet: Json, words: Words, points: int) -> Group:
    table = grid(6)
    for column in table.columns[1:]:
        column.justify = "center"
    table.add_row("", *map(str, range(1, 5)))
    for row, cells in enumerate(sheet["yellow"]):
        drawn = [cell(mark, number) for mark, number in zip(cells, YELLOW_GRID[row], strict=True)]
        table.add_row(str(row + 1), *drawn, short(YELLOW_ROW_BONUS[row], words))
    table.add_row(words.say("terminal.bonus"), *(short(bonus, words) for bonus in YELLOW_COLUMN_BONUS))
    return Group(heading("yellow", points, words), table)


def cell(mark: int | None, number: int) -> str:
    """No cell, open, circled or crossed."""
    return "" if mark is None else (f"{number}", f"({number})", CROSSED)[mark]


def tracks(sheet: Json, words: Words, points: tuple[int, ...]) -> Table:
    """Blue, green and pink, twelve fields each, with what is printed under them."""
    table = grid(FIELDS + 1)
    for track, label, printed in PRINTED:
        name = track.name.lower()
        written = [str(number) for number in sheet[name]] + [FREE] * (FIELDS - len(sheet[name]))
        small = [str(number) if number else "" for number in printed]
        table.add_row(heading(name, points[track + 2], words), *(Text(number, "bold") for number in written))
        table.add_row(f" {words.say(f'terminal.{label}')}", *small)
        table.add_row(
            f" {words.say('terminal.bonus')}", *(short(bonus, words) for bonus in TRACK_BONUS[track])
        )
    return table


PRINTED = (
    (Track.BLUE, "points", BLUE_POINTS[1:]),
    (Track.GREEN, "times", MULTIPLIER[Track.GREEN]),
    (Track.PINK, "least", MINIMUM[Track.PINK]),
)


def bars(sheet: Json, words: Words, points: tuple[int, ...]) -> list[RenderableType]:
    """Actions left, foxes, and what is waiting to be used."""
    said = []
    for bar in Bar:
        unlocked, used = sheet[bar.name.lower()]
        left = words.say("terminal.left", {"left": unlocked - used, "unlocked": unlocked})
        said.append(f"{words.say(f'value.{bar.name.lower()}')}: {left}")
    said.append(f"{words.say('terminal.foxes')}: {sheet['foxes']} × {min(points)}")
    waiting = [
        Text(words.say(f"terminal.{key}", {"names": listed(sheet[key], words)}), style="bold")
        for key in ("bonuses", "sweeps", "extra_used")
        if sheet[key]
    ]
    return [Text("; ".join(said)), *waiting]


# The others


def the_players(view: Json, words: Words, seat: int | None, points: list[tuple[int, ...]]) -> Table:
    """One line a seat: the total, the areas, foxes and actions left."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="underline")
    for title in ("player", "total", *AREA_NAMES[:AREAS], "foxes"):
        left = title == "player"
        table.add_column(
            words.say(f"terminal.{title}"), justify="left" if left else "right", no_wrap=not left
        )
    for bar in Bar:
        table.add_column(words.say(f"short.{bar.name.lower()}"), justify="right", no_wrap=True)
    for other, sheet in enumerate(view["sheets"]):
        left_of = [sheet[bar.name.lower()][0] - sheet[bar.name.lower()][1] for bar in Bar]
        figures = [view["scores"][other], *points[other], sheet["foxes"], *left_of]
        table.add_row(name(view, words, other, seat), *map(str, figures))
    return table


def name(view: Json, words: Words, other: int, seat: int | None) -> Text:
    """Who sits there, and whether it is that seat's turn, or its victory."""
    text = Text(words.say("terminal.name", {"seat": other}), style="bold" if other == seat else "")
    if other in view["winners"]:
        text.append(f" ({words.say('terminal.wins')})", style="bold green")
    elif other in view["to_act"]:
        text.append(f" ({words.say('terminal.acts')})", style="italic")
    return text
