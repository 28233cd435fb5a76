"""The alphabet of marks. A seat's open marks are a set of bits, and so are the marks that suit a die.

Silver and yellow are the low half of the alphabet, blue, green and pink the high half.
"""

import numpy as np
import numpy.typing as npt

from ludoteca.core.rule_marks import fact
from ludoteca.games.doppelt_so_clever.tables import (
    AREAS,
    CELL_AT,
    CELL_NUMBER,
    CELLS,
    COLOURS,
    DICE,
    FACES,
    HIGHEST_SUM,
    LOWEST_SUM,
    SILVER_COLUMNS,
    SILVER_ROWS,
    YELLOW_COLUMN_BONUS,
    YELLOW_ROW_BONUS,
    Area,
    Die,
)

Table = npt.NDArray[np.int64]

SILVER = 0  # + row * 6 + number - 1
CIRCLE = SILVER + SILVER_ROWS * SILVER_COLUMNS  # + yellow cell
CROSS = CIRCLE + CELLS  # + yellow cell
BLUE = CROSS + CELLS  # + number - 2
GREEN = BLUE + HIGHEST_SUM - LOWEST_SUM + 1  # + number - 1, before multiplying
PINK = GREEN + FACES  # + number - 1
MARKS = PINK + FACES

LOW, HIGH = 0, 1  # the halves
HALF = BLUE  # the first mark of the high half

STARTS = (SILVER, CIRCLE, BLUE, GREEN, PINK, MARKS)  # of the areas

fact(__name__, "C14", "C16")


def bit_of(mark: int) -> tuple[int, int]:
    """In which half a mark is, and its bit there."""
    return (LOW, 1 << mark) if mark < HALF else (HIGH, 1 << (mark - HALF))


def sets(shape: tuple[int, ...]) -> Table:
    return np.zeros((*shape, 2), dtype=np.int64)


def put(table: Table, mark: int) -> None:
    half, bit = bit_of(mark)
    table[half] |= bit


def area_of(mark: int) -> int:
    return sum(mark >= start for start in STARTS[1:AREAS])


AREA_OF = np.array([area_of(mark) for mark in range(MARKS)])


def number_of(mark: int) -> int:
    """The number of a mark as the die, or the sum of the two dice, shows it."""
    if mark < CIRCLE:
        return mark % SILVER_COLUMNS + 1
    if mark < BLUE:
        return CELL_NUMBER[(mark - CIRCLE) % CELLS]
    return mark - BLUE + LOWEST_SUM if mark < GREEN else (mark - GREEN) % FACES + 1


WRITES = np.array([number_of(mark) for mark in range(MARKS)])


def marks_of_areas() -> Table:
    """All marks of each area; for black, of all five."""
    table = sets((COLOURS,))
    for mark in range(MARKS):
        put(table[area_of(mark)], mark)
        put(table[Area.BLACK], mark)
    return table


AREA_MARKS = marks_of_areas()
ALL_MARKS = AREA_MARKS[Area.BLACK]
ALL_CIRCLES = ((1 << CELLS) - 1) << CIRCLE
ALL_CROSSES = ((1 << CELLS) - 1) << CROSS
FRESH = np.array([ALL_MARKS[LOW] & ~ALL_CROSSES, ALL_MARKS[HIGH]])  # nothing can be crossed yet


def marks_with(area: int, number: int) -> list[int]:
    """The marks that a number makes in an area other than blue, be they open or not."""
    if area == Area.SILVER:
        return [SILVER + row * SILVER_COLUMNS + number - 1 for row in range(SILVER_ROWS)]
    if area == Area.YELLOW:
        cells = [cell for cell in range(CELLS) if CELL_NUMBER[cell] == number]
        return [start + cell for start in (CIRCLE, CROSS) for cell in cells]
    return [(GREEN if area == Area.GREEN else PINK) + number - 1]


def marks_of_dice() -> Table:
    """The marks that suit a die by the value it shows; blue is missing, for it needs two dice."""
    table = sets((DICE, FACES + 1))
    for die in Die:
        joker = (Area.SILVER, Area.YELLOW, Area.GREEN, Area.PINK)
        areas = joker if die == Die.WHITE else () if die == Die.BLUE else (Area(die - Die.SILVER),)
        for number in range(1, FACES + 1):
            for mark in (mark for area in areas for mark in marks_with(area, number)):
                put(table[die, number], mark)
    return table


DIE_MARKS = marks_of_dice()


def marks_of_sweeps() -> Table:
    """The silver marks of a die sent to the tray: in its own row, white and silver in any."""
    table = np.zeros((DICE, FACES + 1), dtype=np.int64)
    for die in Die:
        for number in range(1, FACES + 1):
            column = marks_with(Area.SILVER, number)
            marks = column if die <= Die.SILVER else [column[die - Die.YELLOW]]
            table[die, number] = sum(1 << mark for mark in marks)
    return table


SWEEP_MARKS = marks_of_sweeps()
COLUMN_MARKS = np.array([sum(1 << mark for mark in marks_with(Area.SILVER, n + 1)) for n in range(FACES)])
ROW_MARKS = np.array([((1 << SILVER_COLUMNS) - 1) << (row * SILVER_COLUMNS) for row in range(SILVER_ROWS)])


def line_circles(axis: int) -> Table:
    """For each yellow cell, the circles of all the cells in its row (axis 0) or column (axis 1)."""
    lines = [
        sum(1 << (CIRCLE + other) for other in range(CELLS) if CELL_AT[other][axis] == CELL_AT[cell][axis])
        for cell in range(CELLS)
    ]
    return np.array(lines)


CELL_ROW = line_circles(0)
CELL_COLUMN = line_circles(1)
CELL_ROW_BONUS = np.array([YELLOW_ROW_BONUS[row] for row, _ in CELL_AT])
CELL_COLUMN_BONUS = np.array([YELLOW_COLUMN_BONUS[column] for _, column in CELL_AT])
CELL_NUMBERS = np.array(CELL_NUMBER)
