"""How a written position of Doppelt so clever becomes a record."""

from typing import Any

from ludoteca.core.errors import brief, require
from ludoteca.core.reading import each_seat
from ludoteca.core.record import State
from ludoteca.games.doppelt_so_clever.actions import AREA_NAMES, DIE_NAMES, ROW_NAMES
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.areas import close_fields
from ludoteca.games.doppelt_so_clever.bonuses import COUNT_BITS, COUNT_MASK
from ludoteca.games.doppelt_so_clever.consistency import require_consistent
from ludoteca.games.doppelt_so_clever.marks import BLUE, CIRCLE, CROSS, FRESH, GREEN, LOW, PINK, SILVER
from ludoteca.games.doppelt_so_clever.tables import (
    CELL_AT,
    CELLS,
    FACES,
    FIELDS,
    HIGHEST_SUM,
    LOWEST_SUM,
    MOST_ROLLS,
    MULTIPLIER,
    SILVER_COLUMNS,
    Bar,
    Track,
)

Json = dict[str, Any]

FIRST_MARK = (BLUE, GREEN, PINK)  # of each track
NUMBERS = (range(LOWEST_SUM, HIGHEST_SUM + 1), range(1, FACES + 1), range(1, FACES + 1))


def read_position(state: State, position: Json) -> None:
    """Fill a record in which the common keys are already written; BadPosition if it is not consistent."""
    state.this_round = position["round"]
    state.turn = position["turn"]
    state.active = position["active"]
    require(0 <= state.active < state.seats, "active", f"there is no seat {brief(position['active'])}")
    state.rolls = position["roll"]
    read_dice(state, position)
    for seat, sheet in enumerate(each_seat("sheets", position["sheets"], state.seats)):
        read_sheet(state, seat, sheet)
    state.to_act = waited_for(state)
    require_consistent(state)


def waited_for(state: State) -> int:
    """The seats to act, which the phase and the sheets tell."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase in (Phase.BEFORE_ROLL, Phase.PICK):
        return 1 << int(state.active)
    busy = state.waiting != 0 if state.phase == Phase.START else state.done == 0
    return sum(1 << seat for seat in range(state.seats) if busy[seat])


# Dice


def read_dice(state: State, position: Json) -> None:
    for die, name in enumerate(DIE_NAMES):
        value = position["dice"][name]["value"]
        require(value is None or value in range(1, FACES + 1), "dice", f"{name} shows 1 to 6 or nothing")
        state.values[die] = value or 0
        if position["dice"][name]["at"] == "tray":
            state.tray |= 1 << die
    fields = [number_of_die(name, "fields") for name in position["fields"]]
    require(len(fields) <= MOST_ROLLS, "fields", "there are three")
    state.fields[: len(fields)] = fields
    state.fields_filled = len(fields)
    state.on_fields = set_of(fields, "fields")


def number_of_die(name: Any, field: str) -> int:
    require(name in DIE_NAMES, field, f"no die is {brief(name)}")
    return DIE_NAMES.index(name)


def set_of(dice: list[int], field: str) -> int:
    require(len(set(dice)) == len(dice), field, "each die is there once")
    return sum(1 << die for die in dice)


# Sheets


def read_sheet(state: State, seat: int, sheet: Json) -> None:
    state.open_marks[seat] = FRESH
    for row, name in enumerate(ROW_NAMES):
        for number in sheet["silver"][name]:
            require(number in range(1, SILVER_COLUMNS + 1), "silver", "a row has the numbers 1 to 6")
            state.open_marks[seat, LOW] &= ~(1 << (SILVER + row * SILVER_COLUMNS + number - 1))
    for cell in range(CELLS):
        row, column = CELL_AT[cell]
        read_cell(state, seat, cell, sheet["yellow"][row][column])
    for track in Track:
        read_track(state, seat, track, sheet[track.name.lower()])
    for bar in Bar:
        state.unlocked[seat, bar], state.used[seat, bar] = sheet[bar.name.lower()]
    state.foxes[seat] = sheet["foxes"]
    require(len(sheet["bonuses"]) < COUNT_MASK, "bonuses", "there are not so many on the sheet")
    for name in sheet["bonuses"]:
        require(name in AREA_NAMES, "bonuses", f"no `?` is {brief(name)}")
        state.waiting[seat] += 1 << (AREA_NAMES.index(name) * COUNT_BITS)
    for field in ("sweeps", "extra_used"):
        state[field][seat] = set_of([number_of_die(name, field) for name in sheet[field]], field)
    state.picked[seat] = sheet["picked"]
    state.done[seat] = sheet["done"]


def read_cell(state: State, seat: int, cell: int, mark: Any) -> None:
    """A yellow cell is open, circled or crossed."""
    require(mark in (0, 1, 2), "yellow", "a cell is 0, 1 or 2")
    if mark >= 1:
        state.open_marks[seat, LOW] ^= (1 << (CIRCLE + cell)) | (1 << (CROSS + cell))
    if mark == 2:
        state.open_marks[seat, LOW] ^= 1 << (CROSS + cell)


def read_track(state: State, seat: int, track: Track, written: list[int]) -> None:
    """Numbers of blue, green or pink, as their fields multiply them; in blue none is higher than the last."""
    name = track.name.lower()
    require(len(written) <= FIELDS, name, "there are twelve fields")
    for field, product in enumerate(written):
        number, rest = divmod(product, int(MULTIPLIER[track, field]))
        require(
            rest == 0 and number in NUMBERS[track], name, f"no number for field {field + 1}: {brief(product)}"
        )
        higher = track == Track.BLUE and field and product > written[field - 1]
        require(not higher, name, f"{product} is higher than the number before")
        state.numbers[seat, track, field] = product
        close_fields(state, seat, FIRST_MARK[track] + number - NUMBERS[track][0], field + 1 == FIELDS)
    state.filled[seat, track] = len(written)


# Views


def fill_view(view: Json, seat: int) -> Json:
    """The position that fits a view: nothing is hidden."""
    return dict(view)
