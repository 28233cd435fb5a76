"""The cards in the box, and cards whose order does not matter: hands, score piles, the cards set aside.

Such cards are one integer: four bits for each kind say how many there are.
"""

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.rule import fact

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

COUNT_BITS = 4
COUNT = (1 << COUNT_BITS) - 1


def packed(cards: Iterable[int]) -> int:
    """These cards as one integer."""
    return sum(1 << COUNT_BITS * int(card) for card in cards)


ONE_CARD = np.array([packed([card]) for card in Card])
ONE_OF_EACH = packed(Card)
NUMBER_CARDS = packed(range(NUMBERS)) * COUNT  # masks the special cards out
HIGH_BITS = ONE_OF_EACH << COUNT_BITS - 1  # no count gets so far: there are at most six cards of a kind

fact(__name__, "D1", "D2", "D4")

IN_BOX = (5, 6, 6, 6, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2)
BOX = [card for card in Card for _ in range(IN_BOX[card])]
CARDS = len(BOX)
TWO_SEAT_BOX = [card for card in BOX if card != Card.REVERSE]
BOX_OF = np.array([packed(TWO_SEAT_BOX if seats == 2 else BOX) for seats in range(MOST_SEATS + 1)])


@compiled
def count_of(cards: int, kind: int) -> int:
    """How many of one kind are among the cards."""
    return (cards >> COUNT_BITS * kind) & COUNT


@compiled
def how_many(cards: int) -> int:
    """How many cards these are."""
    ones = bits.count(cards & ONE_OF_EACH)
    twos = bits.count(cards & (ONE_OF_EACH << 1))
    fours = bits.count(cards & (ONE_OF_EACH << 2))
    return ones + 2 * twos + 4 * fours


@compiled
def holds(cards: int, wanted: int) -> bool:
    """Are all the wanted cards among these? A count that falls short would borrow its high bit."""
    return ((cards | HIGH_BITS) - wanted) & HIGH_BITS == HIGH_BITS


@compiled
def sum_of_numbers(cards: int) -> int:
    """The sum of the number cards; special cards are worth nothing."""
    total = 0
    for number in range(NUMBERS):
        total += (number + LOWEST) * count_of(cards, number)
    return total
