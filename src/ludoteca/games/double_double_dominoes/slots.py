"""The board: its squares, its diamonds, and its slots, the pairs of squares that a tile can cover.

A set of squares is WORDS integers of four rows each, a bit a square, so that all places for a tile are found
by a few operations on whole words. A slot stands where its first square does, the left or the upper one:
slots that lie across and slots that stand upright are two sets.
"""

from itertools import product

import numpy as np

from ludoteca.core.rule_marks import fact

ROWS = 15
COLUMNS = "ABCDEFGHIJKLMNO"
SQUARES = ROWS * ROWS
OFF = SQUARES  # the one square that is not on the board
STAR = SQUARES // 2

fact(__name__, "T2")

UPPER_HALF = (
    "5 . . 4 . . . 3 . . . 4 . . 5",
    ". . 3 . . 4 . . . 4 . . 3 . .",
    ". 3 . . 2 . . . . . 2 . . 3 .",
    "4 . . 3 . 2 . . . 2 . 3 . . 4",
    ". . 2 . 1 . 1 . 1 . 1 . 2 . .",
    ". 4 . 2 . 1 . . . 1 . 2 . 4 .",
    ". . . . 1 . . . . . 1 . . . .",
    "3 . . . . . . * . . . . . . 3",
)
BOARD = [row.split() for row in (*UPPER_HALF, *UPPER_HALF[-2::-1])]
DIAMOND_ON = [int(mark) if mark.isdigit() else 0 for row in BOARD for mark in row]


def square_name(square: int) -> str:
    return f"{square // ROWS + 1}{COLUMNS[square % ROWS]}"


SQUARE_NAMES = [square_name(square) for square in range(SQUARES)]

# Ways from a square to its four neighbours.
UP, RIGHT, DOWN, LEFT = range(4)
WAYS = 4
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
BACK = np.array([DOWN, LEFT, UP, RIGHT])  # the way back


def square_at(row: int, column: int) -> int:
    inside = 0 <= row < ROWS and 0 <= column < ROWS
    return row * ROWS + column if inside else OFF


NEIGHBOUR = np.array(
    [
        [square_at(square // ROWS + down, square % ROWS + right) for down, right in STEPS]
        for square in range(SQUARES)
    ]
)

# Slots: first those that lie across, row by row, then those that stand upright.
SLOT_SQUARES = [
    (square, int(NEIGHBOUR[square, way]))
    for way in (RIGHT, DOWN)
    for square in range(SQUARES)
    if NEIGHBOUR[square, way] != OFF
]
SLOTS = len(SLOT_SQUARES)
SLOT_OF = {squares: slot for slot, squares in enumerate(SLOT_SQUARES)}
FIRST = np.array([first for first, _ in SLOT_SQUARES])
SECOND = np.array([second for _, second in SLOT_SQUARES])
DIAMOND = np.array([DIAMOND_ON[first] + DIAMOND_ON[second] for first, second in SLOT_SQUARES])


# Sets of squares.
WORD_ROWS = 4
WORD_BITS = WORD_ROWS * ROWS
WORDS = -(-ROWS // WORD_ROWS)
WORD = np.array([square // WORD_BITS for square in range(SQUARES)])
BIT = np.array([1 << square % WORD_BITS for square in range(SQUARES)])
TOP_ROW = (1 << ROWS) - 1  # of a word
TO_LAST_ROW = WORD_BITS - ROWS

# Slots by the square where they stand: those that lie across, and those that stand upright.
SLOT_AT = np.array(
    [[SLOT_OF.get((at, at + step), OFF) for at in range(WORDS * WORD_BITS + 1)] for step in (1, ROWS)]
)


def as_set(squares: set[int]) -> list[int]:
    return [
        sum(1 << square % WORD_BITS for square in squares if square // WORD_BITS == word)
        for word in range(WORDS)
    ]


EVERY_SQUARE = np.array(as_set(set(range(SQUARES))))
NOT_LAST_COLUMN = np.array(as_set({square for square in range(SQUARES) if square % ROWS < ROWS - 1}))


def neighbours(slot: int) -> set[int]:
    return {int(NEIGHBOUR[square, way]) for square, way in product(SLOT_SQUARES[slot], range(WAYS))} - {OFF}


ANYWHERE = SLOTS  # a line of BESIDE
BESIDE = np.array([*([*as_set(neighbours(slot)), 0] for slot in range(SLOTS)), [*EVERY_SQUARE, 0]])
