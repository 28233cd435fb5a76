"""What all know of tiles they do not see, from the tile shown and from what a seat could not lay.

For each tile of a hand there is the set of kinds that it may be, `may_hold`, the narrowest first, each within
the next: the tile shown, then the others dealt with it, then tiles drawn since. When a tile leaves the hand
and nobody can say which of them it was, the narrowest set that allows it goes, so the rest stays true.
"""

from enum import IntEnum

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, HAND, NO_LOWER


class Shown(IntEnum):
    """Where the tile that a seat has shown is now."""

    UNKNOWN = 0  # perhaps laid: the seat has laid a tile of that kind
    HELD = 1
    HELD_OR_DISCARDED = 2
    DISCARDED = 3


@rule("T4")
@compiled
def know_shown(state: State, seat: int, kind: int) -> None:
    """The tile shown is in the hand, and the other two have no fewer pips."""
    state.shown[seat] = kind
    state.shown_is[seat] = Shown.HELD
    state.may_hold[seat, 0] = 1 << kind
    for place in range(1, HAND):
        state.may_hold[seat, place] = NO_LOWER[kind]


@compiled
def know_drawn(state: State, seat: int) -> None:
    """A tile drawn may be any."""
    state.may_hold[seat, state.hand_size[seat]] = ANY_KIND
    state.hand_size[seat] += 1


@rule("T4")
@compiled
def know_laid(state: State, seat: int, kind: int) -> None:
    """A seat that lays a tile of the kind shown may have laid that very tile."""
    drop(state, seat, first_allowing(state, seat, kind))
    if kind == state.shown[seat] and state.shown_is[seat] != Shown.DISCARDED:
        state.shown_is[seat] = Shown.UNKNOWN


@compiled
def first_allowing(state: State, seat: int, kind: int) -> int:
    """The first tile of the hand that may be of this kind; past the last one if none may."""
    for place in range(state.hand_size[seat]):
        if state.may_hold[seat, place] >> kind & 1:
            return place
    return state.hand_size[seat]


@rule("T10")
@compiled
def know_discarded(state: State, seat: int, fitting: int) -> None:
    """A seat that discards had no tile of the fitting kinds, and may have discarded the tile shown."""
    for place in range(state.hand_size[seat]):
        state.may_hold[seat, place] &= ~fitting
    drop(state, seat, 0)
    if state.shown_is[seat] == Shown.HELD:
        state.shown_is[seat] = Shown.HELD_OR_DISCARDED
    elif state.shown_is[seat] == Shown.HELD_OR_DISCARDED and fitting >> state.shown[seat] & 1:
        state.shown_is[seat] = Shown.DISCARDED


@compiled
def drop(state: State, seat: int, gone: int) -> None:
    state.hand_size[seat] -= 1
    for place in range(gone, state.hand_size[seat]):
        state.may_hold[seat, place] = state.may_hold[seat, place + 1]
    state.may_hold[seat, state.hand_size[seat]] = 0
