"""How `known` is written and read: what all know of hidden tiles. See RULES.md, Notation."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ludoteca.core.errors import require
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.actions import read_tile, write_tile
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, KINDS, MOST_SUM, PIPS, TILES
from ludoteca.games.double_double_dominoes.unseen import places_in_hand, possible_discards

Json = dict[str, Any]

# Sets of kinds.
WITH = [sum(1 << kind for kind in range(KINDS) if pips in TILES[kind]) for pips in range(PIPS)]
BELOW = [sum(1 << kind for kind in range(KINDS) if sum(TILES[kind]) < least) for least in range(MOST_SUM + 1)]
NAMES = [None, *(place.name.lower() for place in Shown if place)]  # of places, by number
PLACES = {name: number for number, name in enumerate(NAMES)}
HELD = int(Shown.HELD)  # plain numbers are quicker


# Writing


def write_known(state: State) -> Json:
    """What all know beyond what they see; parts that say nothing are left out."""
    shown = state.shown_is[: state.seats].tolist()
    kinds = state.may_hold[: state.seats].tolist()
    sizes = state.hand_size.tolist()
    parts: dict[str, list[Any]] = {
        "shown": [NAMES[place] for place in shown],
        "hands": [write_hand(*known) for known in zip(kinds, sizes, shown, strict=False)],
        "discards": [write_kinds(one) for one in state.discard_may_be[: state.discard_count].tolist()],
    }
    return {name: part for name, part in parts.items() if any(part)}


def write_hand(kinds: list[int], size: int, shown_is: int) -> list[Json | None]:
    """The tiles of a hand of which something is known, aside from the tile shown if that is held."""
    return [write_kinds(one) for one in kinds[shown_is == HELD : size] if one != ANY_KIND]


def write_kinds(kinds: int) -> Json | None:
    """A set of kinds by what is not in it, None if all are in it."""
    least, without, others = limits_of(kinds)
    limits = {"sum": least, "without": list(without), "not": [write_tile(kind) for kind in others]}
    return {name: limit for name, limit in limits.items() if limit} or None


@lru_cache(1000)
def limits_of(kinds: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The least sum of pips, then pips, then single kinds that are not in a set; 0 or () if needless."""
    least = max(pips for pips in range(MOST_SUM + 1) if not kinds & BELOW[pips])
    if kinds | BELOW[least] == ANY_KIND:
        return least, (), ()
    without = tuple(pips for pips in range(PIPS) if not kinds & WITH[pips])
    left = ANY_KIND & ~kinds & ~with_any(without)
    others = tuple(kind for kind in range(KINDS) if left & ~BELOW[least] & 1 << kind)
    return least if left & BELOW[least] else 0, without, others


def with_any(values: Iterable[int]) -> int:
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
    if state.shown_is[seat] == HELD:
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
