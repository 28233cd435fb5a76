"""Cards whose order does not matter: hands, score piles, the cards set aside.

Such cards are one integer: four bits for each kind say how many there are.
"""

from collections.abc import Iterable

import numpy as np

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.games.dobro.tables import BOX, LOWEST, MOST_SEATS, NUMBERS, TWO_SEAT_BOX, Card

COUNT_BITS = 4
COUNT = (1 << COUNT_BITS) - 1


def packed(cards: Iterable[int]) -> int:
    """These cards as one integer."""
    return sum(1 << COUNT_BITS * int(card) for card in cards)


ONE_CARD = np.array([packed([card]) for card in Card])
ONE_OF_EACH = packed(Card)
NUMBER_CARDS = packed(range(NUMBERS)) * COUNT  # masks the special cards out
HIGH_BITS = ONE_OF_EACH << COUNT_BITS - 1  # no count gets so far: there are at most six cards of a kind

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
