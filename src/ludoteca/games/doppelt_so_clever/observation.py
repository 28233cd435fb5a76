"""What a seat sees of Doppelt so clever, as numbers for programs that learn: nothing is hidden."""

from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.observation import SEATS, Channel, Numbers, seat_at, write_list, write_number, write_set
from ludoteca.core.record import State
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.marks import BLUE, HIGH, LOW, MARKS
from ludoteca.games.doppelt_so_clever.state import passive_half
from ludoteca.games.doppelt_so_clever.tables import (
    BARS,
    CIRCLES,
    COLOURS,
    DICE,
    FACES,
    FIELDS,
    MOST_FOXES,
    MOST_ROLLS,
    MOST_SEATS,
    MULTIPLIER,
    PRINTED,
    ROUNDS_OF,
    SOLO_TURNS,
    TRACKS,
)

Json = dict[str, Any]

MOST_ROUNDS = int(ROUNDS_OF.max())

CHANNELS = (
    Channel("round", (1,), "the round, from 1", MOST_ROUNDS),
    Channel("rounds_left", (1,), "rounds still to finish, this one included", MOST_ROUNDS),
    Channel("turn", (1,), "turns finished in this round", MOST_SEATS),
    Channel("rolls", (1,), "rolls made this turn", MOST_ROLLS),
    Channel("passive_half", (1,), "1 in the turn of a solo round in which the seat is passive"),
    Channel(
        "dice", (DICE,), "what each die shows: white, silver, yellow, blue, green, pink; 0: nothing", FACES
    ),
    Channel("tray", (DICE,), "1 for each die on the silver tray"),
    Channel("fields", (DICE,), "1 for each die on the fields of the active seat"),
    Channel("active", (SEATS,), "1 at the active seat"),
    Channel("picked", (SEATS,), "1 if a passive seat has picked or declined"),
    Channel("done", (SEATS,), "1 if a seat has finished with this turn"),
    Channel(
        "open_marks",
        (SEATS, MARKS),
        "1 for each mark that can still be made: 24 silver, 10 circles and 10 crosses in yellow, 11 blue, "
        "6 green, 6 pink",
    ),
    Channel(
        "numbers",
        (SEATS, TRACKS, FIELDS),
        "numbers written in blue, green and pink, from the left",
        FACES * int(MULTIPLIER.max()),
    ),
    Channel("unlocked", (SEATS, BARS), "re-rolls, returns and extra dice unlocked, used or not", CIRCLES),
    Channel("used", (SEATS, BARS), "those of them that are used", CIRCLES),
    Channel("foxes", (SEATS,), "foxes", MOST_FOXES),
    Channel(
        "waiting",
        (SEATS, COLOURS),
        "open `?`: silver, yellow, blue, green, pink, black",
        int(PRINTED.sum()),
    ),
    Channel("sweeps", (SEATS, DICE), "1 for each die sent to the tray that may still be marked in silver"),
    Channel("extra_used", (SEATS, DICE), "1 for each die used as an extra die this turn"),
)


def longest(seats: int, options: Json) -> int:
    """A decision for each mark and each action used; in a turn the active seat rolls and ends a roll, its
    sweeps and its returns up to three times, and every seat declines once and is done once."""
    turns = int(ROUNDS_OF[seats]) * max(seats, SOLO_TURNS)
    return seats * (MARKS + TRACKS * FIELDS + BARS * CIRCLES) + turns * (4 * MOST_ROLLS + 2 * seats)


@compiled
def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """Write the channels; sheets beginning with the own one."""
    at = write_number(numbers, at, state.this_round)
    at = write_number(numbers, at, ROUNDS_OF[state.seats] - state.this_round + (1 if state.to_act else 0))
    at = write_number(numbers, at, state.turn)
    at = write_number(numbers, at, state.rolls)
    at = write_number(numbers, at, 1 if passive_half(state) else 0)
    at = write_list(numbers, at, DICE, state.values)
    at = write_set(numbers, at, DICE, state.tray)
    at = write_set(numbers, at, DICE, state.on_fields)
    at = write_turn(state, seat, numbers, at)
    return write_sheets(state, seat, numbers, at)


@compiled
def write_turn(state: State, seat: int, numbers: Numbers, at: int) -> int:
    for place in range(state.seats):
        other = seat_at(state, seat, place)
        numbers[at + place] = 1 if other == state.active else 0
        numbers[at + state.seats + place] = state.picked[other]
        numbers[at + 2 * state.seats + place] = state.done[other]
    return at + 3 * state.seats


@compiled
def write_sheets(state: State, seat: int, numbers: Numbers, at: int) -> int:
    for place in range(state.seats):
        other = seat_at(state, seat, place)
        at = write_set(numbers, at, BLUE, state.open_marks[other, LOW])
        at = write_set(numbers, at, MARKS - BLUE, state.open_marks[other, HIGH])
    for place in range(state.seats):
        for track in range(TRACKS):
            at = write_list(numbers, at, FIELDS, state.numbers[seat_at(state, seat, place), track])
    for place in range(state.seats):
        at = write_list(numbers, at, BARS, state.unlocked[seat_at(state, seat, place)])
    for place in range(state.seats):
        at = write_list(numbers, at, BARS, state.used[seat_at(state, seat, place)])
    return write_bonuses(state, seat, numbers, at)


@compiled
def write_bonuses(state: State, seat: int, numbers: Numbers, at: int) -> int:
    for place in range(state.seats):
        at = write_number(numbers, at, state.foxes[seat_at(state, seat, place)])
    for place in range(state.seats):
        for colour in range(COLOURS):
            at = write_number(numbers, at, how_many_wait(state, seat_at(state, seat, place), colour))
    for place in range(state.seats):
        at = write_set(numbers, at, DICE, state.sweeps[seat_at(state, seat, place)])
    for place in range(state.seats):
        at = write_set(numbers, at, DICE, state.extra_used[seat_at(state, seat, place)])
    return at
