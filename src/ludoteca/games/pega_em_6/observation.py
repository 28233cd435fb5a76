"""What a seat sees of Pega em 6!, as numbers for programs that learn."""

from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.observation import (
    LIMIT,
    SEATS,
    Channel,
    Numbers,
    seat_at,
    write_list,
    write_number,
    write_seats,
    write_set,
)
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.state import HALF, HAND, PILE, PLACES, POOL, RETURNED, special_cards
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    EACH_SPECIAL,
    HAND_CARDS,
    HEADS,
    MOST_ROUNDS,
    MOST_ROWS,
    MOST_TRICKS,
    NO_CARD,
    SEVEN_HOLDS,
    SPECIALS,
    Variant,
)

Json = dict[str, Any]

FACE_DOWN = -1
ALL_SPECIALS = EACH_SPECIAL * SPECIALS


def is_professional(options: Json) -> bool:
    return bool(options["variant"] == "professional")


def is_anniversary(options: Json) -> bool:
    return bool(options["variant"] == "anniversary")


def has_known_hands(options: Json) -> bool:
    return is_professional(options) or is_anniversary(options)


def has_hidden_hands(options: Json) -> bool:
    return not is_professional(options)


CHANNELS = (
    Channel("round", (1,), "the round, from 1", LIMIT),
    Channel("trick", (1,), "the trick, from 1", MOST_TRICKS),
    Channel("heads", (SEATS,), "bull heads of this round", LIMIT),
    Channel(
        "chosen", (SEATS,), "the card chosen and not yet placed; 0: none, -1: face down", CARDS, FACE_DOWN
    ),
    Channel("rows", (MOST_ROWS, SEVEN_HOLDS), "the cards of each row in their order; 0: no card", CARDS),
    Channel("row_heads", (MOST_ROWS,), "bull heads in each row", int(HEADS.max()) * SEVEN_HOLDS),
    Channel("hand", (CARDS,), "1 for each card in the own hand, from card 1"),
    Channel(
        "seen", (CARDS,), "1 for each card whose place the seat knows, from card 1", when=has_hidden_hands
    ),
    Channel(
        "known_hands",
        (SEATS, CARDS),
        "1 for each card of a hand that all know: open hands, and cards taken back by `replace`",
        when=has_known_hands,
    ),
    Channel("pool", (CARDS,), "1 for each card of the draft that is still there", when=is_professional),
    Channel("first", (SEATS,), "1 at the first picker of the draft", when=is_professional),
    Channel(
        "row_marks", (MOST_ROWS, 3), "1 if a row is a `seven`, blocked, a fifth row", when=is_anniversary
    ),
    Channel(
        "specials",
        (SPECIALS,),
        "own special cards, by kind in the order of their names",
        EACH_SPECIAL,
        when=is_anniversary,
    ),
    Channel("specials_held", (SEATS,), "special cards of each seat", ALL_SPECIALS, when=is_anniversary),
    Channel(
        "special_discard", (SPECIALS,), "special cards discarded, by kind", EACH_SPECIAL, when=is_anniversary
    ),
    Channel("special_deck", (1,), "special cards to draw", ALL_SPECIALS, when=is_anniversary),
    Channel("special_used", (1,), "1 if this placement had its special card", when=is_anniversary),
)


def longest(seats: int, options: Json) -> int:
    """A pick for each card; in a trick each seat chooses, places its card in two decisions and exchanges."""
    cards = int(HAND_CARDS[Variant[options["variant"].upper()]])
    decisions = 5 if is_professional(options) else 4
    return (options["rounds"] or MOST_ROUNDS) * seats * cards * decisions


@compiled
def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """Write the channels, from the own cards and what lies open."""
    at = write_number(numbers, at, state.this_round)
    at = write_number(numbers, at, state.trick)
    at = write_seats(state, seat, numbers, at, state.heads)
    for place in range(state.seats):
        at = write_number(numbers, at, choice_seen(state, seat, seat_at(state, seat, place)))
    at = write_rows(state, numbers, at)
    at = write_cards(numbers, at, state.cards[HAND + seat, 0], state.cards[HAND + seat, 1])
    if state.variant == Variant.PROFESSIONAL:
        return write_draft(state, seat, numbers, at)
    at = write_seen(state, seat, numbers, at)
    if state.variant == Variant.ANNIVERSARY:
        at = write_known_hands(state, seat, numbers, at, RETURNED)
        at = write_specials(state, seat, numbers, at)
    return at


@compiled
def choice_seen(state: State, seat: int, other: int) -> int:
    if state.chosen[other] == NO_CARD or state.revealed or other == seat:
        return state.chosen[other]
    return FACE_DOWN


@compiled
def write_rows(state: State, numbers: Numbers, at: int) -> int:
    heads = at + MOST_ROWS * SEVEN_HOLDS
    for row in range(MOST_ROWS):
        numbers[heads + row] = 0
        length = state.row_length[row] if row < state.row_count else 0
        for place in range(SEVEN_HOLDS):
            card = state.row_cards[row, place] if place < length else NO_CARD
            numbers[at + row * SEVEN_HOLDS + place] = card
            numbers[heads + row] += HEADS[card]
    return heads + MOST_ROWS


@compiled
def write_cards(numbers: Numbers, at: int, low: int, high: int) -> int:
    """A set of cards in its two halves, a number for each card."""
    at = write_set(numbers, at, HALF, low >> 1)
    return write_set(numbers, at, CARDS - HALF, high >> 1)


@compiled
def write_seen(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """All cards but those in other hands and those that are not in the round."""
    low, high = state.cards[HAND + seat, 0], state.cards[HAND + seat, 1]
    for place in range(PILE, PLACES):
        low |= state.cards[place, 0]
        high |= state.cards[place, 1]
    end = write_cards(numbers, at, low, high)
    for row in range(state.row_count):
        for place in range(state.row_length[row]):
            numbers[at + state.row_cards[row, place] - 1] = 1
    for other in range(state.seats):
        if state.revealed and state.chosen[other] != NO_CARD:
            numbers[at + state.chosen[other] - 1] = 1
    return end


@compiled
def write_known_hands(state: State, seat: int, numbers: Numbers, at: int, first: int) -> int:
    for place in range(state.seats):
        held = first + seat_at(state, seat, place)
        at = write_cards(numbers, at, state.cards[held, 0], state.cards[held, 1])
    return at


@compiled
def write_draft(state: State, seat: int, numbers: Numbers, at: int) -> int:
    at = write_known_hands(state, seat, numbers, at, HAND)
    at = write_cards(numbers, at, state.cards[POOL, 0], state.cards[POOL, 1])
    for place in range(state.seats):
        at = write_number(numbers, at, 1 if state.first == seat_at(state, seat, place) else 0)
    return at


@compiled
def write_specials(state: State, seat: int, numbers: Numbers, at: int) -> int:
    for row in range(MOST_ROWS):
        lies = row < state.row_count
        at = write_number(numbers, at, state.row_seven[row] if lies else 0)
        at = write_number(numbers, at, state.row_blocked[row] if lies else 0)
        at = write_number(numbers, at, state.row_fifth[row] if lies else 0)
    at = write_list(numbers, at, SPECIALS, state.specials[seat])
    for place in range(state.seats):
        at = write_number(numbers, at, special_cards(state, seat_at(state, seat, place)))
    at = write_list(numbers, at, SPECIALS, state.special_discard)
    at = write_number(numbers, at, state.special_deck_size)
    return write_number(numbers, at, state.special_used)
