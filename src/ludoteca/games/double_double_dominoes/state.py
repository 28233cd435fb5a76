"""The record of Double Double Dominoes, and the small questions and changes that its rules are made of."""

import numpy as np

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State, record
from ludoteca.games.double_double_dominoes.slots import SLOTS, SQUARES, WAYS, WORDS
from ludoteca.games.double_double_dominoes.tables import (
    FULL_HAND,
    HIGH,
    KINDS,
    LOW,
    MOST_SEATS,
    MOST_TILES,
    PIPS,
)

STATE = record(
    __name__,
    ("goal", np.int64),  # points that end the game; 0: by the number of seats
    ("track", np.int64, MOST_SEATS),  # where the markers stand, 0 on START
    ("hands", np.int64, MOST_SEATS),  # two bits a kind of tile: how many of it are held
    ("hand_size", np.int64, MOST_SEATS),
    ("boneyard", np.int8, MOST_TILES),  # the last one is the next to draw
    ("boneyard_size", np.int64),
    ("laid", np.int16, MOST_TILES),  # placements in the order laid, as action ids
    ("laid_count", np.int64),
    ("laid_kinds", np.int64),  # two bits a kind of tile: how many of it are laid
    ("discard_seat", np.int8, MOST_TILES),
    ("discard_tile", np.int8, MOST_TILES),
    ("discard_count", np.int64),
    # The board: what each free square wants of a half on it, by square and as sets of squares. These have one
    # more word, always empty: the rows below the board.
    ("wants", np.int8, SQUARES + 1),  # FREE, a neighbour to match (way and pips), CROWDED, OCCUPIED (same)
    ("free", np.int64, WORDS + 1),  # squares that touch nothing
    ("match", np.int64, (PIPS, WORDS + 1)),  # squares that touch one square, with these pips
    ("touch", np.int64, (WAYS, WORDS + 1)),  # squares that touch one square, which lies this way
    # What all at the table know of hidden tiles; see known.py.
    ("shown", np.int64, MOST_SEATS),  # the tile shown before the first turn
    ("shown_is", np.int64, MOST_SEATS),  # where it is now, as far as all know
    ("may_hold", np.int64, (MOST_SEATS, FULL_HAND)),  # the kinds that each tile of a hand may be
    ("discard_may_be", np.int32, MOST_TILES),  # the kinds that a discard may be
    ("counted", np.int64, MOST_SEATS),  # pips left in a hand that were counted in a tie, or NOT_COUNTED
    news=32,
)

ONES = sum(1 << 2 * kind for kind in range(KINDS))  # one tile of each kind
NOT_COUNTED = -1


@compiled
def give(state: State, seat: int, kind: int) -> None:
    state.hands[seat] += 1 << 2 * kind


@compiled
def take(state: State, seat: int, kind: int) -> None:
    state.hands[seat] -= 1 << 2 * kind


@compiled
def holds(state: State, seat: int, kind: int) -> bool:
    return (state.hands[seat] >> 2 * kind) & 3 > 0


@compiled
def kinds_in(hand: int) -> int:
    """The kinds in a hand, as a set to be taken apart by `next_kind`."""
    return (hand | hand >> 1) & ONES


@compiled
def next_kind(kinds: int) -> int:
    return bits.lowest(kinds) >> 1


@compiled
def tiles_in(hand: int) -> int:
    """How many tiles a hand holds."""
    return bits.count(hand & ONES) + 2 * bits.count(hand >> 1 & ONES)


@compiled
def pips_in(hand: int) -> int:
    """The pips of all tiles in a hand."""
    pips = 0
    left = kinds_in(hand)
    while left:
        kind = next_kind(left)
        pips += ((hand >> 2 * kind) & 3) * (LOW[kind] + HIGH[kind])
        left &= left - 1
    return pips


@compiled
def is_double(kind: int) -> bool:
    return LOW[kind] == HIGH[kind]


# A placement is a kind, a slot, and whether the tile is turned: the higher pips on the first square.


@compiled
def kind_of(placement: int) -> int:
    return placement // (2 * SLOTS)


@compiled
def slot_of(placement: int) -> int:
    return placement // 2 % SLOTS


@compiled
def first_pips(placement: int) -> int:
    kind = kind_of(placement)
    return HIGH[kind] if placement % 2 else LOW[kind]


@compiled
def second_pips(placement: int) -> int:
    kind = kind_of(placement)
    return LOW[kind] if placement % 2 else HIGH[kind]


@compiled
def last_laid(state: State) -> int:
    return int(state.laid[state.laid_count - 1])
