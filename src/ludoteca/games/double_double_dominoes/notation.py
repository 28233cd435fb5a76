"""How Double Double Dominoes is written: positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from typing import Any

from ludoteca.core.record import State
from ludoteca.core.record_fields import answered_once
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.actions import write_placement, write_slot, write_tile
from ludoteca.games.double_double_dominoes.alphabet import Phase, Reason
from ludoteca.games.double_double_dominoes.known_notation import write_known
from ludoteca.games.double_double_dominoes.tables import KINDS

Json = dict[str, Any]

OPTIONAL_KEYS = ("known",)


# Positions and views


def write_position(state: State) -> Json:
    """The whole truth."""
    return written(state, range(state.seats), True)


@rule("T4", "T10")
def write_view(state: State, seat: int) -> Json:
    """What a seat, or a spectator (NOBODY), may know: its own tiles and discards, and what lies open."""
    return written(state, (seat,), False)


def written(state: State, seen: Collection[int], boneyard: bool) -> Json:
    """What somebody may look at: the hands and discards of the seats `seen`, and the boneyard or not."""
    seats = range(state.seats)
    return {
        **lying_open(state),
        "boneyard": write_boneyard(state) if boneyard else int(state.boneyard_size),
        "hands": [write_hand(state, seat) if seat in seen else int(state.hand_size[seat]) for seat in seats],
        "discards": [write_discard(state, line, seen) for line in range(state.discard_count)],
    }


@answered_once
def lying_open(state: State) -> Json:
    """What everybody sees and remembers; of the rest, the places in the text."""
    seats, known = range(state.seats), write_known(state)
    return {
        "board": [write_placement(int(laid)) for laid in state.laid[: state.laid_count]],
        "boneyard": None,
        "hands": None,
        "shown": [write_tile(state.shown[seat]) for seat in seats],
        "discards": None,
        "track": [int(state.track[seat]) for seat in seats],
        "last_double": int(state.laid_count) - 1 if state.phase == Phase.EXTEND else None,
        "last_turn": bool(state.boneyard_size == 0),
        **({"known": known} if known else {}),
    }


def write_boneyard(state: State) -> list[list[int]]:
    return [write_tile(kind) for kind in state.boneyard[: state.boneyard_size][::-1]]


def write_hand(state: State, seat: int) -> list[list[int]]:
    copies = [int(state.hands[seat]) >> 2 * kind & 3 for kind in range(KINDS)]
    return [write_tile(kind) for kind in range(KINDS) for _ in range(copies[kind])]


def write_discard(state: State, line: int, seen: Collection[int]) -> list[Any]:
    seat = int(state.discard_seat[line])
    return [seat, write_tile(state.discard_tile[line]) if seat in seen else None]


# Events


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it; a tile that lies turned counts on behind all kinds."""
    if field == "tile":
        return write_tile(number % KINDS)[:: -1 if number >= KINDS else 1]
    if field == "at":
        return write_slot(number)
    return Reason(number).name.lower() if field == "reason" else number
