"""The record of Dobro, and the small changes that all its rules are made of."""

import numpy as np

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State, record
from ludoteca.games.dobro.cards import ONE_CARD, count_of
from ludoteca.games.dobro.tables import CARDS, KINDS, MOST_ROUNDS, MOST_SEATS

STATE = record(
    __name__,
    ("edition", np.int64),
    ("long_game", np.int64),  # as many rounds as seats?
    ("manual", np.int64),  # do seats draw, or forget to draw, for themselves?
    ("this_round", np.int64),  # from 1
    ("direction", np.int64),  # 1 clockwise, -1 the other way
    ("last_leader", np.int64),  # the seat that led the first climb of this round
    ("forgetful", np.int64),  # the seat with the forgetful card, or NOBODY
    ("value", np.int64),  # the value in play; 0: none
    ("hands", np.int64, MOST_SEATS),  # here and below: cards as cards.py packs them
    ("piles", np.int64, MOST_SEATS),  # score piles
    ("aside", np.int64),  # out of this round, for two seats
    ("table_count", np.int64),
    ("table", np.int16, CARDS + 1),  # cards in play, oldest first; a lone card is laid down twice, see LAID
    ("deck_left", np.int64),
    ("deck", np.int16, CARDS),  # the draw pile; the last one is the next to draw
    ("points", np.int64, (MOST_ROUNDS, MOST_SEATS)),  # of finished rounds, the forgetful loss included
    news=16,
)


@compiled
def ask(state: State, phase: int, seat: int) -> None:
    state.phase = phase
    state.to_act = 1 << seat


@compiled
def stack(state: State, cards: int) -> None:
    """Shuffle these cards, which become the draw pile."""
    left = 0
    for kind in range(KINDS):
        for _ in range(count_of(cards, kind)):
            state.deck[left] = kind
            left += 1
    chance.shuffle(state, state.deck, left, left)
    state.deck_left = left


@compiled
def draw(state: State, wanted: int) -> int:
    """So many cards off the draw pile, as far as it goes."""
    drawn = 0
    for _ in range(min(wanted, state.deck_left)):
        drawn += ONE_CARD[draw_one(state)]
    return drawn


@compiled
def draw_one(state: State) -> int:
    """The next card of a draw pile that is not empty."""
    state.deck_left -= 1
    return int(state.deck[state.deck_left])


@compiled
def clear_table(state: State) -> None:
    state.table_count = 0
    state.value = 0


@compiled
def next_seat(state: State, seat: int) -> int:
    """The neighbour in the current direction."""
    neighbour = seat + state.direction
    if neighbour == state.seats:
        return 0
    return state.seats - 1 if neighbour < 0 else neighbour
