"""How a written position or view becomes a record."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludoteca.core import bits
from ludoteca.core.errors import BadPosition, LudotecaError, brief, require
from ludoteca.core.notation import read_common
from ludoteca.core.reading import each_seat, whole_number
from ludoteca.core.record import NOBODY, State
from ludoteca.core.record_fields import fields_of
from ludoteca.core.rule_marks import rule
from ludoteca.core.table import imagine_anew
from ludoteca.games.double_double_dominoes.actions import read_placement, read_tile
from ludoteca.games.double_double_dominoes.alphabet import OPTIONS, No, Phase
from ludoteca.games.double_double_dominoes.board import clear_board, put_on_board
from ludoteca.games.double_double_dominoes.consistency import (
    Half,
    require_each_kind,
    require_end,
    require_known,
    require_lawful,
    require_lying,
    require_phase,
)
from ludoteca.games.double_double_dominoes.course import count_tied_hands, highest_total, seats_at, won
from ludoteca.games.double_double_dominoes.known_notation import nothing_known, read_known
from ludoteca.games.double_double_dominoes.notation import write_position
from ludoteca.games.double_double_dominoes.slots import SLOT_SQUARES
from ludoteca.games.double_double_dominoes.state import (
    NOT_COUNTED,
    STATE,
    first_pips,
    give,
    kind_of,
    pips_in,
    second_pips,
    slot_of,
)
from ludoteca.games.double_double_dominoes.tables import (
    FULL_HAND,
    HAND,
    KINDS,
    MOST_SUM,
    MOST_TILES,
    NO_TILE,
    SETS,
    TRACK,
)
from ludoteca.games.double_double_dominoes.unseen import deal_unseen

Json = dict[str, Any]

MOST_TRIES = 500  # to deal hands that decide a tie as a view says


def read_position(state: State, position: Json) -> None:
    """Fill a record in which the common keys are already written; BadPosition if it is not consistent."""
    read_open(state, position)
    there = read_tiles(state, position, range(state.seats))
    with reading("boneyard"):
        require(type(position["boneyard"]) is list, "boneyard", "a list of tiles")
        fill_boneyard(state, [read_tile(tile) for tile in reversed(position["boneyard"])])
    there.update(state.boneyard[: state.boneyard_size].tolist())
    require_each_kind(state, there)
    require_phase(fields_of(state))
    require_known(fields_of(state))
    if state.phase == Phase.OVER:
        count_tied_hands(state)


@contextmanager
def reading(key: str) -> Iterator[None]:
    """Name the key in which something is not of its form."""
    try:
        yield
    except LudotecaError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as wrong:
        raise BadPosition(f"bad_{key}", f"{key} cannot be read: {brief(wrong)}") from None


# What lies open


def read_open(state: State, given: Json) -> None:
    """What a position and every view of it have in common."""
    require(bits.count(state.to_act) <= 1, "to_act", "the seat on turn")
    read_seats(state, given)
    with reading("discards"):
        read_discarded(state, given["discards"])
    with reading("board"):
        read_board(state, given["board"])
    nothing_known(state)
    if "known" in given:
        with reading("known"):
            read_known(state, given["known"])
    require_end(fields_of(state))


@rule("T5", "T11")
def read_seats(state: State, given: Json) -> None:
    """Markers, tiles shown and sizes of hands: at most three tiles, or four after drawing."""
    drawn = state.phase in (Phase.LAY, Phase.DISCARD)
    for seat, tiles in enumerate(each_seat("hands", given["hands"], state.seats)):
        most = FULL_HAND if drawn and state.to_act >> seat & 1 else HAND
        state.hand_size[seat] = how_many("hands", tiles, most)
        state.counted[seat] = NOT_COUNTED
    for seat, marker in enumerate(each_seat("track", given["track"], state.seats)):
        state.track[seat] = whole_number("track", marker, 0, len(TRACK) - 1)
    state.boneyard_size = how_many("boneyard", given["boneyard"], MOST_TILES)
    with reading("shown"):
        read_shown(state, each_seat("shown", given["shown"], state.seats))


def how_many(key: str, tiles: Any, most: int) -> int:
    """How many tiles these are, be they seen or only counted."""
    return whole_number(key, len(tiles) if type(tiles) is list else tiles, 0, most)


@rule("T1")
def read_shown(state: State, shown: list[Any]) -> None:
    """The tile each seat has shown: any, but no kind more often than it is there."""
    kinds = [read_tile(tile) for tile in shown]
    state.shown[: len(kinds)] = kinds
    most = max(Counter(kinds).values())
    require(most <= SETS[state.seats], "shown", "there are not so many tiles of that kind", "T1")


def read_discarded(state: State, discards: Any) -> None:
    state.discard_count = how_many("discards", discards, MOST_TILES)
    for line, (seat, _) in enumerate(discards):
        state.discard_seat[line] = whole_number("discards", seat, 0, state.seats - 1)


@rule("T7")
def read_board(state: State, board: Any) -> None:
    """Lay all tiles, none of them on another."""
    require(type(board) is list and len(board) <= MOST_TILES, "board", "not more tiles than there are", "T1")
    clear_board(state)
    lying = the_board(state)
    halves: dict[int, Half] = {}
    for tile, placement in enumerate(map(read_placement, board)):
        first, second = SLOT_SQUARES[slot_of(placement)]
        require_lying(first not in halves and second not in halves, No.OCCUPIED)
        halves[first] = tile, int(first_pips(placement))
        halves[second] = tile, int(second_pips(placement))
        put_on_board(lying, placement)
    state.laid_count, state.laid_kinds = lying.laid_count, lying.laid_kinds
    require_lawful(halves)


def the_board(state: State) -> State:
    """The board of a record, in the same memory: plain attributes are far quicker than those of a record."""
    arrays = {name: state[name] for name in ("laid", "wants", "free", "match", "touch")}
    return SimpleNamespace(laid_count=0, laid_kinds=0, **arrays)


# What is hidden from some


def read_tiles(state: State, given: Json, seats: Sequence[int]) -> Counter[int]:
    """The hands and discards of these seats. How many tiles of each kind are there, or on the board?"""
    there = Counter(int(kind_of(placement)) for placement in state.laid[: state.laid_count].tolist())
    for seat in seats:
        with reading("hands"):
            require(type(given["hands"][seat]) is list, "hands", f"the tiles of seat {seat}")
            for kind in map(read_tile, given["hands"][seat]):
                give(state, seat, kind)
                there[kind] += 1
    with reading("discards"):
        for line, (seat, tile) in enumerate(given["discards"]):
            state.discard_tile[line] = read_tile(tile) if seat in seats else NO_TILE
    there.update(kind for kind in state.discard_tile[: state.discard_count].tolist() if kind != NO_TILE)
    return there


def fill_boneyard(state: State, kinds: list[int]) -> None:
    state.boneyard_size = len(kinds)
    state.boneyard[: len(kinds)] = kinds


# Views


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view."""
    return {**view, **write_position(fill_with(view, seat))}


