"""What a view of Doppelt so clever holds, and the values of its events that are no whole numbers."""

from typing import Any, Literal, TypedDict

from ludoteca.core.view_types import CommonView

Die = Literal["white", "silver", "yellow", "blue", "green", "pink"]
Colour = Literal["silver", "yellow", "blue", "green", "pink"]
Row = Literal["yellow", "blue", "green", "pink"]
Bar = Literal["reroll", "return", "extra"]


class DieState(TypedDict):
    value: int | None
    at: Literal["pool", "field", "tray"]


# `return` is a keyword, so a class cannot name it.
Sheet = TypedDict(
    "Sheet",
    {
        "silver": dict[Row, list[int]],
        "yellow": list[list[Literal[0, 1, 2] | None]],  # open, circled, crossed
        "blue": list[int],
        "green": list[int],
        "pink": list[int],
        "reroll": tuple[int, int],  # unlocked, used
        "return": tuple[int, int],
        "extra": tuple[int, int],
        "foxes": int,
        "bonuses": list[Colour],
        "sweeps": list[Die],
        "extra_used": list[Die],
        "picked": bool,
        "done": bool,
    },
)


class View(CommonView):
    round: int
    turn: int
    active: int
    role: Literal["active", "passive"]
    roll: int
    dice: dict[Die, DieState]
    fields: list[Die]
    sheets: list[Sheet]


EVENT_VALUES: dict[str, Any] = {
    "die": Die,
    "colour": Colour,
    "row": Row,
    "action": Bar,
    "cell": tuple[int, int],
    "how": Literal["used", "lost"],
}
