"""How a written position or view becomes a record, and which positions no play could reach."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludoteca.core.errors import BadPosition, require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.double_double_dominoes.actions import read_placement, read_tile
from ludoteca.games.double_double_dominoes.board import (
    can_lay,
    clear_board,
    fitting_kinds,
    is_dead,
    put_on_board,
    refuse_placement,
)
from ludoteca.games.double_double_dominoes.course import count_tied_hands, highest_total, seats_at, won
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.scoring import goal_reached
from ludoteca.games.double_double_dominoes.state import (
    NOT_COUNTED,
    STATE,
    give,
    holds,
    is_double,
    kind_of,
    last_laid,
    pips_in,
)
from ludoteca.games.double_double_dominoes.story import Seen, Story, TooManyCourses, nothing_known
from ludoteca.games.double_double_dominoes.tables import (
    FULL_HAND,
    HAND,
    KINDS,
    MOST_SUM,
    MOST_TILES,
    NO_TILE,
    REFUSALS,
    SETS,
    TRACK,
    No,
    Phase,
)
from ludoteca.games.double_double_dominoes.unseen import deal_unseen

Json = dict[str, Any]

MOST_TRIES = 500  # to fill a view; a view that can be filled takes two or three


def read_position(state: State, position: Json) -> None:
    """Fill a record in which seats and options are already written; BadPosition if it cannot be."""
    read_open(state, position)
    read_tiles(state, position, range(state.seats))
    require(type(position["boneyard"]) is list, "boneyard", "a list of tiles")
    fill_boneyard(state, [read_tile(tile) for tile in reversed(position["boneyard"])])
    require_all_tiles(state)
    require_known(state)
    require_phase(state)
    if state.phase == Phase.OVER:
        count_tied_hands(state)


# What lies open


def read_open(state: State, given: Json) -> None:
    """What a position and every view of it have in common."""
    clear_board(state)
    read_course(state, given)
    read_discarded(state, given["discards"])
    know(state, read_board(state, given))


def each_seat(state: State, given: Json, field: str) -> list[Any]:
    values = given[field]
    require(type(values) is list and len(values) == state.seats, field, "one entry for each seat")
    return list(values)


def number(value: Any, most: int, field: str) -> int:
    require(type(value) is int and 0 <= value <= most, field, f"a number from 0 to {most}")
    return int(value)


def size(tiles: Any, most: int, field: str) -> int:
    """How many tiles these are, be they seen or only counted."""
    return number(len(tiles) if type(tiles) is list else tiles, most, field)


def read_course(state: State, given: Json) -> None:
    phases = [phase.name.lower() for phase in Phase]
    require(given["phase"] in phases, "phase", f"one of {', '.join(phases)}")
    state.phase = phases.index(given["phase"])
    acting = given["to_act"]
    require(type(acting) is list and len(acting) == (state.phase != Phase.OVER), "to_act", "the seat on turn")
    for seat in acting:
        state.to_act = 1 << number(seat, state.seats - 1, "to_act")
    for seat in range(state.seats):
        state.track[seat] = number(each_seat(state, given, "track")[seat], len(TRACK) - 1, "track")
        state.shown[seat] = read_tile(each_seat(state, given, "shown")[seat])
        state.hand_size[seat] = size(each_seat(state, given, "hands")[seat], FULL_HAND, "hands")
        state.counted[seat] = NOT_COUNTED
    shown = Counter(int(kind) for kind in state.shown[: state.seats])
    require(
        max(shown.values()) <= SETS[state.seats], "shown", "there are not so many tiles of that kind", "T1"
    )
    state.boneyard_size = size(given["boneyard"], MOST_TILES, "boneyard")


def read_discarded(state: State, discards: Any) -> None:
    state.discard_count = size(discards, MOST_TILES, "discards")
    for line, (seat, _) in enumerate(discards):
        state.discard_seat[line] = number(seat, state.seats - 1, "discards")


def the_board(state: State) -> State:
    """The board of a record, in the same memory: plain attributes are far quicker than those of a record."""
    arrays = {name: state[name] for name in ("laid", "wants", "free", "match", "touch")}
    return SimpleNamespace(laid_count=0, **arrays)


@rule("T6", "T7", "T8")
def read_board(state: State, given: Json) -> Seen:
    """Lay the tiles in their order, each as the rules allow, and note what could be laid meanwhile."""
    seats, discards = range(state.seats), given["discards"]
    board = the_board(state)
    fitting, dead = [], [False]
    for lying in given["board"]:
        placement = read_placement(lying)
        refused = refuse_placement(board, placement)
        code, rule = REFUSALS[refused]
        require(refused == No.REASON, "board", f"a tile lies where it may not: {code}", rule)
        require(board.laid_count < MOST_TILES, "board", "there are not so many tiles", "T1")
        fitting.append(int(fitting_kinds(board)) if discards else 0)
        put_on_board(board, placement)
        dead.append(bool(is_dead(board)))
    fitting.append(int(fitting_kinds(board)) if discards else 0)
    state.laid_count = board.laid_count
    return Seen(
        laid=[int(placement) for placement in state.laid[: state.laid_count]],
        fitting=fitting,
        dead=dead,
        discarded=[int(seat) for seat in state.discard_seat[: state.discard_count]],
        phase=int(state.phase),
        acting=int(state.to_act).bit_length() - 1,
        track=[int(state.track[seat]) for seat in seats],
        hand_size=[int(state.hand_size[seat]) for seat in seats],
        boneyard=int(state.boneyard_size),
    )


def know(state: State, seen: Seen) -> None:
    """Note what all know, if any course of the game leads here."""
    try:
        course = Story(state, seen).end
    except TooManyCourses:
        require_plausible(state, seen)
        course = nothing_known(state, seen)
    if course is None:
        raise BadPosition(
            "bad_course", "no course of the game leads to this board, these discards and markers"
        )
    for seat in range(state.seats):
        state.shown_is[seat] = course.shown_is[seat]
        for place in range(FULL_HAND):
            state.may_hold[seat, place] = course.may_hold[seat, place]
    for line, kinds in enumerate(course.discard_may_be):
        state.discard_may_be[line] = kinds


@rule("T5", "T15", "T16")
def require_plausible(state: State, seen: Seen) -> None:
    """What holds in any course of the game: whose turn it is, hands, and that nothing has ended it."""
    if state.phase == Phase.OVER:
        return
    sizes = [HAND] * len(seen.hand_size)
    sizes[seen.acting] = seen.hand_size[seen.acting] if state.phase == Phase.EXTEND else FULL_HAND
    require(seen.hand_size == sizes and sizes[seen.acting] <= FULL_HAND, "hands", "three tiles, four on turn")
    require(not goal_reached(state) and not seen.dead[-1], "phase", "the game is over")
    if state.phase == Phase.EXTEND:
        require(
            seen.laid and is_double(kind_of(last_laid(state))), "phase", "only a double is extended", "T9"
        )


# What is hidden from some


def read_tiles(state: State, given: Json, seen: "range | tuple[int, ...]") -> None:
    """The hands and discards of the seats that are seen."""
    for seat in seen:
        require(type(given["hands"][seat]) is list, "hands", f"the tiles of seat {seat}")
        for tile in given["hands"][seat]:
            give(state, seat, read_tile(tile))
    for line, (seat, tile) in enumerate(given["discards"]):
        state.discard_tile[line] = read_tile(tile) if seat in seen else NO_TILE


def fill_boneyard(state: State, kinds: list[int]) -> None:
    require(len(kinds) <= MOST_TILES, "boneyard", "there are not so many tiles", "T1")
    state.boneyard_size = len(kinds)
    state.boneyard[: len(kinds)] = kinds


def tiles_by_kind(state: State) -> Counter[int]:
    """How many of each kind lie somewhere."""
    everywhere = Counter(int(kind) for kind in state.boneyard[: state.boneyard_size])
    everywhere.update(int(kind_of(int(placement))) for placement in state.laid[: state.laid_count])
    everywhere.update(int(kind) for kind in state.discard_tile[: state.discard_count] if kind != NO_TILE)
    for kind in range(KINDS):
        everywhere[kind] += sum(int(state.hands[seat]) >> 2 * kind & 3 for seat in range(state.seats))
    return everywhere


@rule("T1")
def require_all_tiles(state: State) -> None:
    """Each of the 28 kinds is there twice, or three times with five or six seats."""
    there = tiles_by_kind(state)
    sets = int(SETS[state.seats])
    require(
        all(there[kind] == sets for kind in range(KINDS)), "tiles", f"{sets} of each kind are somewhere", "T1"
    )


@rule("T4", "T10")
def require_known(state: State) -> None:
    """Hidden tiles are what the tiles shown and the discards allow."""
    for seat in range(state.seats):
        hand = [kind for kind in range(KINDS) for _ in range(int(state.hands[seat]) >> 2 * kind & 3)]
        for place in range(state.hand_size[seat]):
            allowed = sum(int(state.may_hold[seat, place]) >> kind & 1 for kind in hand)
            require(allowed > place, "hands", f"seat {seat} cannot hold these tiles")
        require_shown(state, seat)
    for line in range(state.discard_count):
        allowed = int(state.discard_may_be[line]) >> int(state.discard_tile[line]) & 1
        require(allowed, "discards", f"discard {line} would have fitted", "T10")


@rule("T4")
def require_shown(state: State, seat: int) -> None:
    """A tile that was shown and not laid is in that hand or among that seat's discards."""
    shown, place = int(state.shown[seat]), state.shown_is[seat]
    lines = range(state.discard_count)
    discarded = any(state.discard_seat[line] == seat and state.discard_tile[line] == shown for line in lines)
    held = place != Shown.DISCARDED and holds(state, seat, shown)
    require(place == Shown.UNKNOWN or held or discarded, "shown", f"where is the tile of seat {seat}?", "T4")


