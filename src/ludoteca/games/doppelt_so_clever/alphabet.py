"""The alphabet of the game: options, phases, actions, refusals, events."""

from enum import IntEnum

from ludoteca.core.alphabet import Refusals
from ludoteca.core.events import Events
from ludoteca.core.options import Options, Seats
from ludoteca.games.doppelt_so_clever.marks import MARKS
from ludoteca.games.doppelt_so_clever.tables import COLOURS, DICE, MOST_SEATS

RULES_VERSION = 1  # raised whenever a game could go otherwise than before

OPTIONS = Options(seats=Seats(1, MOST_SEATS))


class Phase(IntEnum):
    START = 0
    BEFORE_ROLL = 1
    PICK = 2
    END = 3
    OVER = 4


# Action ids, whatever the state: each kind of action has a range of its own.
EACH = DICE * MARKS
PICK = 0  # + die * MARKS + mark
SWEEP = PICK + EACH  # + die * MARKS + mark
BONUS = SWEEP + EACH  # + colour * MARKS + mark
TAKE = BONUS + COLOURS * MARKS  # + die * MARKS + mark
EXTRA = TAKE + EACH  # + die * MARKS + mark
RETURN = EXTRA + EACH  # + die
ROLL = RETURN + DICE
REROLL = ROLL + 1
SKIP = REROLL + 1
FINISH = SKIP + 1
SWEEP_DONE = FINISH + 1
DECLINE = SWEEP_DONE + 1
DONE = DECLINE + 1
ACTIONS = DONE + 1
MOST_LEGAL = 128  # a `?` of each colour waiting: 57 + 57 marks


class No(Refusals):
    """Why an action is refused, and the sentence that forbids it."""

    REASON = None
    GAME_OVER = "C22"
    NO_BONUS_OPEN = "C17"
    NOT_YOUR_TURN = "C10"
    TURN_FINISHED = "C13"
    BONUS_FIRST = "C17"
    SWEEP_FIRST = "C16"
    BONUS_NOT_OPEN = "C17"
    NOT_SWEPT = "C16"
    ROLL_FIRST = "C10"
    PICK_FIRST = "C10"
    AFTER_THE_ROLLS = "C13"
    ROLLS_OVER = "C10"
    NO_DICE_LEFT = "C11"
    DICE_LEFT = "C11"
    NO_RETURN_LEFT = "C18"
    NOT_ON_TRAY = "C20"
    TOO_LATE_TO_RETURN = "C20"
    NO_REROLL_LEFT = "C18"
    NOT_IN_ROLL = "C10"
    PASSIVE_ONLY = "C13"
    ALREADY_PICKED = "C13"
    DECIDE_FIRST = "C21"
    TRAY_FIRST = "C13"
    ONLY_THE_TRAY = "C23"
    DIE_USED = "C21"
    WRONG_COLOUR = "C17"
    ONLY_SILVER = "C16"
    WRONG_ROW = "C16"
    WRONG_AREA = "C14"
    WRONG_NUMBER = "C10"
    WRONG_SUM = "C15"
    ALREADY_MARKED = "C3"
    ALREADY_CIRCLED = "C4"
    NOT_CIRCLED = "C4"
    ALREADY_CROSSED = "C4"
    NUMBER_TOO_HIGH = "C5"
    AREA_FULL = "C12"


class Told(Events):
    """What happens, and the numbers that are told with it."""

    ROUND_BEGAN = "round"
    TURN_BEGAN = "seat"
    PASSIVE_BEGAN = "seat"
    ROLLED = "seat", "roll"
    REROLLED = "seat"
    FELL = "die", "number"
    RETURNED = "seat", "die"
    FINISHED = "seat"
    PICKED = "seat", "die", "number"
    SKIPPED = "seat"
    TO_TRAY = "die", "number"
    SWEPT = "seat", "die", "number"
    SWEEP_ENDED = "seat"
    TOOK = "seat", "die", "number"
    DECLINED = "seat"
    EXTRA_DIE = "seat", "die", "number"
    DONE = "seat"
    SILVER_MARKED = "seat", "row", "number"
    YELLOW_CIRCLED = "seat", "number", "cell"
    YELLOW_CROSSED = "seat", "number", "cell"
    BLUE_WRITTEN = "seat", "number", "field"
    GREEN_WRITTEN = "seat", "number", "field"
    PINK_WRITTEN = "seat", "number", "field"
    FOX_WON = "seat", "foxes"
    UNLOCKED = "seat", "action", "circles"
    QUESTION_WON = "seat", "colour"
    QUESTION_GONE = "seat", "colour", "how"
    GAME_OVER = ()
    SOLO_LEVEL = "points", "level"


USED, LOST = 0, 1  # how a `?` went
