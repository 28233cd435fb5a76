"""What a view of Pega em 6! holds, and the values of its events that are no whole numbers."""

from typing import Any, Literal, TypedDict

from ludoteca.core.view_types import CommonView

Special = Literal["fifth_row", "seven", "insert", "replace", "move", "block", "positive"]


class Row(TypedDict):
    cards: list[int]
    seven: bool
    blocked: bool
    fifth: bool


class View(CommonView):
    round: int
    trick: int
    rows: list[Row]
    hands: list[list[int] | int]  # cards, or how many where they are hidden
    chosen: list[int | bool | None]  # true: a card that is hidden
    revealed: bool
    special_used: bool
    piles: list[list[int]]
    heads: list[int]
    totals: list[int]
    pool: list[int]
    out: list[int] | int
    aside: list[int]
    returned: list[list[int]]
    specials: list[list[Special] | int]
    special_deck: list[Special] | int
    special_discard: list[Special]
    first: int | None


EVENT_VALUES: dict[str, Any] = {"special": Special, "drawn": Special}