def fill_with(view: Json, viewer: int) -> State:
    """A record that fits a view: the tiles not seen are dealt at random, as the game imagines them."""
    states = np.zeros(1, dtype=STATE)
    state: State = states[0]
    state.seats = view["seats"]
    OPTIONS.write(state, view["options"])
    read_common(Phase, state, view)
    read_open(state, view)
    gather_unseen(state, read_tiles(state, view, () if viewer == NOBODY else (viewer,)), viewer)
    if state.phase == Phase.OVER and seats_at(state, highest_total(state)) > 1:
        with reading("winners"):
            decide_tie(state, view["winners"], viewer)
    else:
        imagine_anew(states, viewer)
    return state


@rule("T1")
def gather_unseen(state: State, seen: Counter[int], viewer: int) -> None:
    """All tiles that are not seen are for the boneyard, the other hands, and the others' discards."""
    missing = int(state.boneyard_size)
    missing += sum(int(state.hand_size[seat]) for seat in range(state.seats) if seat != viewer)
    missing += int((state.discard_tile[: state.discard_count] == NO_TILE).sum())
    sets = int(SETS[state.seats])
    unseen = [kind for kind in range(KINDS) for _ in range(sets - seen[kind])]
    fits = max(seen.values(), default=0) <= sets and len(unseen) == missing
    require(fits, "tiles", f"{sets} of each kind are somewhere", "T1")
    fill_boneyard(state, unseen)


@rule("T17")
def decide_tie(state: State, winners: Any, viewer: int) -> None:
    """Hands decided the game, and the view says for whom: give the winners equal pips, as many as may be."""
    for attempt in range(MOST_TRIES):
        pips = pips_in(state.hands[viewer]) if viewer in winners else attempt * 5 % (HAND * MOST_SUM + 1)
        state.counted[:] = NOT_COUNTED
        for seat in winners:
            if seat != viewer:
                state.counted[whole_number("winners", seat, 0, state.seats - 1)] = pips
        if deal_unseen(state, viewer) and tie_is_won_by(state, winners):
            return
    raise BadPosition("bad_winners", "no tiles that are not seen decide the tie like this", "T17")


def tie_is_won_by(state: State, winners: Any) -> bool:
    count_tied_hands(state)
    return [seat for seat in range(state.seats) if won(state, seat)] == winners
