"""The five areas: what a mark changes on the sheet, which bonuses it earns, and what an area scores."""

import numpy as np

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import Told
from ludoteca.games.doppelt_so_clever.marks import (
    ALL_CIRCLES,
    ALL_CROSSES,
    AREA_MARKS,
    AREA_OF,
    BLUE,
    CELL_COLUMN,
    CELL_COLUMN_BONUS,
    CELL_NUMBERS,
    CELL_ROW,
    CELL_ROW_BONUS,
    CIRCLE,
    COLUMN_MARKS,
    CROSS,
    GREEN,
    HIGH,
    LOW,
    ROW_MARKS,
    WRITES,
)
from ludoteca.games.doppelt_so_clever.tables import (
    BLUE_POINTS,
    CELLS,
    FIELDS,
    MINIMUM,
    MULTIPLIER,
    NOTHING,
    SILVER_BONUS,
    SILVER_COLUMNS,
    SILVER_POINTS,
    SILVER_ROWS,
    TRACK_BONUS,
    YELLOW_POINTS,
    Area,
    Track,
)

WRITTEN = np.array([Told.BLUE_WRITTEN, Told.GREEN_WRITTEN, Told.PINK_WRITTEN])  # by track


@compiled
def is_open(state: State, seat: int, mark: int) -> bool:
    if mark < BLUE:
        return (state.open_marks[seat, LOW] >> mark) & 1 == 1
    return (state.open_marks[seat, HIGH] >> (mark - BLUE)) & 1 == 1


@compiled
def has_space(state: State, seat: int, area: int) -> bool:
    """Can anything still be marked in this area, or, for black, in any?"""
    low = state.open_marks[seat, LOW] & AREA_MARKS[area, LOW]
    high = state.open_marks[seat, HIGH] & AREA_MARKS[area, HIGH]
    return low | high != 0


# Silver


@rule("C3")
@compiled
def mark_silver(state: State, seat: int, mark: int) -> int:
    """Mark a number in a row. The bonus of its column, if that is now full."""
    row, column = divmod(mark, SILVER_COLUMNS)
    state.open_marks[seat, LOW] &= ~(1 << mark)
    tell(state, Told.SILVER_MARKED, seat, row, column + 1)
    return NOTHING if state.open_marks[seat, LOW] & COLUMN_MARKS[column] else SILVER_BONUS[column]


@rule("C3")
@compiled
def silver_points(state: State, seat: int) -> int:
    """Each row scores by its marks."""
    points = 0
    for row in range(SILVER_ROWS):
        points += SILVER_POINTS[bits.count(ROW_MARKS[row] & ~state.open_marks[seat, LOW])]
    return points


# Yellow


@rule("C4")
@compiled
def circle(state: State, seat: int, cell: int) -> None:
    """Circle a cell; from now on it can be crossed."""
    state.open_marks[seat, LOW] ^= (1 << (CIRCLE + cell)) | (1 << (CROSS + cell))
    tell(state, Told.YELLOW_CIRCLED, seat, CELL_NUMBERS[cell], cell)


@rule("C4")
@compiled
def row_bonus(state: State, seat: int, cell: int) -> int:
    """The bonus of the row of a cell just circled, if all the row is circled."""
    return NOTHING if state.open_marks[seat, LOW] & CELL_ROW[cell] else CELL_ROW_BONUS[cell]


@rule("C4")
@compiled
def column_bonus(state: State, seat: int, cell: int) -> int:
    """The bonus of the column of a cell just circled, if all the column is circled."""
    return NOTHING if state.open_marks[seat, LOW] & CELL_COLUMN[cell] else CELL_COLUMN_BONUS[cell]


@rule("C4")
@compiled
def cross(state: State, seat: int, cell: int) -> None:
    """Cross a circled cell."""
    state.open_marks[seat, LOW] &= ~(1 << (CROSS + cell))
    tell(state, Told.YELLOW_CROSSED, seat, CELL_NUMBERS[cell], cell)


@rule("C4")
@compiled
def yellow_points(state: State, seat: int) -> int:
    """Crosses score; a cell that is open, or only circled, does not."""
    return YELLOW_POINTS[CELLS - bits.count(state.open_marks[seat, LOW] & (ALL_CIRCLES | ALL_CROSSES))]


# Blue, green and pink


@rule("C6", "C7")
@compiled
def write(state: State, seat: int, mark: int) -> int:
    """Write a number, times the multiplier, in the next field. Its bonus, if it reaches the minimum."""
    track = AREA_OF[mark] - Area.BLUE
    field = state.filled[seat, track]
    number = WRITES[mark] * MULTIPLIER[track, field]
    state.numbers[seat, track, field] = number
    state.filled[seat, track] = field + 1
    close_fields(state, seat, mark, field + 1 == FIELDS)
    tell(state, WRITTEN[track], seat, number, field + 1)
    return TRACK_BONUS[track, field] if number >= MINIMUM[track, field] else NOTHING


@rule("C5")
@compiled
def close_fields(state: State, seat: int, mark: int, full: bool) -> None:
    """A full area takes nothing more, and blue nothing higher than its last number."""
    if full:
        state.open_marks[seat, HIGH] &= ~AREA_MARKS[AREA_OF[mark], HIGH]
    elif mark < GREEN:
        higher = AREA_MARKS[Area.BLUE, HIGH] & ~((2 << (mark - BLUE)) - 1)
        state.open_marks[seat, HIGH] &= ~higher


@rule("C5")
@compiled
def blue_points(state: State, seat: int) -> int:
    """Blue scores by the fields filled."""
    return BLUE_POINTS[state.filled[seat, Track.BLUE]]


@rule("C6")
@compiled
def green_points(state: State, seat: int) -> int:
    """A full pair scores first minus second; a half pair nothing."""
    points = 0
    for pair in range(state.filled[seat, Track.GREEN] // 2):
        first = int(state.numbers[seat, Track.GREEN, 2 * pair])
        points += first - int(state.numbers[seat, Track.GREEN, 2 * pair + 1])
    return points


@rule("C7")
@compiled
def pink_points(state: State, seat: int) -> int:
    """Pink scores the sum."""
    points = 0
    for field in range(state.filled[seat, Track.PINK]):
        points += int(state.numbers[seat, Track.PINK, field])
    return points
