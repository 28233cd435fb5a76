"""What is in the box, and the alphabet of the game: cards, phases, actions, refusals, events."""

from enum import IntEnum

import numpy as np

from ludoteca.core.events import Kind
from ludoteca.core.rule import fact

CARDS = 104
TABLE_ROWS = 4  # rows of the basic game
MOST_ROWS = 5  # with a fifth row
ROW_HOLDS = 5
SEVEN_HOLDS = 6  # a row marked `seven`
MOST_SEATS = 10
MOST_BLOCKED = 2
MOST_ROUNDS = 9_999  # of a game, and as much for a target: events tell small numbers
EACH_SPECIAL = 4
NO_CARD = 0
NO_ROW = -1

fact(__name__, "P1", "P13")


def heads_of(card: int) -> int:
    """Bull heads printed on a card."""
    if card == 55:
        return 7
    for step, heads in ((11, 5), (10, 3), (5, 2)):
        if card % step == 0:
            return heads
    return 1


HEADS = np.array([0, *(heads_of(card) for card in range(1, CARDS + 1))])


class Variant(IntEnum):
    BASIC = 0
    PROFESSIONAL = 1
    ANNIVERSARY = 2


HAND_CARDS = np.array([10, 10, 12])  # dealt to each seat, by variant
MOST_TRICKS = 12
MOST_SEATS_OF = (10, 6, 8)


class Special(IntEnum):
    """The seven special cards, in the order of their names."""

    BLOCK = 0
    FIFTH_ROW = 1
    INSERT = 2
    MOVE = 3
    POSITIVE = 4
    REPLACE = 5
    SEVEN = 6


SPECIALS = len(Special)
SPECIALS_DEALT = 3


class Phase(IntEnum):
    DRAFT = 0
    CHOOSE = 1
    PLACE = 2
    EXCHANGE = 3
    OVER = 4


# Action ids, whatever the state: each kind of action has a range of its own.
PICK = 0  # + card
CARD = PICK + CARDS + 1  # + card
TAKE = CARD + CARDS + 1  # + row
PLACE = TAKE + MOST_ROWS
FIFTH_ROW = PLACE + 1
SEVEN = FIFTH_ROW + 1
INSERT = SEVEN + 1  # + row * SEVEN_HOLDS + place in the row
REPLACE = INSERT + MOST_ROWS * SEVEN_HOLDS  # + card
MOVE = REPLACE + CARDS + 1  # + card * MOST_ROWS + row
BLOCK = MOVE + (CARDS + 1) * MOST_ROWS  # + row
POSITIVE = BLOCK + MOST_ROWS  # + card
EXCHANGE = POSITIVE + CARDS + 1  # + special card
KEEP = EXCHANGE + SPECIALS
ACTIONS = KEEP + 1
MOST_LEGAL = 256


class No(IntEnum):
    """Why an action is refused: a line of REFUSALS."""

    REASON = 0
    GAME_OVER = 1
    NOT_YOUR_PICK = 2
    ALREADY_CHOSEN = 3
    NOT_YOUR_PLACEMENT = 4
    NOT_YOUR_EXCHANGE = 5
    DRAFT_FIRST = 6
    CHOOSE_FIRST = 7
    PLACE_FIRST = 8
    EXCHANGE_FIRST = 9
    NOT_IN_POOL = 10
    NOT_IN_HAND = 11
    CARD_FITS = 12
    NO_SUCH_ROW = 13
    ROW_BLOCKED = 14
    LOW_CARD = 15
    SPECIAL_USED = 16
    SPECIAL_NOT_HELD = 17
    FIVE_ROWS = 18
    SEVEN_NEEDS_ROW = 19
    ALREADY_SEVEN = 20
    NOT_ASCENDING = 21
    NO_OTHER_CARD = 22
    NOT_IN_A_ROW = 23
    SAME_ROW = 24
    ROW_FULL = 25
    TWO_BLOCKED = 26
    ALREADY_BLOCKED = 27
    NOTHING_TAKEN = 28
    NOT_IN_TAKEN_ROW = 29
    NOT_TO_EXCHANGE = 30
    NOT_A_REPLACEMENT = 31


RULE_OF = {
    No.REASON: None,
    No.GAME_OVER: "P10",
    No.NOT_YOUR_PICK: "P12",
    No.ALREADY_CHOSEN: "P3",
    No.NOT_YOUR_PLACEMENT: "P4",
    No.NOT_YOUR_EXCHANGE: "P22",
    No.DRAFT_FIRST: "P12",
    No.CHOOSE_FIRST: "P3",
    No.PLACE_FIRST: "P4",
    No.EXCHANGE_FIRST: "P22",
    No.NOT_IN_POOL: "P12",
    No.NOT_IN_HAND: "P3",
    No.CARD_FITS: "P5",
    No.NO_SUCH_ROW: "P2",
    No.ROW_BLOCKED: "P20",
    No.LOW_CARD: "P7",
    No.SPECIAL_USED: "P14",
    No.SPECIAL_NOT_HELD: "P14",
    No.FIVE_ROWS: "P15",
    No.SEVEN_NEEDS_ROW: "P16",
    No.ALREADY_SEVEN: "P16",
    No.NOT_ASCENDING: "P17",
    No.NO_OTHER_CARD: "P18",
    No.NOT_IN_A_ROW: "P19",
    No.SAME_ROW: "P19",
    No.ROW_FULL: "P19",
    No.TWO_BLOCKED: "P20",
    No.ALREADY_BLOCKED: "P20",
    No.NOTHING_TAKEN: "P21",
    No.NOT_IN_TAKEN_ROW: "P21",
    No.NOT_TO_EXCHANGE: "P22",
    No.NOT_A_REPLACEMENT: "P18",
}
REFUSALS = tuple((reason.name.lower(), RULE_OF[reason]) for reason in No)


class Told(IntEnum):
    """Kinds of events: a line of EVENTS."""

    DEALT = 0
    PICKED = 1
    CHOSE = 2
    REVEALED = 3
    PLACED = 4
    TOOK = 5
    PLAYED = 6
    REPLACED = 7
    MOVED = 8
    BLOCKED = 9
    STRUCK = 10
    ROW_GONE = 11
    BLOCKS_GONE = 12
    EXCHANGED = 13
    RENEWED = 14
    ROUND_OVER = 15
    GAME_OVER = 16


EVENTS: tuple[Kind, ...] = (
    Kind("dealt", ("round",)),
    Kind("picked", ("seat", "card")),
    Kind("chose", ("seat", "card"), secret=("card",)),
    Kind("revealed", ("seat", "card")),
    Kind("placed", ("seat", "card", "row")),
    Kind("took", ("seat", "row", "heads")),
    Kind("played", ("seat", "special")),
    Kind("replaced", ("seat", "card", "by")),
    Kind("moved", ("seat", "card", "row")),
    Kind("blocked", ("seat", "row")),
    Kind("struck", ("seat", "card", "heads")),
    Kind("row_gone", ("row",)),
    Kind("blocks_gone"),
    Kind("exchanged", ("seat", "special", "drawn"), secret=("drawn",)),
    Kind("renewed"),
    Kind("round_over", ("round",)),
    Kind("game_over"),
)

# What became of the card that a seat was placing.
STILL_TO_PLACE = 0
PLACED = 1
TOOK = 2
