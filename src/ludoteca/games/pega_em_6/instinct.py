"""Instinct: which card a strong player would choose, guessed at a glance.

A few signs of each card of the hand are weighed; the weights were learned from hands that searching bots
played against each other (docs/results.md). The choice is left to chance, the more likely card more often,
for a player who can be foretold is easily beaten.
"""

import math

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, whim
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.state import HALF, HAND, PILE, last_card, row_holds
from ludoteca.games.pega_em_6.tables import (
    CARD,
    CARDS,
    HEADS,
    MOST_SEATS,
    NO_ROW,
    SEVEN_HOLDS,
    Variant,
)

Actions = npt.NDArray[np.int32]

HALF_CARDS = (1 << HALF + 1) - 2  # all cards of a half
FINE = 64  # steps into which a share is divided to look up a chance
NEXT_HEADS = 1.6  # bull heads of a card that somebody lays in between

# The signs of a card.
LOW = 0  # it fits nowhere
LOW_PRICE = 1  # heads of the cheapest row, if it fits nowhere
LOWER_LEFT = 2  # the share of unseen cards below it, if it fits nowhere
SURE = 3  # its row is full
SURE_PRICE = 4  # heads of the row, if it is full
DANGER = 5  # the chance that others fill the row before it, taken for random players
PRICE = 6  # that chance, times the heads of the row
GAP = 7  # the share of unseen cards between the row and it
ROOM = 8  # how many cards the row can still hold
HEIGHT = 9  # of the card itself
LOWEST = 10  # is it the lowest of the hand?
HIGHEST = 11  # is it the highest?
WEIGHT = 12  # its own heads
SIGNS = 13

WEIGHTS = np.array(  # with an empty hand to come, and what a full one adds
    [
        [-2.05, -0.69, 8.35, -2.05, 0.12, 2.57, -0.74, -1.34, -0.2, -0.25, 0.71, 0.89, -0.28],
        [1.1, -0.23, -9.23, -5.15, 1.43, -0.22, -0.78, 2.57, -0.23, 4.43, 2.67, -0.1, 0.32],
    ]
)


def tails() -> npt.NDArray[np.float64]:
    """By others, room and share: the chance that at least `room` of the others' cards fall into the gap."""
    table = np.zeros((MOST_SEATS, SEVEN_HOLDS + 1, FINE + 1))
    for others in range(MOST_SEATS):
        for room in range(SEVEN_HOLDS + 1):
            for step in range(FINE + 1):
                p = step / FINE
                table[others, room, step] = sum(
                    math.comb(others, hits) * p**hits * (1 - p) ** (others - hits)
                    for hits in range(room, others + 1)
                )
    return table


FILLED = tails()


@compiled
def choose_by_instinct(state: State, seat: int, actions: Actions, count: int, whims: whim.Whim) -> int:
    """A card of the hand, each as likely as its signs make it."""
    low, high = unseen_cards(state, seat)
    unseen = max(1, bits.count(low) + bits.count(high))
    cheapest = cheapest_heads(state)
    chances = np.zeros(SEVEN_HOLDS * 3)
    signs = np.zeros(SIGNS)
    total = 0.0
    for place in range(count):
        read_signs(state, int(actions[place] - CARD), low, high, unseen, cheapest, signs)
        signs[LOWEST] = 1.0 if place == 0 else 0.0
        signs[HIGHEST] = 1.0 if place == count - 1 else 0.0
        total += math.exp(weighed(signs, count))
        chances[place] = total
    wanted = whim.below(whims, 1 << 24) / (1 << 24) * total
    place = 0
    while place < count - 1 and chances[place] <= wanted:
        place += 1
    return int(actions[place])


@compiled
def weighed(signs: npt.NDArray[np.float64], count: int) -> float:
    full = count / 10.0
    sum_ = 0.0
    for sign in range(SIGNS):
        sum_ += signs[sign] * (WEIGHTS[0, sign] + full * WEIGHTS[1, sign])
    return sum_


@compiled
def read_signs(
    state: State, card: int, low: int, high: int, unseen: int, cheapest: int, signs: npt.NDArray[np.float64]
) -> None:
    for sign in range(SIGNS):
        signs[sign] = 0.0
    signs[HEIGHT] = card / CARDS
    signs[WEIGHT] = HEADS[card]
    row = row_for(state, card)
    if row == NO_ROW:
        signs[LOW] = 1.0
        signs[LOW_PRICE] = cheapest
        signs[LOWER_LEFT] = between(low, high, 0, card) / unseen
        return
    heads = heads_of_row(state, row)
    room = row_holds(state, row) - state.row_length[row]
    if room <= 0:
        signs[SURE] = 1.0
        signs[SURE_PRICE] = heads
    share = between(low, high, int(last_card(state, row)), card) / unseen
    danger = FILLED[state.seats - 1, max(room, 0), int(share * FINE)]
    signs[DANGER] = danger
    signs[PRICE] = danger * (heads + NEXT_HEADS * room)
    signs[GAP] = share
    signs[ROOM] = room


@compiled
def unseen_cards(state: State, seat: int) -> tuple[int, int]:
    """The cards that others may play, as far as the seat knows: two halves."""
    low, high = HALF_CARDS, HALF_CARDS
    if state.variant == Variant.PROFESSIONAL:
        low, high = 0, 0
        for other in range(state.seats):
            low |= state.cards[HAND + other, 0]
            high |= state.cards[HAND + other, 1]
    low &= ~state.cards[HAND + seat, 0]
    high &= ~state.cards[HAND + seat, 1]
    for other in range(state.seats):
        low &= ~state.cards[PILE + other, 0]
        high &= ~state.cards[PILE + other, 1]
    for row in range(state.row_count):
        for place in range(state.row_length[row]):
            card = state.row_cards[row, place]
            if card > HALF:
                high &= ~(1 << (card - HALF))
            else:
                low &= ~(1 << card)
    return low, high


@compiled
def between(low: int, high: int, above: int, below: int) -> int:
    """How many of these cards lie strictly between two numbers."""
    return under(low, high, below) - under(low, high, above + 1)


@compiled
def under(low: int, high: int, card: int) -> int:
    """How many of these cards are lower than `card`."""
    if card > HALF:
        return bits.count(low) + bits.count(high & ((1 << (card - HALF)) - 1))
    return bits.count(low & ((1 << card) - 1))


@compiled
def cheapest_heads(state: State) -> int:
    fewest = 1000
    for row in range(state.row_count):
        fewest = min(fewest, heads_of_row(state, row))
    return fewest


@compiled
def heads_of_row(state: State, row: int) -> int:
    heads = 0
    for place in range(state.row_length[row]):
        heads += HEADS[state.row_cards[row, place]]
    return heads
