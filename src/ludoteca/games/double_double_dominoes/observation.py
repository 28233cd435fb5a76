"""What a seat sees of Double Double Dominoes, as numbers for programs that learn."""

from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.observation import SEATS, Channel, Numbers, seat_at, write_number, write_seats, write_set
from ludoteca.core.record import State
from ludoteca.games.double_double_dominoes.alphabet import Phase
from ludoteca.games.double_double_dominoes.board import OCCUPIED, WAY_APART
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.slots import (
    FIRST,
    ROWS,
    SECOND,
    SQUARES,
    WAYS,
)
from ludoteca.games.double_double_dominoes.state import last_laid, slot_of
from ludoteca.games.double_double_dominoes.tables import (
    FULL_HAND,
    KINDS,
    MOST_TILES,
    NO_PIPS,
    PIPS,
    SETS,
    TRACK,
)

Json = dict[str, Any]

MOST_SETS = int(max(SETS))

CHANNELS = (
    Channel("board", (ROWS, ROWS), "pips + 1 on each square; 0: no tile", PIPS),
    Channel("other_half", (ROWS, ROWS), "where the tile goes on: 1 up, 2 right, 3 down, 4 left", WAYS),
    Channel("double", (2,), "the squares + 1 of the double that may be extended now; 0: none", SQUARES),
    Channel("space", (SEATS,), "pips of the space on which the marker stands; -1: none", PIPS - 1, NO_PIPS),
    Channel("hand", (KINDS,), "tiles in the own hand, by kind: 0-0, 0-1 ... 6-6", MOST_SETS),
    Channel("unseen", (KINDS,), "tiles that the seat does not see, by kind", MOST_SETS),
    Channel("own_discards", (KINDS,), "tiles that the own seat has discarded, by kind", MOST_SETS),
    Channel("discards", (SEATS,), "how many tiles each seat has discarded", MOST_TILES),
    Channel("hand_sizes", (SEATS,), "tiles in each hand", FULL_HAND),
    Channel("shown", (SEATS, KINDS), "1 at the kind of the tile shown before the first turn"),
    Channel(
        "shown_is",
        (SEATS,),
        "where that tile is: 0 unknown, 1 in the hand, 2 in the hand or discarded, 3 discarded",
        int(max(Shown)),
    ),
    Channel("may_hold", (SEATS, KINDS), "1 for each kind that a tile of the hand may be, as far as all know"),
    Channel("boneyard", (1,), "tiles to draw", MOST_TILES),
)


def longest(seats: int, options: Json) -> int:
    """Every tile is laid or discarded once at most, and after laying one a seat may stop."""
    return 2 * KINDS * int(SETS[seats])


@compiled
def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """Write the channels, from the own tiles, what lies open and what all know."""
    at = write_board(state, numbers, at)
    at = write_double(state, numbers, at)
    for place in range(state.seats):
        at = write_number(numbers, at, TRACK[state.track[seat_at(state, seat, place)]])
    at = write_tiles(state, seat, numbers, at)
    at = write_discards(state, seat, numbers, at)
    at = write_seats(state, seat, numbers, at, state.hand_size)
    for place in range(state.seats):
        at = write_set(numbers, at, KINDS, 1 << state.shown[seat_at(state, seat, place)])
    at = write_seats(state, seat, numbers, at, state.shown_is)
    for place in range(state.seats):
        at = write_set(numbers, at, KINDS, kinds_possible(state, seat_at(state, seat, place)))
    return write_number(numbers, at, state.boneyard_size)


@compiled
def write_board(state: State, numbers: Numbers, at: int) -> int:
    """From what squares want, all in one go: twice as quick as tile by tile."""
    board, onward = numbers[at : at + SQUARES], numbers[at + SQUARES : at + 2 * SQUARES]
    for square in range(SQUARES):
        lies = state.wants[square] - OCCUPIED
        board[square] = lies % WAY_APART + 1 if lies >= 0 else 0
        onward[square] = lies // WAY_APART + 1 if lies >= 0 else 0
    return at + 2 * SQUARES


@compiled
def write_double(state: State, numbers: Numbers, at: int) -> int:
    extends = state.phase == Phase.EXTEND
    slot = slot_of(last_laid(state)) if extends else 0
    at = write_number(numbers, at, FIRST[slot] + 1 if extends else 0)
    return write_number(numbers, at, SECOND[slot] + 1 if extends else 0)


@compiled
def write_tiles(state: State, seat: int, numbers: Numbers, at: int) -> int:
    """The own hand, then of every kind what is left without board, hand and own discards."""
    hand, unseen, own = numbers[at : at + KINDS], numbers[at + KINDS :], numbers[at + 2 * KINDS :]
    sets, held, laid = SETS[state.seats], state.hands[seat], state.laid_kinds
    for kind in range(KINDS):
        hand[kind] = (held >> 2 * kind) & 3
        unseen[kind] = sets - ((held >> 2 * kind) & 3) - ((laid >> 2 * kind) & 3)
        own[kind] = 0
    for line in range(state.discard_count):
        if state.discard_seat[line] == seat:
            own[int(state.discard_tile[line])] += 1
            unseen[int(state.discard_tile[line])] -= 1
    return at + 3 * KINDS


@compiled
def write_discards(state: State, seat: int, numbers: Numbers, at: int) -> int:
    for place in range(state.seats):
        numbers[at + place] = 0
    for line in range(state.discard_count):
        after = int(state.discard_seat[line]) - seat
        numbers[at + (after if after >= 0 else after + state.seats)] += 1
    return at + state.seats


@compiled
def kinds_possible(state: State, seat: int) -> int:
    kinds = 0
    for place in range(state.hand_size[seat]):
        kinds |= state.may_hold[seat, place]
    return kinds
