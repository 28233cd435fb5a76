"""What is in the box, and the alphabet of the game: tiles, track, phases, actions, refusals, events."""

from enum import IntEnum

import numpy as np

from ludoteca.core.events import Kind
from ludoteca.core.rule import fact
from ludoteca.games.double_double_dominoes.slots import SLOTS

MOST_SEATS = 6
HAND = 3  # tiles in a hand between two turns
FULL_HAND = HAND + 1  # with the tile drawn at the beginning of a turn
BONUS = 3

fact(__name__, "T1", "T3", "T15")

# Tiles. A kind of tile is a number, in the order 0-0, 0-1 ... 0-6, 1-1 ... 6-6; a set of kinds is a bit each.
PIPS = 7  # a half shows 0 to 6
TILES = [(low, high) for low in range(PIPS) for high in range(low, PIPS)]
KINDS = len(TILES)
NO_TILE = -1
LOW = np.array([low for low, _ in TILES])
HIGH = np.array([high for _, high in TILES])
ANY_KIND = (1 << KINDS) - 1
MOST_SUM = 2 * (PIPS - 1)
SUM_IS = np.array(
    [sum(1 << k for k in range(KINDS) if sum(TILES[k]) == pips) for pips in range(MOST_SUM + 1)]
)
NO_LOWER = np.array([sum(1 << k for k in range(KINDS) if sum(TILES[k]) >= sum(tile)) for tile in TILES])

SETS = np.array([0, 0, 2, 2, 2, 3, 3])  # double-six sets in play, by seats
MOST_TILES = KINDS * 3

# The track: a pip value for each space; none on START and beyond the last space.
NO_PIPS = -1
SPACES = (
    "1234560253 4622035416 2455063420 1513444506 3541320011"
    "2363521066 5212503350 6140635142 6231656204 0164416630"
).replace(" ", "")
BEYOND = 27  # no marker gets further: the game ends before it could move again
TRACK = np.array([NO_PIPS, *map(int, SPACES), *[NO_PIPS] * BEYOND])
GOALS = np.array([0, 0, 100, 75, 50, 75, 50])  # by seats


class Phase(IntEnum):
    LAY = 0
    EXTEND = 1
    DISCARD = 2
    OVER = 3


# Action ids, whatever the state.
PLACE = 0  # + (kind * SLOTS + slot) * 2 + turned; a double is never turned
STOP = PLACE + KINDS * SLOTS * 2
DISCARD = STOP + 1  # + kind
ACTIONS = DISCARD + KINDS
MOST_LEGAL = FULL_HAND * SLOTS  # but for the first tile, a kind fits a slot in one way at most


class No(IntEnum):
    """Why an action is refused: a line of REFUSALS."""

    REASON = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    MUST_LAY = 3
    MUST_DISCARD = 4
    LAY_OR_STOP = 5
    NOT_IN_HAND = 6
    NO_SUCH_PLACEMENT = 7
    OFF_THE_STAR = 8
    OCCUPIED = 9
    TOUCHES_TWO = 10
    TOUCHES_NOTHING = 11
    SAME_SIDE = 12
    PIPS_DIFFER = 13
    NOT_AT_THE_DOUBLE = 14


RULE_OF = {
    No.REASON: None,
    No.GAME_OVER: "T15",
    No.NOT_YOUR_TURN: "T4",
    No.MUST_LAY: "T5",
    No.MUST_DISCARD: "T10",
    No.LAY_OR_STOP: "T9",
    No.NOT_IN_HAND: "T5",
    No.NO_SUCH_PLACEMENT: "T7",
    No.OFF_THE_STAR: "T6",
    No.OCCUPIED: "T7",
    No.TOUCHES_TWO: "T7",
    No.TOUCHES_NOTHING: "T7",
    No.SAME_SIDE: "T8",
    No.PIPS_DIFFER: "T7",
    No.NOT_AT_THE_DOUBLE: "T9",
}
REFUSALS = tuple((reason.name.lower(), RULE_OF[reason]) for reason in No)


class Told(IntEnum):
    """Kinds of events: a line of EVENTS."""

    DREW = 0
    NOTHING_FITS = 1
    LAID = 2
    DIAMOND = 3
    BONUS = 4
    STOPPED = 5
    DISCARDED = 6
    LAST_TURN = 7
    COUNTED = 8
    GAME_OVER = 9


EVENTS: tuple[Kind, ...] = (
    Kind("drew", ("seat", "tile"), secret=("tile",)),
    Kind("nothing_fits", ("seat",)),
    Kind("laid", ("seat", "tile", "at")),
    Kind("diamond", ("seat", "points")),
    Kind("bonus", ("seat", "points", "pips")),
    Kind("stopped", ("seat",)),
    Kind("discarded", ("seat", "tile"), secret=("tile",)),
    Kind("last_turn", ("seat",)),
    Kind("counted", ("seat", "pips")),
    Kind("game_over", ("reason",)),
)


class Reason(IntEnum):
    """Why the game is over."""

    GOAL = 0
    BONEYARD = 1
    DEAD_BOARD = 2
