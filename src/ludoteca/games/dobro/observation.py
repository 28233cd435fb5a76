"""What a seat sees of Dobro, as numbers for programs that learn."""

from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.observation import SEATS, Channel, Numbers, seat_at, write_number
from ludoteca.core.record import State
from ludoteca.games.dobro.cards import count_of, how_many
from ludoteca.games.dobro.ends import finished, rounds
from ludoteca.games.dobro.plays import TOP_VALUE
from ludoteca.games.dobro.tables import ASIDE_CARDS, CARDS, HAND_CARDS, IN_BOX, KINDS, MOST_ROUNDS, SHORT_GAME

Json = dict[str, Any]

MOST_OF_A_KIND = max(IN_BOX)

CHANNELS = (
    Channel("rounds_left", (1,), "rounds still to finish, this one included", MOST_ROUNDS),
    Channel("value", (1,), "the value in play, 0 if there is none", TOP_VALUE),
    Channel("direction", (1,), "1 clockwise, -1 the other way", low=-1),
    Channel("deck", (1,), "cards in the draw pile", CARDS),
    Channel("aside", (1,), "cards set aside unseen", int(max(ASIDE_CARDS))),
    Channel("hand", (KINDS,), "cards in the own hand, by kind: 2 to 12, wild, skip, reverse", MOST_OF_A_KIND),
    Channel("table", (KINDS,), "cards in play, by kind", MOST_OF_A_KIND),
    Channel("hand_sizes", (SEATS,), "cards in the hand of each seat", int(max(HAND_CARDS))),
    Channel("forgetful", (SEATS,), "1 at the seat with the forgetful card"),
    Channel("piles", (SEATS, KINDS), "cards in the score pile of each seat, by kind", MOST_OF_A_KIND),
)


def longest(seats: int, options: Json) -> int:
    """In a round every card is played once at most; each play may be followed by drawing and by taking."""
    return (seats if options["long"] else SHORT_GAME) * 3 * CARDS


@compiled
def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """Write the channels, from the own hand and what lies open."""
    at = write_number(numbers, at, rounds(state) - finished(state))
    at = write_number(numbers, at, state.value)
    at = write_number(numbers, at, state.direction)
    at = write_number(numbers, at, state.deck_left)
    at = write_number(numbers, at, how_many(state.aside))
    at = write_cards(numbers, at, state.hands[seat])
    at = write_table(state, numbers, at)
    for place in range(state.seats):
        at = write_number(numbers, at, how_many(state.hands[seat_at(state, seat, place)]))
    for place in range(state.seats):
        at = write_number(numbers, at, 1 if state.forgetful == seat_at(state, seat, place) else 0)
    for place in range(state.seats):
        at = write_cards(numbers, at, state.piles[seat_at(state, seat, place)])
    return at


@compiled
def write_cards(numbers: Numbers, at: int, cards: int) -> int:
    part = numbers[at : at + KINDS]
    for kind in range(KINDS):
        part[kind] = count_of(cards, kind)
    return at + KINDS


@compiled
def write_table(state: State, numbers: Numbers, at: int) -> int:
    for kind in range(KINDS):
        numbers[at + kind] = 0
    for place in range(state.table_count):
        numbers[at + int(state.table[place])] += 1
    return at + KINDS
