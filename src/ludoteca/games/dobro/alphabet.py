"""The alphabet of the game: options, phases, actions, refusals, events."""

from enum import IntEnum

from ludoteca.core.alphabet import Refusals
from ludoteca.core.events import Events, Secret
from ludoteca.core.options import Choice, Options, Seats
from ludoteca.core.rule_marks import fact
from ludoteca.games.dobro.tables import MOST_SEATS, NUMBERS

fact(__name__, "D17", "D20", "D21", "D23")

RULES_VERSION = 1  # raised whenever a game could go otherwise than before

OPTIONS = Options(
    Choice("edition", ("pt", "en")),
    Choice("long", (False, True), field="long_game"),
    Choice("draw", ("auto", "manual"), field="manual"),
    seats=Seats(2, MOST_SEATS, "Dobro"),
    samples=(
        {"edition": "pt", "long": False, "draw": "auto"},
        {"edition": "en", "long": False, "draw": "auto"},
        {"edition": "pt", "long": True, "draw": "manual"},
        {"edition": "en", "long": True, "draw": "manual"},
    ),
)


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


class No(Refusals):
    """Why an action is refused, and the sentence that forbids it."""

    REASON = None
    GAME_OVER = "D21"
    NOT_YOUR_TURN = "D16"
    REFILL_FIRST = "D17"
    NO_REFILL_NOW = "D17"
    MUST_DRAW = "D17"
    NOTHING_TO_TAKE = "D15"
    CARD_NOT_IN_HAND = "D6"
    PAIR_NOT_IN_HAND = "D7"
    SKIP_NOT_IN_HAND = "D12"
    REVERSE_NOT_IN_HAND = "D13"
    WILD_NOT_IN_HAND = "D10"
    WILD_PAIR_NOT_IN_HAND = "D11"
    CARD_TOO_LOW = "D6"
    PAIR_TOO_LOW = "D7"
    WILD_TOO_LOW = "D10"


class Told(Events):
    """What happens, and the numbers that are told with it."""

    DEALT = "round"
    LEADS = "seat"
    PLAYED = "seat", "card", "value"
    PLAYED_PAIR = "seat", "card", "value"
    PLAYED_SKIP = "seat"
    PLAYED_REVERSE = "seat"
    PLAYED_WILD = "seat", "as", "value"
    PLAYED_WITH_WILD = "seat", "card", "value"
    PLAYED_TWO_WILDS = "seat", "as", "value"
    DOUBLED = "seat", "value"
    TOOK = "seat", "cards"
    DREW = "seat", Secret("drawn"), "left"
    FORGOT = "seat"
    ROUND_OVER = "seat", "round"
    SCORED = "seat", "cards", "points"
    GAME_OVER = ()
