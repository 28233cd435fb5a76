"""The alphabet of the game: options, phases, actions, refusals, events."""

from enum import IntEnum

from ludoteca.core.alphabet import Refusals
from ludoteca.core.events import Events, Secret
from ludoteca.core.options import Options, Seats, Whole
from ludoteca.core.rule_marks import fact
from ludoteca.games.double_double_dominoes.slots import SLOTS
from ludoteca.games.double_double_dominoes.tables import FULL_HAND, KINDS, MOST_SEATS

fact(__name__, "T1", "T15")

RULES_VERSION = 1  # raised whenever a game could go otherwise than before

OPTIONS = Options(
    Whole("goal", 1, 100, "T15"),
    seats=Seats(2, MOST_SEATS, rule="T1"),
    samples=({}, {"goal": 20}),
)


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


class No(Refusals):
    """Why an action is refused, and the sentence that forbids it."""

    REASON = None
    GAME_OVER = "T15"
    NOT_YOUR_TURN = "T4"
    MUST_LAY = "T5"
    MUST_DISCARD = "T10"
    LAY_OR_STOP = "T9"
    NOT_IN_HAND = "T5"
    NO_SUCH_PLACEMENT = "T7"
    OFF_THE_STAR = "T6"
    OCCUPIED = "T7"
    TOUCHES_TWO = "T7"
    TOUCHES_NOTHING = "T7"
    SAME_SIDE = "T8"
    PIPS_DIFFER = "T7"
    NOT_AT_THE_DOUBLE = "T9"


class Told(Events):
    """What happens, and the numbers that are told with it."""

    DREW = "seat", Secret("tile")
    NOTHING_FITS = "seat"
    LAID = "seat", "tile", "at"
    DIAMOND = "seat", "points"
    BONUS = "seat", "points", "pips"
    STOPPED = "seat"
    DISCARDED = "seat", Secret("tile")
    LAST_TURN = "seat"
    COUNTED = "seat", "pips"
    GAME_OVER = "reason"


class Reason(IntEnum):
    """Why the game is over."""

    GOAL = 0
    BONEYARD = 1
    DEAD_BOARD = 2
