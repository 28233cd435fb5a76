"""What is in the box, and how much of it is dealt."""

from enum import IntEnum

import numpy as np

from ludoteca.core.rule_marks import fact

LOWEST = 2
HIGHEST = 12
NUMBERS = HIGHEST - LOWEST + 1  # kinds of number cards
MOST_SEATS = 6


class Card(IntEnum):
    """The kinds of cards, sorted; a number card's number is its kind + LOWEST."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    ELEVEN = 9
    TWELVE = 10
    WILD = 11
    SKIP = 12
    REVERSE = 13


KINDS = len(Card)
CARD_NAMES = (*(str(number) for number in range(LOWEST, HIGHEST + 1)), "wild", "skip", "reverse")

fact(__name__, "D1", "D2", "D3", "D4")

IN_BOX = (5, 6, 6, 6, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2)
BOX = [card for card in Card for _ in range(IN_BOX[card])]
CARDS = len(BOX)
TWO_SEAT_BOX = [card for card in BOX if card != Card.REVERSE]

HAND_CARDS = np.array([0, 0, 6, 6, 6, 6, 5])  # by seats
ASIDE_CARDS = np.array([0, 0, 10, 0, 0, 0, 0])  # by seats
SHORT_GAME = 3  # rounds
MOST_ROUNDS = 6  # a long game of six seats
