"""What a view of Double Double Dominoes holds, and the values of its events that are no whole numbers."""

from typing import Any, Literal, NotRequired, TypedDict

from ludoteca.core.view_types import CommonView

Tile = tuple[int, int]
Squares = tuple[str, str]  # the upper or left one first


class Placement(TypedDict):
    tile: Tile
    at: Squares


class View(CommonView):
    board: list[Placement]
    boneyard: int
    hands: list[list[Tile] | int]  # tiles, or how many where they are hidden
    shown: list[Tile]
    discards: list[tuple[int, Tile | None]]  # whose, and which where it is known
    track: list[int]
    last_double: int | None
    last_turn: bool
    known: NotRequired[dict[str, Any]]


EVENT_VALUES: dict[str, Any] = {
    "tile": Tile,
    "at": Squares,
    "reason": Literal["goal", "boneyard", "dead_board"],
}
