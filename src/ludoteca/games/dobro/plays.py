"""What every play is: its sort, its cards, what it is worth, and why it may be refused."""

from enum import IntEnum

import numpy as np

from ludoteca.core.rule_marks import fact
from ludoteca.games.dobro.alphabet import No, Told
from ludoteca.games.dobro.cards import packed
from ludoteca.games.dobro.tables import HIGHEST, LOWEST, NUMBERS, Card

fact(__name__, "D7", "D11", "D12", "D14")


class Sort(IntEnum):
    CARD = 0
    PAIR = 1
    SKIP = 2
    REVERSE = 3
    WILD = 4
    WITH_WILD = 5
    TWO_WILDS = 6


# Of every play its sort, its cards as they are laid down, and the number played or named.
WILD_CARD = int(Card.WILD)
PLAYS: list[tuple[Sort, list[int], int]] = [
    *((Sort.CARD, [kind], kind + LOWEST) for kind in range(NUMBERS)),
    *((Sort.PAIR, [kind, kind], kind + LOWEST) for kind in range(NUMBERS)),
    (Sort.SKIP, [Card.SKIP], 0),
    (Sort.REVERSE, [Card.REVERSE], 0),
    *((Sort.WILD, [WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
    *((Sort.WITH_WILD, [kind, WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
    *((Sort.TWO_WILDS, [WILD_CARD, WILD_CARD], kind + LOWEST) for kind in range(NUMBERS)),
]
SORT_OF = np.array([sort for sort, _, _ in PLAYS])
CARDS_OF = np.array([packed(cards) for _, cards, _ in PLAYS])
LAID = np.array([(cards[0], cards[-1]) for _, cards, _ in PLAYS])
HOW_MANY_LAID = np.array([len(cards) for _, cards, _ in PLAYS])
NUMBER_OF = np.array([number for _, _, number in PLAYS])

STAYS = 99  # a skip or reverse is enough for any value, and leaves it as it is
WORTH = np.array([number * len(cards) if number else STAYS for _, cards, number in PLAYS])  # not yet doubled
TOP_VALUE = 4 * HIGHEST

# Why a sort of play is refused: its cards are not in the hand, or too low, which skip and reverse never are.
REFUSED = {
    Sort.CARD: (No.CARD_NOT_IN_HAND, No.CARD_TOO_LOW),
    Sort.PAIR: (No.PAIR_NOT_IN_HAND, No.PAIR_TOO_LOW),
    Sort.SKIP: (No.SKIP_NOT_IN_HAND, No.REASON),
    Sort.REVERSE: (No.REVERSE_NOT_IN_HAND, No.REASON),
    Sort.WILD: (No.WILD_NOT_IN_HAND, No.WILD_TOO_LOW),
    Sort.WITH_WILD: (No.WILD_PAIR_NOT_IN_HAND, No.PAIR_TOO_LOW),
    Sort.TWO_WILDS: (No.WILD_PAIR_NOT_IN_HAND, No.PAIR_TOO_LOW),
}
NOT_IN_HAND = np.array([REFUSED[sort][0] for sort in Sort])
TOO_LOW = np.array([REFUSED[sort][1] for sort in Sort])
PLAYED = int(Told.PLAYED)  # + sort: what is told of a play
