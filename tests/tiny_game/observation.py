"""What a seat sees of the tiny game, as numbers for programs that learn."""

from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.observation import SEATS, Channel, Numbers, seat_at, write_list, write_number, write_set
from ludoteca.core.record import State

from .alphabet import CARDS, TRICKS

Json = dict[str, Any]

CHANNELS = (
    Channel("trick", (1,), "the trick, from 1", TRICKS),
    Channel("hand", (CARDS,), "1 for each card in the own hand, from card 1"),
    Channel("own_choice", (1,), "the card chosen, 0 if none", CARDS),
    Channel("has_chosen", (SEATS,), "1 if a seat has chosen its card"),
    Channel("shown", (SEATS, TRICKS), "the cards played, trick by trick", CARDS),
)


def longest(seats: int, options: Json) -> int:
    return TRICKS * seats


@compiled
def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
    at = write_number(numbers, at, state.trick)
    at = write_set(numbers, at, CARDS, state.hands[seat] >> 1)
    at = write_number(numbers, at, state.chosen[seat])
    for place in range(state.seats):
        at = write_number(numbers, at, 1 if state.chosen[seat_at(state, seat, place)] else 0)
    for place in range(state.seats):
        at = write_list(numbers, at, TRICKS, state.shown[seat_at(state, seat, place)])
    return at