@rule("T5", "T10")
def require_phase(state: State) -> None:
    """Who can lay must, and who cannot must discard."""
    if state.phase in (Phase.LAY, Phase.DISCARD):
        acting = int(state.to_act).bit_length() - 1
        lays = state.phase == Phase.LAY
        require(can_lay(state, acting) == lays, "phase", "lay if and only if a tile of the hand fits", "T5")


# Views


def fill_with(view: Json, viewer: int) -> State:
    """A record that fits a view: the tiles not seen are dealt at random, as the game imagines them."""
    state: State = np.zeros(1, dtype=STATE)[0]
    state.seats = view["seats"]
    state.goal = view["options"]["goal"] or 0
    read_open(state, view)
    read_tiles(state, view, () if viewer == NOBODY else (viewer,))
    gather_unseen(state, viewer)
    for attempt in range(MOST_TRIES):
        expect_tie(state, view["winners"], viewer, attempt)
        if deal_unseen(state, viewer) and is_won_by(state, view["winners"]):
            return state
    raise BadPosition("bad_hands", "the tiles not seen cannot lie in any way that fits this view")


@rule("T1")
def gather_unseen(state: State, viewer: int) -> None:
    """All tiles that are not seen are for the boneyard, the other hands, and the others' discards."""
    missing = int(state.boneyard_size)
    missing += sum(int(state.hand_size[seat]) for seat in range(state.seats) if seat != viewer)
    missing += int((state.discard_tile[: state.discard_count] == NO_TILE).sum())
    state.boneyard_size = 0
    seen, sets = tiles_by_kind(state), int(SETS[state.seats])
    unseen = [kind for kind in range(KINDS) for _ in range(sets - seen[kind])]
    fits = max(seen.values()) <= sets and len(unseen) == missing
    require(fits, "tiles", f"{sets} of each kind are somewhere", "T1")
    fill_boneyard(state, unseen)


@rule("T17")
def expect_tie(state: State, winners: Any, viewer: int, attempt: int) -> None:
    """If hands decided the game, let the winners have equal pips: as many as the viewer, or as may be."""
    state.counted[:] = NOT_COUNTED
    if state.phase == Phase.OVER and seats_at(state, highest_total(state)) > 1:
        pips = pips_in(state.hands[viewer]) if viewer in winners else attempt * 5 % (FULL_HAND * MOST_SUM + 1)
        for seat in winners:
            if seat != viewer:
                state.counted[number(seat, state.seats - 1, "winners")] = pips


def is_won_by(state: State, winners: Any) -> bool:
    if state.phase == Phase.OVER:
        count_tied_hands(state)
    return [seat for seat in range(state.seats) if won(state, seat)] == winners
