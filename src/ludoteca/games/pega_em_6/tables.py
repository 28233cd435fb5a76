"""What is in the box, and how much of it is dealt."""

from enum import IntEnum

import numpy as np

from ludoteca.core.rule_marks import fact

CARDS = 104
TABLE_ROWS = 4  # rows of the basic game
MOST_ROWS = 5  # with a fifth row
ROW_HOLDS = 5
SEVEN_HOLDS = 6  # a row marked `seven`
MOST_SEATS = 10
MOST_BLOCKED = 2
USUAL_TARGET = 66  # bull heads
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
