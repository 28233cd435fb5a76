"""The alphabet of the game: options, phases, actions, refusals, events."""

from enum import IntEnum
from typing import Any

from ludoteca.core.alphabet import Refusals
from ludoteca.core.errors import BadOptions
from ludoteca.core.events import Events, Secret
from ludoteca.core.options import Choice, Options, Seats, Whole
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    MOST_ROUNDS,
    MOST_ROWS,
    MOST_SEATS_OF,
    SEVEN_HOLDS,
    SPECIALS,
    USUAL_TARGET,
    Variant,
)

Json = dict[str, Any]


def seats_of(options: Json) -> Seats:
    """The seat counts with which a variant can be played."""
    variant = options["variant"]
    return Seats(2, MOST_SEATS_OF[Variant[variant.upper()]], f"the {variant} variant")


@rule("P10", "P14")
def how_long(options: Json) -> Json:
    """To 66 bull heads, or a number of rounds, but not both; the anniversary variant has two rounds."""
    target, rounds = options["target"], options["rounds"]
    if target and rounds:
        raise BadOptions("target_and_rounds", "give a target or a number of rounds, not both", "P10")
    if options["variant"] == "anniversary":
        if target or rounds not in (None, 2):
            raise BadOptions("two_rounds", "the anniversary variant is played in two rounds", "P14")
        return {**options, "rounds": 2}
    return options if rounds else {**options, "target": target or USUAL_TARGET}


RULES_VERSION = 1  # raised whenever a game could go otherwise than before

OPTIONS = Options(
    Choice("variant", ("basic", "professional", "anniversary")),
    Whole("target", 1, MOST_ROUNDS, "P10"),
    Whole("rounds", 1, MOST_ROUNDS, "P10"),
    seats=seats_of,
    agree=how_long,
    samples=(
        {"variant": "basic"},
        {"variant": "professional"},
        {"variant": "anniversary"},
        {"variant": "basic", "rounds": 1},
        {"variant": "professional", "rounds": 2},
    ),
)


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


class No(Refusals):
    """Why an action is refused, and the sentence that forbids it."""

    REASON = None
    GAME_OVER = "P10"
    NOT_YOUR_PICK = "P12"
    ALREADY_CHOSEN = "P3"
    NOT_YOUR_PLACEMENT = "P4"
    NOT_YOUR_EXCHANGE = "P22"
    DRAFT_FIRST = "P12"
    CHOOSE_FIRST = "P3"
    PLACE_FIRST = "P4"
    EXCHANGE_FIRST = "P22"
    NOT_IN_POOL = "P12"
    NOT_IN_HAND = "P3"
    CARD_FITS = "P5"
    NO_SUCH_ROW = "P2"
    ROW_BLOCKED = "P20"
    LOW_CARD = "P7"
    SPECIAL_USED = "P14"
    SPECIAL_NOT_HELD = "P14"
    FIVE_ROWS = "P15"
    SEVEN_NEEDS_ROW = "P16"
    ALREADY_SEVEN = "P16"
    NOT_ASCENDING = "P17"
    NO_OTHER_CARD = "P18"
    NOT_IN_A_ROW = "P19"
    SAME_ROW = "P19"
    ROW_FULL = "P19"
    TWO_BLOCKED = "P20"
    ALREADY_BLOCKED = "P20"
    NOTHING_TAKEN = "P21"
    NOT_IN_TAKEN_ROW = "P21"
    NOT_TO_EXCHANGE = "P22"
    NOT_A_REPLACEMENT = "P18"


class Told(Events):
    """What happens, and the numbers that are told with it."""

    DEALT = "round"
    PICKED = "seat", "card"
    CHOSE = "seat", Secret("card")
    REVEALED = "seat", "card"
    PLACED = "seat", "card", "row"
    TOOK = "seat", "row", "heads"
    PLAYED = "seat", "special"
    REPLACED = "seat", "card", "by"
    MOVED = "seat", "card", "row"
    BLOCKED = "seat", "row"
    STRUCK = "seat", "card", "heads"
    ROW_GONE = "row"
    BLOCKS_GONE = ()
    EXCHANGED = "seat", "special", Secret("drawn")
    RENEWED = ()
    ROUND_OVER = "round"
    GAME_OVER = ()
