"""The alphabet of the game: phases, actions, refusals, events."""

from enum import IntEnum

from ludoteca.core.events import Kind
from ludoteca.games.doppelt_so_clever.marks import MARKS
from ludoteca.games.doppelt_so_clever.tables import COLOURS, DICE


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


class No(IntEnum):
    """Why an action is refused: a line of REFUSALS."""

    REASON = 0
    GAME_OVER = 1
    NO_BONUS_OPEN = 2
    NOT_YOUR_TURN = 3
    TURN_FINISHED = 4
    BONUS_FIRST = 5
    SWEEP_FIRST = 6
    BONUS_NOT_OPEN = 7
    NOT_SWEPT = 8
    ROLL_FIRST = 9
    PICK_FIRST = 10
    AFTER_THE_ROLLS = 11
    ROLLS_OVER = 12
    NO_DICE_LEFT = 13
    DICE_LEFT = 14
    NO_RETURN_LEFT = 15
    NOT_ON_TRAY = 16
    TOO_LATE_TO_RETURN = 17
    NO_REROLL_LEFT = 18
    NOT_IN_ROLL = 19
    PASSIVE_ONLY = 20
    ALREADY_PICKED = 21
    DECIDE_FIRST = 22
    TRAY_FIRST = 23
    ONLY_THE_TRAY = 24
    DIE_USED = 25
    WRONG_COLOUR = 26
    ONLY_SILVER = 27
    WRONG_ROW = 28
    WRONG_AREA = 29
    WRONG_NUMBER = 30
    WRONG_SUM = 31
    ALREADY_MARKED = 32
    ALREADY_CIRCLED = 33
    NOT_CIRCLED = 34
    ALREADY_CROSSED = 35
    NUMBER_TOO_HIGH = 36
    AREA_FULL = 37


RULE_OF = {
    No.REASON: None,
    No.GAME_OVER: "C22",
    No.NO_BONUS_OPEN: "C17",
    No.NOT_YOUR_TURN: "C10",
    No.TURN_FINISHED: "C13",
    No.BONUS_FIRST: "C17",
    No.SWEEP_FIRST: "C16",
    No.BONUS_NOT_OPEN: "C17",
    No.NOT_SWEPT: "C16",
    No.ROLL_FIRST: "C10",
    No.PICK_FIRST: "C10",
    No.AFTER_THE_ROLLS: "C13",
    No.ROLLS_OVER: "C10",
    No.NO_DICE_LEFT: "C11",
    No.DICE_LEFT: "C11",
    No.NO_RETURN_LEFT: "C18",
    No.NOT_ON_TRAY: "C20",
    No.TOO_LATE_TO_RETURN: "C20",
    No.NO_REROLL_LEFT: "C18",
    No.NOT_IN_ROLL: "C10",
    No.PASSIVE_ONLY: "C13",
    No.ALREADY_PICKED: "C13",
    No.DECIDE_FIRST: "C21",
    No.TRAY_FIRST: "C13",
    No.ONLY_THE_TRAY: "C23",
    No.DIE_USED: "C21",
    No.WRONG_COLOUR: "C17",
    No.ONLY_SILVER: "C16",
    No.WRONG_ROW: "C16",
    No.WRONG_AREA: "C14",
    No.WRONG_NUMBER: "C10",
    No.WRONG_SUM: "C15",
    No.ALREADY_MARKED: "C3",
    No.ALREADY_CIRCLED: "C4",
    No.NOT_CIRCLED: "C4",
    No.ALREADY_CROSSED: "C4",
    No.NUMBER_TOO_HIGH: "C5",
    No.AREA_FULL: "C12",
}
REFUSALS = tuple((reason.name.lower(), RULE_OF[reason]) for reason in No)


class Told(IntEnum):
    """Kinds of events: a line of EVENTS."""

    ROUND_BEGAN = 0
    TURN_BEGAN = 1
    PASSIVE_BEGAN = 2
    ROLLED = 3
    REROLLED = 4
    FELL = 5
    RETURNED = 6
    FINISHED = 7
    PICKED = 8
    SKIPPED = 9
    TO_TRAY = 10
    SWEPT = 11
    SWEEP_ENDED = 12
    TOOK = 13
    DECLINED = 14
    EXTRA_DIE = 15
    DONE = 16
    SILVER_MARKED = 17
    YELLOW_CIRCLED = 18
    YELLOW_CROSSED = 19
    BLUE_WRITTEN = 20
    GREEN_WRITTEN = 21
    PINK_WRITTEN = 22
    FOX_WON = 23
    UNLOCKED = 24
    QUESTION_WON = 25
    QUESTION_GONE = 26
    GAME_OVER = 27
    SOLO_LEVEL = 28


EVENTS: tuple[Kind, ...] = (
    Kind("round_began", ("round",)),
    Kind("turn_began", ("seat",)),
    Kind("passive_began", ("seat",)),
    Kind("rolled", ("seat", "roll")),
    Kind("rerolled", ("seat",)),
    Kind("fell", ("die", "number")),
    Kind("returned", ("seat", "die")),
    Kind("finished", ("seat",)),
    Kind("picked", ("seat", "die", "number")),
    Kind("skipped", ("seat",)),
    Kind("to_tray", ("die", "number")),
    Kind("swept", ("seat", "die", "number")),
    Kind("sweep_ended", ("seat",)),
    Kind("took", ("seat", "die", "number")),
    Kind("declined", ("seat",)),
    Kind("extra_die", ("seat", "die", "number")),
    Kind("done", ("seat",)),
    Kind("silver_marked", ("seat", "row", "number")),
    Kind("yellow_circled", ("seat", "number", "cell")),
    Kind("yellow_crossed", ("seat", "number", "cell")),
    Kind("blue_written", ("seat", "number", "field")),
    Kind("green_written", ("seat", "number", "field")),
    Kind("pink_written", ("seat", "number", "field")),
    Kind("fox_won", ("seat", "foxes")),
    Kind("unlocked", ("seat", "action", "circles")),
    Kind("question_won", ("seat", "colour")),
    Kind("question_gone", ("seat", "colour", "how")),
    Kind("game_over"),
    Kind("solo_level", ("points", "level")),
)
USED, LOST = 0, 1  # how a `?` went
