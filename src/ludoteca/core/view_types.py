"""The shape of a view, for readers that want types: the page's are generated from what each game declares."""

from typing import Any, TypedDict


class CommonView(TypedDict):
    """The keys that every view begins with, whatever the game; see `write_common`."""

    game: str
    seats: int
    options: dict[str, Any]
    phase: str
    to_act: list[int]
    over: bool
    winners: list[int]
    scores: list[int]
