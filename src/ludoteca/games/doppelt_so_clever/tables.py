"""What is in the box: the dice, and the score sheet as it is printed."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ludoteca.core.rule_marks import fact

Table = npt.NDArray[np.int64]

MOST_SEATS = 4
MOST_ROLLS = 3
ROUNDS_OF = np.array([0, 6, 6, 5, 4])  # by seats
SOLO_TURNS = 2  # alone one is active once in a round, and then passive once
SOLO_TRAY = 3

fact(__name__, "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C9", "C24")


class Die(IntEnum):
    WHITE = 0
    SILVER = 1
    YELLOW = 2
    BLUE = 3
    GREEN = 4
    PINK = 5


DICE = len(Die)
ALL_DICE = (1 << DICE) - 1
FACES = 6
WAYS_TO_FALL = FACES**DICE


class Area(IntEnum):
    """The five areas of the sheet. As the colour of a `?` there is also black, for any of them."""

    SILVER = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    PINK = 4
    BLACK = 5


AREAS = 5
COLOURS = 6


class Bar(IntEnum):
    REROLL = 0
    RETURN = 1
    EXTRA = 2


BARS = 3
CIRCLES = 6  # of each action bar

# A bonus is one of these numbers.
NOTHING = 0
ACTION = 1  # + bar: a re-roll, a return or an extra die
FOX = 4
QUESTION = 5  # + colour: a `?`

BONUSES = (
    *("-", "reroll", "return", "extra", "fox"),
    *("?silver", "?yellow", "?blue", "?green", "?pink", "?black"),
)


def printed(names: str) -> Table:
    """Bonuses as they stand on the sheet."""
    return np.array([BONUSES.index(name) for name in names.split()])


ROUND_BONUS = printed("reroll extra return ?black - -")
BAR_BONUS = printed("fox ?pink ?silver")  # for the sixth circle

# Silver
SILVER_ROWS = 4  # in the order of the yellow, blue, green and pink die
SILVER_COLUMNS = 6
SILVER_BONUS = printed("extra ?yellow fox ?blue ?green ?pink")  # for a full column
SILVER_POINTS = np.array([0, 2, 4, 7, 11, 16, 22])  # by the marks in a row

# Yellow
YELLOW_GRID = (
    (0, 3, 0, 6),
    (1, 0, 2, 0),
    (0, 4, 0, 3),
    (2, 0, 5, 0),
    (0, 5, 0, 4),
)
YELLOW_ROW_BONUS = printed("?blue return ?yellow ?green ?pink")
YELLOW_COLUMN_BONUS = printed("reroll extra ?silver fox")
YELLOW_POINTS = np.array([0, 3, 10, 21, 36, 55, 75, 96, 118, 141, 165])  # by crosses
CELL_AT = tuple((row, column) for row in range(5) for column in range(4) if YELLOW_GRID[row][column])
CELL_NUMBER = tuple(YELLOW_GRID[row][column] for row, column in CELL_AT)
CELLS = len(CELL_AT)


class Track(IntEnum):
    """The areas with an arrow, filled from left to right."""

    BLUE = 0
    GREEN = 1
    PINK = 2


TRACKS = 3
FIELDS = 12
LOWEST_SUM, HIGHEST_SUM = 2, 12
TRACK_BONUS = np.array(
    [
        printed("- return ?yellow - extra reroll ?pink - fox return - ?green"),
        printed("- reroll - ?blue return - fox ?silver extra - ?pink ?yellow"),
        printed("- - reroll return extra ?green ?yellow fox ?silver reroll ?blue ?yellow"),
    ]
)
MINIMUM = np.array([[0] * FIELDS, [0] * FIELDS, [0, 0, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]])  # for the bonus
MULTIPLIER = np.array([[1] * FIELDS, [2, 2, 2, 1, 3, 3, 3, 2, 3, 1, 4, 1], [1] * FIELDS])
BLUE_POINTS = np.array([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78])  # by fields filled

SOLO_LEVELS = (320, 300, 280, 260, 240, 220, 200, 180, 160, 140)

# How often each bonus is printed on a sheet
PRINTED = np.bincount(
    np.concatenate(
        [table.ravel() for table in (
            ROUND_BONUS, BAR_BONUS, SILVER_BONUS, YELLOW_ROW_BONUS, YELLOW_COLUMN_BONUS, TRACK_BONUS,
        )]
    )
)  # fmt: skip
MOST_FOXES = int(PRINTED[FOX])
