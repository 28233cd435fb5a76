"""How Doppelt so clever is written: positions, views and events. See RULES.md, Notation."""

from typing import Any

from ludoteca.core.record import State
from ludoteca.core.record_fields import answered_once
from ludoteca.games.doppelt_so_clever.actions import AREA_NAMES, DIE_NAMES, ROW_NAMES
from ludoteca.games.doppelt_so_clever.areas import is_open
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.marks import CIRCLE, CROSS, SILVER
from ludoteca.games.doppelt_so_clever.state import passive_half
from ludoteca.games.doppelt_so_clever.tables import (
    CELL_AT,
    DICE,
    SILVER_COLUMNS,
    YELLOW_GRID,
    Bar,
    Track,
)

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()


# Positions and views


@answered_once
def write_position(state: State) -> Json:
    """The whole truth."""
    return {
        "round": int(state.this_round),
        "turn": int(state.turn),
        "active": int(state.active),
        "role": "passive" if passive_half(state) else "active",
        "roll": int(state.rolls),
        "dice": {DIE_NAMES[die]: write_die(state, die) for die in range(DICE)},
        "fields": [DIE_NAMES[die] for die in state.fields[: state.fields_filled]],
        "sheets": [write_sheet(state, seat) for seat in range(state.seats)],
    }


def write_view(state: State, seat: int) -> Json:
    """Nothing on this table is hidden."""
    return write_position(state)


def write_die(state: State, die: int) -> Json:
    place = "tray" if state.tray >> die & 1 else "field" if state.on_fields >> die & 1 else "pool"
    return {"value": int(state.values[die]) or None, "at": place}


def write_sheet(state: State, seat: int) -> Json:
    return {
        "silver": {name: silver_row(state, seat, row) for row, name in enumerate(ROW_NAMES)},
        "yellow": yellow_cells(state, seat),
        **{track.name.lower(): written(state, seat, track) for track in Track},
        **{bar.name.lower(): [int(state.unlocked[seat, bar]), int(state.used[seat, bar])] for bar in Bar},
        "foxes": int(state.foxes[seat]),
        "bonuses": sorted(waiting(state, seat)),
        "sweeps": names_of(state.sweeps[seat]),
        "extra_used": names_of(state.extra_used[seat]),
        "picked": bool(state.picked[seat]),
        "done": bool(state.done[seat]),
    }


def silver_row(state: State, seat: int, row: int) -> list[int]:
    first = SILVER + row * SILVER_COLUMNS
    return [column + 1 for column in range(SILVER_COLUMNS) if not is_open(state, seat, first + column)]


def yellow_cells(state: State, seat: int) -> list[list[int | None]]:
    """No cell, open, circled, crossed."""
    cells: list[list[int | None]] = [[None for _ in row] for row in YELLOW_GRID]
    for cell, (row, column) in enumerate(CELL_AT):
        open_cell, circled = is_open(state, seat, CIRCLE + cell), is_open(state, seat, CROSS + cell)
        cells[row][column] = 0 if open_cell else 1 if circled else 2
    return cells


def written(state: State, seat: int, track: int) -> list[int]:
    return [int(number) for number in state.numbers[seat, track, : state.filled[seat, track]]]


def waiting(state: State, seat: int) -> list[str]:
    return [name for colour, name in enumerate(AREA_NAMES) for _ in range(how_many_wait(state, seat, colour))]


def names_of(dice: int) -> list[str]:
    return sorted(name for die, name in enumerate(DIE_NAMES) if dice >> die & 1)


# Events

NAMES = {
    "die": DIE_NAMES,
    "colour": AREA_NAMES,
    "row": ROW_NAMES,
    "action": tuple(bar.name.lower() for bar in Bar),
    "how": ("used", "lost"),
}


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it."""
    if field == "cell":
        return list(CELL_AT[number])
    return NAMES[field][number] if field in NAMES else number
