"""The alphabet of the game: phases, actions and what they play, refusals, events."""

from enum import IntEnum

import numpy as np

from ludoteca.core.events import Kind
from ludoteca.core.rule import fact
from ludoteca.games.dobro.cards import HIGHEST, LOWEST, NUMBERS, Card, packed

MOST_ROUNDS = 6  # a long game of six seats
SHORT_GAME = 3  # rounds
HAND_CARDS = np.array([0, 0, 6, 6, 6, 6, 5])  # by seats
ASIDE_CARDS = np.array([0, 0, 10, 0, 0, 0, 0])  # by seats

fact(__name__, "D3", "D4")


class Edition(IntEnum):
    PT = 0
    EN = 1


class Phase(IntEnum):
    LEAD = 0
    TURN = 1
    REFILL = 2
    OVER = 3


# Action ids, whatever the state. Those below TAKE are plays, and plays without a wild come first.
ONE = 0  # + kind: a number card alone
PAIR = ONE + NUMBERS  # + kind: two equal number cards
SKIP = PAIR + NUMBERS
REVERSE = SKIP + 1
WILD = REVERSE + 1  # + kind: a wild alone that stands for it
WITH_WILD = WILD + NUMBERS  # + kind: a number card and a wild
TWO_WILDS = WITH_WILD + NUMBERS  # + kind: two wilds that stand for it
TAKE = TWO_WILDS + NUMBERS
DRAW = TAKE + 1
END = DRAW + 1
ACTIONS = END + 1
MOST_LEGAL = 31  # with two wilds and four different numbers, none too low, and taking

# Of every play: which of the seven sorts it is, its cards as they are laid down, the number played or named.
WILD_CARD = int(Card.WILD)
PLAYS: list[tuple[int, list[int], int]] = [
    *((0, [kind], kind + LOWEST) for kind in range(NUMBERS)),
    *((1, [kind, kind], kind + LOWEST) for kind in range(NUMBERS)),
    (2, [Card.SKIP], 0),
    (3, [Card.REVERSE], 0),
    *((4, [WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
    *((5, [kind, WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
    *((6, [WILD_CARD, WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
]
SORT_OF = np.array([sort for sort, _, _ in PLAYS])
CARDS_OF = np.array([packed(cards) for _, cards, _ in PLAYS])
LAID = np.array([(cards[0], cards[-1]) for _, cards, _ in PLAYS])
HOW_MANY_LAID = np.array([len(cards) for _, cards, _ in PLAYS])
NUMBER_OF = np.array([number for _, _, number in PLAYS])

fact(__name__, "D7", "D11", "D12", "D14")

STAYS = 99  # a skip or reverse is enough for any value, and leaves it as it is
WORTH = np.array([number * len(cards) if number else STAYS for _, cards, number in PLAYS])  # not yet doubled
TOP_VALUE = 4 * HIGHEST


class No(IntEnum):
    """Why an action is refused: a line of REFUSALS."""

    REASON = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    REFILL_FIRST = 3
    NO_REFILL_NOW = 4
    MUST_DRAW = 5
    NOTHING_TO_TAKE = 6
    CARD_NOT_IN_HAND = 7
    PAIR_NOT_IN_HAND = 8
    SKIP_NOT_IN_HAND = 9
    REVERSE_NOT_IN_HAND = 10
    WILD_NOT_IN_HAND = 11
    WILD_PAIR_NOT_IN_HAND = 12
    CARD_TOO_LOW = 13
    PAIR_TOO_LOW = 14
    WILD_TOO_LOW = 15


RULE_OF = {
    No.REASON: None,
    No.GAME_OVER: "D21",
    No.NOT_YOUR_TURN: "D16",
    No.REFILL_FIRST: "D17",
    No.NO_REFILL_NOW: "D17",
    No.MUST_DRAW: "D17",
    No.NOTHING_TO_TAKE: "D15",
    No.CARD_NOT_IN_HAND: "D6",
    No.PAIR_NOT_IN_HAND: "D7",
    No.SKIP_NOT_IN_HAND: "D12",
    No.REVERSE_NOT_IN_HAND: "D13",
    No.WILD_NOT_IN_HAND: "D10",
    No.WILD_PAIR_NOT_IN_HAND: "D11",
    No.CARD_TOO_LOW: "D6",
    No.PAIR_TOO_LOW: "D7",
    No.WILD_TOO_LOW: "D10",
}
REFUSALS = tuple((reason.name.lower(), RULE_OF[reason]) for reason in No)

# By sort of play. A skip or reverse is never too low.
NOT_IN_HAND = np.array(
    [
        No.CARD_NOT_IN_HAND,
        No.PAIR_NOT_IN_HAND,
        No.SKIP_NOT_IN_HAND,
        No.REVERSE_NOT_IN_HAND,
        No.WILD_NOT_IN_HAND,
        No.WILD_PAIR_NOT_IN_HAND,
        No.WILD_PAIR_NOT_IN_HAND,
    ]
)
TOO_LOW = np.array(
    [No.CARD_TOO_LOW, No.PAIR_TOO_LOW, 0, 0, No.WILD_TOO_LOW, No.PAIR_TOO_LOW, No.PAIR_TOO_LOW]
)


class Told(IntEnum):
    """Kinds of events: a line of EVENTS."""

    DEALT = 0
    LEADS = 1
    PLAYED = 2
    PLAYED_PAIR = 3
    PLAYED_SKIP = 4
    PLAYED_REVERSE = 5
    PLAYED_WILD = 6
    PLAYED_WITH_WILD = 7
    PLAYED_TWO_WILDS = 8
    DOUBLED = 9
    TOOK = 10
    DREW = 11
    FORGOT = 12
    ROUND_OVER = 13
    SCORED = 14
    GAME_OVER = 15


PLAYED = int(Told.PLAYED)  # + sort of play

EVENTS: tuple[Kind, ...] = (
    Kind("dealt", ("round",)),
    Kind("leads", ("seat",)),
    Kind("played", ("seat", "card", "value")),
    Kind("played_pair", ("seat", "card", "value")),
    Kind("played_skip", ("seat",)),
    Kind("played_reverse", ("seat",)),
    Kind("played_wild", ("seat", "as", "value")),
    Kind("played_with_wild", ("seat", "card", "value")),
    Kind("played_two_wilds", ("seat", "as", "value")),
    Kind("doubled", ("seat", "value")),
    Kind("took", ("seat", "cards")),
    Kind("drew", ("seat", "drawn", "left"), secret=("drawn",)),
    Kind("forgot", ("seat",)),
    Kind("round_over", ("seat", "round")),
    Kind("scored", ("seat", "cards", "points")),
    Kind("game_over"),
)
