"""How an action of Pega em 6! is written, and read."""

from typing import Any

from ludoteca.core.actions import FewActions
from ludoteca.games.pega_em_6.alphabet import (
    ACTIONS,
    BLOCK,
    CARD,
    EXCHANGE,
    FIFTH_ROW,
    INSERT,
    KEEP,
    MOVE,
    PICK,
    PLACE,
    POSITIVE,
    REPLACE,
    SEVEN,
    TAKE,
)
from ludoteca.games.pega_em_6.tables import CARDS, MOST_ROWS, SEVEN_HOLDS, Special

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


def what_is_wrong(action: Json) -> str:
    """Name the field that makes this no action."""
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


# Card 0 only fills the gaps between ranges of ids.
IDS = [action for action in range(ACTIONS) if 0 not in write_action(action).values()]
read_action = FewActions(write_action, IDS, what_is_wrong).read_action


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    if "special" in action:
        return f"special.{action['special']}"
    if action == {"exchange": None}:
        return "keep"
    return next(iter(action))
