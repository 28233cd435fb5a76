"""How tiles, squares and actions of Double Double Dominoes are written, and read."""

from typing import Any

from ludoteca.core.actions import no_such_action
from ludoteca.games.double_double_dominoes.alphabet import DISCARD, PLACE, STOP
from ludoteca.games.double_double_dominoes.slots import SLOT_OF, SLOT_SQUARES, SLOTS, SQUARE_NAMES
from ludoteca.games.double_double_dominoes.state import first_pips, is_double, kind_of, second_pips, slot_of
from ludoteca.games.double_double_dominoes.tables import TILES

Json = dict[str, Any]

KIND_OF = {tile: kind for kind, tile in enumerate(TILES)}
SQUARE_OF = {name: square for square, name in enumerate(SQUARE_NAMES)}
WHAT_IT_IS = (
    "an action is a tile as it lies, at two squares, the upper or left one first, or stop, or discard with a"
    " tile, its lower pips first"
)


# Writing


def write_tile(kind: int) -> list[int]:
    return list(TILES[kind])


def write_slot(slot: int) -> list[str]:
    return [SQUARE_NAMES[square] for square in SLOT_SQUARES[slot]]


def write_placement(placement: int) -> Json:
    tile = [int(first_pips(placement)), int(second_pips(placement))]
    at = write_slot(slot_of(placement))
    if placement % 2 and is_double(kind_of(placement)):
        at.reverse()  # a double is never turned: this is written, but can never be read
    return {"tile": tile, "at": at}


def write_action(action: int) -> Json:
    """The readable form of an action id."""
    if action < STOP:
        return write_placement(action)
    return {"stop": True} if action == STOP else {"discard": write_tile(action - DISCARD)}


# Fields: each gives a number, or a KeyError, TypeError or ValueError for what is nothing of the kind


def read_tile(tile: Any) -> int:
    """The kind of a tile, lower pips first."""
    low, high = whole_numbers(tile)
    return KIND_OF[low, high]


def whole_numbers(tile: Any) -> tuple[int, int]:
    if type(tile) is not list or [type(pips) for pips in tile] != [int, int]:
        raise TypeError("a tile is a list of two whole numbers")
    return tile[0], tile[1]


def read_placement(placement: Any) -> int:
    if type(placement) is not dict or placement.keys() != {"tile", "at"} or type(placement["at"]) is not list:
        raise TypeError("a placement is an object with tile and at")
    first, second = whole_numbers(placement["tile"])
    kind = KIND_OF[min(first, second), max(first, second)]
    upper, lower = placement["at"]
    slot = SLOT_OF[SQUARE_OF[upper], SQUARE_OF[lower]]
    return PLACE + (kind * SLOTS + slot) * 2 + (first > second)


def read_action(action: Json) -> int:
    """The id of a written action; IllegalAction if no such action exists, whatever the position."""
    try:
        if action.keys() == {"stop"} and action["stop"] is True:
            return STOP
        if action.keys() == {"discard"}:
            return DISCARD + read_tile(action["discard"])
        return read_placement(action)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise no_such_action(action, WHAT_IT_IS) from None


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    return "lay" if "tile" in action else next(iter(action))
