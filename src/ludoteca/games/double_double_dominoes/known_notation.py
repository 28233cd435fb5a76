"""How `known` is written and read: what all know of hidden tiles. See RULES.md, Notation."""

from itertools import pairwise
from typing import Any

from ludoteca.core.errors import require
from ludoteca.core.record import State
from ludoteca.core.rule import rule
from ludoteca.games.double_double_dominoes.actions import read_tile, write_tile
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, KINDS, MOST_SUM, PIPS, TILES
from ludoteca.games.double_double_dominoes.unseen import places_in_hand, possible_discards

Json = dict[str, Any]

# Sets of kinds.
WITH = [sum(1 << kind for kind in range(KINDS) if pips in TILES[kind]) for pips in range(PIPS)]
BELOW = [sum(1 << kind for kind in range(KINDS) if sum(TILES[kind]) < least) for least in range(MOST_SUM + 1)]
PLACES = {None: Shown.UNKNOWN} | {place.name.lower(): place for place in Shown if place}
NAMES = {place: name for name, place in PLACES.items()}


# Writing


def write_known(state: State) -> Json:
    """What all know beyond what they see; parts that say nothing are left out."""
    seats = range(state.seats)
    parts: dict[str, list[Any]] = {
        "shown": [NAMES[state.shown_is[seat]] for seat in seats],
        "hands": [write_hand(state, seat) for seat in seats],
        "discards": [write_kinds(int(kinds)) for kinds in state.discard_may_be[: state.discard_count]],
    }
    return {name: part for name, part in parts.items() if any(part)}


def write_hand(state: State, seat: int) -> list[Json | None]:
    """The tiles of a hand of which something is known, aside from the tile shown if that is held."""
    aside = int(state.shown_is[seat] == Shown.HELD)
    tiles = state.may_hold[seat, aside : state.hand_size[seat]]
    return [write_kinds(int(kinds)) for kinds in tiles if kinds != ANY_KIND]


def write_kinds(kinds: int) -> Json | None:
    """A set of kinds by what is not in it: low sums, pips, and single tiles; None if all are in it."""
    least = max(pips for pips in range(MOST_SUM + 1) if not kinds & BELOW[pips])
    if kinds | BELOW[least] == ANY_KIND:
        return {"sum": least} if least else None
    without = [pips for pips in range(PIPS) if not kinds & WITH[pips]]
    other = ANY_KIND & ~kinds & ~with_any(without)
    limits = {
        "sum": least if other & BELOW[least] else 0,
        "without": without,
        "not": [write_tile(kind) for kind in range(KINDS) if other & ~BELOW[least] & 1 << kind],
    }
    return {name: limit for name, limit in limits.items() if limit}


def with_any(values: list[int]) -> int:
    """The kinds with any of these pips."""
    kinds = 0
    for pips in values:
        kinds |= WITH[pips]
    return kinds


# Reading. A number out of its range is written back differently, and so refused.


def nothing_known(state: State) -> None:
    """Every hidden tile may be of any kind."""
    for seat in range(state.seats):
        state.may_hold[seat, : state.hand_size[seat]] = ANY_KIND
    state.discard_may_be[: state.discard_count] = ANY_KIND


@rule("T4", "T10")
def read_known(state: State, known: Json) -> None:
    """Note what all know of hidden tiles, in a record in which nothing is known yet."""
    shown = entries(known, "shown", state.seats, None)
    hands = entries(known, "hands", state.seats, [])
    discards = entries(known, "discards", state.discard_count, None)
    for line, limits in enumerate(discards):
        state.discard_may_be[line] = read_kinds(limits or {})
    for seat in range(state.seats):
        state.shown_is[seat] = PLACES[shown[seat]]
        read_hand(state, seat, [read_kinds(limits) for limits in hands[seat]])
        require_place(state, seat)


def entries(known: Json, part: str, count: int, nothing: Any) -> list[Any]:
    given: list[Any] = known.get(part, [nothing] * int(count))
    require(len(given) == count, "known", f"{part} has {count} entries")
    return given


def read_hand(state: State, seat: int, kinds: list[int]) -> None:
    """Each set of kinds lies within the next: the rules rely on that when a tile leaves the hand."""
    if state.shown_is[seat] == Shown.HELD:
        kinds = [1 << int(state.shown[seat]), *kinds]
    require(len(kinds) <= state.hand_size[seat], "known", f"seat {seat} does not hold so many tiles")
    require(
        not any(one & ~other for one, other in pairwise(kinds)), "known", "the narrowest limits come first"
    )
    state.may_hold[seat, : len(kinds)] = kinds


def read_kinds(limits: Json) -> int:
    kinds = ANY_KIND & ~BELOW[limits.get("sum", 0)] & ~with_any(limits.get("without", []))
    for tile in limits.get("not", []):
        kinds &= ~(1 << read_tile(tile))
    require(kinds, "known", "a tile is of some kind")
    return kinds


@rule("T4")
def require_place(state: State, seat: int) -> None:
    """A tile shown that may have been discarded has a place in the hand or among that seat's discards."""
    if state.shown_is[seat] >= Shown.HELD_OR_DISCARDED:
        places = places_in_hand(state, seat) + possible_discards(state, seat)
        require(places, "known", f"the tile that seat {seat} has shown is nowhere", "T4")
