"""What a view of Dobro holds, and the values of its events that are no whole numbers."""

from typing import Any

from ludoteca.core.view_types import CommonView

Card = str  # as it is written: "2" to "12", "wild", "skip", "reverse"


class View(CommonView):
    round: int
    direction: int
    value: int
    table: list[Card]
    deck: int
    aside: int
    hands: list[list[Card] | int]  # cards, or how many where they are hidden
    piles: list[list[Card]]
    forgetful: int | None
    points: list[list[int]]  # by round
    last_leader: int


EVENT_VALUES: dict[str, Any] = {"card": Card, "drawn": Card}
