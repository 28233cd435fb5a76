"""The record of Pega em 6!, and the small questions and changes that all its rules are made of."""

import numpy as np

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State, record
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    MOST_ROWS,
    MOST_SEATS,
    MOST_TRICKS,
    ROW_HOLDS,
    SEVEN_HOLDS,
    SPECIALS,
    TABLE_ROWS,
    Variant,
)

# Where number cards lie that are in no row: a set of cards for each place.
HAND = 0  # + seat; the card chosen is among them until it is revealed
PILE = HAND + MOST_SEATS  # + seat: the bull pile
RETURNED = PILE + MOST_SEATS  # + seat: cards of the hand that all know, taken back by `replace`
POOL = RETURNED + MOST_SEATS  # the draft
ASIDE = POOL + 1  # laid aside by `positive`
PLACES = ASIDE + 1

# What became of the card that a seat was placing.
STILL_TO_PLACE = 0
PLACED = 1
TOOK = 2

HALF = 52  # a set of cards is two integers of 52 bits: 1 to 52, and 53 to 104

STATE = record(
    __name__,
    ("variant", np.int64),
    ("target", np.int64),  # the game ends when a seat has so many bull heads; 0: by rounds
    ("rounds", np.int64),  # the game ends after so many rounds; 0: by target
    ("this_round", np.int64),
    ("trick", np.int64),
    ("revealed", np.int64),  # are the chosen cards face up?
    ("placing", np.int64),  # the seat whose card is being placed, or NOBODY
    ("special_used", np.int64),  # has this placement had its special card?
    ("first", np.int64),  # first picker of the draft, or NOBODY
    ("row_count", np.int64),
    ("row_cards", np.int64, (MOST_ROWS, SEVEN_HOLDS)),
    ("row_length", np.int64, MOST_ROWS),
    ("row_seven", np.int16, MOST_ROWS),  # marked `seven`
    ("row_blocked", np.int16, MOST_ROWS),
    ("row_fifth", np.int16, MOST_ROWS),  # the special card `fifth_row` lies by it
    ("cards", np.int64, (PLACES, 2)),
    ("chosen", np.int64, MOST_SEATS),  # chosen and not yet placed, or NO_CARD
    ("opening", np.int16, TABLE_ROWS),  # the cards that started the rows of this round; NO_CARD: not known
    ("played", np.int16, (MOST_TRICKS, MOST_SEATS)),  # what each seat played in the tricks of this round
    ("row_taken", np.int16, (MOST_TRICKS, MOST_SEATS)),  # the row it then took with a low card
    ("heads", np.int64, MOST_SEATS),  # bull heads of this round
    ("totals", np.int64, MOST_SEATS),  # bull heads of finished rounds
    ("specials", np.int16, (MOST_SEATS, SPECIALS)),  # how many of each kind a seat holds
    ("special_deck", np.int16, 28),  # the last one is the next to draw
    ("special_deck_size", np.int64),
    ("special_discard", np.int16, SPECIALS),  # how many of each kind
    ("shuffled", np.int16, CARDS),  # room to shuffle in; means nothing between two deals
    news=64,
)


@compiled
def holds(state: State, place: int, card: int) -> bool:
    half = 1 if card > HALF else 0
    return (state.cards[place, half] >> (int(card) - half * HALF)) & 1 == 1


@compiled
def put(state: State, place: int, card: int) -> None:
    half = 1 if card > HALF else 0
    state.cards[place, half] |= 1 << (int(card) - half * HALF)


@compiled
def remove(state: State, place: int, card: int) -> None:
    half = 1 if card > HALF else 0
    state.cards[place, half] &= ~(1 << (int(card) - half * HALF))


@compiled
def clear(state: State, place: int) -> None:
    state.cards[place, 0] = 0
    state.cards[place, 1] = 0


@compiled
def how_many(state: State, place: int) -> int:
    return bits.count(state.cards[place, 0]) + bits.count(state.cards[place, 1])


@compiled
def list_cards(state: State, place: int, offset: int, actions: np.ndarray, count: int) -> int:
    """Write offset + card for every card of a place, ascending, after the first `count` entries."""
    low, high = state.cards[place, 0], state.cards[place, 1]
    for _ in range(bits.count(low) + bits.count(high)):
        # No branch: nothing predicts which half a card is in, and a wrong guess costs more than this.
        left, base = (low, 0) if low else (high, HALF)
        actions[count] = offset + base + bits.lowest(left)
        high = high if low else high & (high - 1)
        low &= low - 1 if low else 0
        count += 1
    return count


@compiled
def last_card(state: State, row: int) -> int:
    return state.row_cards[row, state.row_length[row] - 1]


@compiled
def row_holds(state: State, row: int) -> int:
    """How many cards the row holds before the next one takes them."""
    return SEVEN_HOLDS if state.row_seven[row] else ROW_HOLDS


@compiled
def row_full(state: State, row: int) -> bool:
    return state.row_length[row] >= row_holds(state, row)


@compiled
def row_with(state: State, card: int) -> int:
    """The row in which a card lies, or NO_ROW."""
    for row in range(state.row_count):
        for place in range(state.row_length[row]):
            if state.row_cards[row, place] == card:
                return row
    return -1


@compiled
def special_cards(state: State, seat: int) -> int:
    """How many special cards a seat holds; everybody may know that."""
    if state.variant != Variant.ANNIVERSARY:
        return 0
    held = 0
    for special in range(SPECIALS):
        held += int(state.specials[seat, special])
    return held


@compiled
def everybody(state: State) -> int:
    """All seats, as a set of seats to act."""
    return (1 << state.seats) - 1
