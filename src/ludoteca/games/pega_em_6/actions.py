"""How an action of Pega em 6! is written, and read."""

from typing import Any

from ludoteca.core.errors import IllegalAction, brief
from ludoteca.games.pega_em_6.tables import (
    ACTIONS,
    BLOCK,
    CARD,
    CARDS,
    EXCHANGE,
    FIFTH_ROW,
    INSERT,
    KEEP,
    MOST_ROWS,
    MOVE,
    PICK,
    PLACE,
    POSITIVE,
    REPLACE,
    SEVEN,
    SEVEN_HOLDS,
    TAKE,
    Special,
)

Json = dict[str, Any]


def special_name(special: int) -> str:
    return Special(special).name.lower()


def write_action(action: int) -> Json:
    """The readable form of an action id."""
    if action < CARD:
        return {"pick": action - PICK}
    if action < TAKE:
        return {"card": action - CARD}
    if action < PLACE:
        return {"row": action - TAKE + 1}
    if action == PLACE:
        return {"place": True}
    if action < EXCHANGE:
        return write_special(action)
    return {"exchange": None if action == KEEP else special_name(action - EXCHANGE)}


def write_special(action: int) -> Json:
    if action == FIFTH_ROW:
        return {"special": "fifth_row"}
    if action == SEVEN:
        return {"special": "seven"}
    if action < REPLACE:
        row, place = divmod(action - INSERT, SEVEN_HOLDS)
        return {"special": "insert", "row": row + 1, "at": place + 1}
    if action < MOVE:
        return {"special": "replace", "card": action - REPLACE}
    if action < BLOCK:
        card, row = divmod(action - MOVE, MOST_ROWS)
        return {"special": "move", "card": card, "row": row + 1}
    if action < POSITIVE:
        return {"special": "block", "row": action - BLOCK + 1}
    return {"special": "positive", "card": action - POSITIVE}


def every_action() -> dict[tuple[Any, ...], int]:
    """All actions there are, by their written form. Card 0 only fills the gaps between ranges of ids."""
    written = ((write_action(action), action) for action in range(ACTIONS))
    return {frozen(action): number for action, number in written if 0 not in action.values()}


def frozen(action: Json) -> tuple[Any, ...]:
    """A written action as a key: 1, 1.0 and true are three things."""
    return tuple(sorted((name, type(value).__name__, value) for name, value in action.items()))


NUMBER_OF = every_action()


def read_action(action: Json) -> int:
    """The id of a written action; IllegalAction if no such action exists, whatever the position."""
    try:
        return NUMBER_OF[frozen(action)]
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise IllegalAction(
            "no_such_action", f"{brief(action)} is not an action; {what_is_wrong(action)}"
        ) from None


def what_is_wrong(action: object) -> str:
    """Name the field that makes this no action."""
    if not isinstance(action, dict):
        return "an action is an object with keys"
    for field, low, high in (
        ("card", 1, CARDS),
        ("pick", 1, CARDS),
        ("row", 1, MOST_ROWS),
        ("at", 1, SEVEN_HOLDS),
    ):
        value = action.get(field, low)
        if type(value) is not int or not low <= value <= high:
            return f"{field} is a whole number from {low} to {high}"
    return "its keys are pick, card, row, place, special or exchange, as in RULES.md"


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    if "special" in action:
        return f"special.{action['special']}"
    if action == {"exchange": None}:
        return "keep"
    return next(iter(action))
