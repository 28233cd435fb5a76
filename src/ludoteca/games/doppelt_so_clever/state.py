"""The record of Doppelt so clever, and the small questions that all its rules are made of."""

import numpy as np

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State, record
from ludoteca.games.doppelt_so_clever.tables import (
    ALL_DICE,
    BARS,
    DICE,
    FIELDS,
    MOST_ROLLS,
    MOST_SEATS,
    TRACKS,
)

STATE = record(
    __name__,
    ("this_round", np.int64),
    ("turn", np.int64),  # turns finished in this round
    ("active", np.int64),  # the active seat
    ("rolls", np.int64),  # made this turn
    ("values", np.int64, DICE),  # what each die shows; 0 before the first roll of a turn
    ("tray", np.int64),  # the dice on the silver tray, a bit each
    ("on_fields", np.int64),  # the dice on the fields of the active seat, a bit each
    ("fields", np.int64, MOST_ROLLS),  # those dice in the order in which they were picked
    ("fields_filled", np.int64),
    # The sheets, one a seat
    ("open_marks", np.int64, (MOST_SEATS, 2)),  # the marks that can be made now, in halves; see marks.py
    ("numbers", np.int16, (MOST_SEATS, TRACKS, FIELDS)),  # written in blue, green and pink
    ("filled", np.int64, (MOST_SEATS, TRACKS)),  # how many
    ("unlocked", np.int64, (MOST_SEATS, BARS)),  # actions, used or not
    ("used", np.int64, (MOST_SEATS, BARS)),
    ("foxes", np.int64, MOST_SEATS),
    ("waiting", np.int64, MOST_SEATS),  # open `?`, a count of 8 bits for each colour
    ("sweeps", np.int64, MOST_SEATS),  # dice sent to the tray that may still be marked in silver
    ("extra_used", np.int64, MOST_SEATS),  # dice used as extra dice this turn
    ("picked", np.int64, MOST_SEATS),  # has this passive seat picked or declined?
    ("done", np.int64, MOST_SEATS),  # has this seat finished with this turn?
    news=64,
)


@compiled
def pool(state: State) -> int:
    """The dice that are neither picked nor on the tray."""
    return ALL_DICE & ~(state.tray | state.on_fields)


@compiled
def left(state: State, seat: int, bar: int) -> int:
    """How many actions of a bar are unlocked and not used."""
    return state.unlocked[seat, bar] - state.used[seat, bar]


@compiled
def passive_half(state: State) -> bool:
    """Is this the turn of a solo round in which the seat is passive?"""
    return state.seats == 1 and state.turn >= 1


@compiled
def is_passive(state: State, seat: int) -> bool:
    return seat != state.active or passive_half(state)
