"""How an action of Doppelt so clever is written, and read."""

from typing import Any

from ludoteca.core.actions import FewActions
from ludoteca.games.doppelt_so_clever.alphabet import ACTIONS, EACH, RETURN, ROLL
from ludoteca.games.doppelt_so_clever.marks import BLUE, CIRCLE, CROSS, MARKS, WRITES, area_of
from ludoteca.games.doppelt_so_clever.tables import CELL_AT, CELLS, SILVER_COLUMNS, Area, Die

Json = dict[str, Any]

DIE_NAMES = tuple(die.name.lower() for die in Die)
AREA_NAMES = tuple(area.name.lower() for area in Area)  # also the colours of `?`
ROW_NAMES = DIE_NAMES[Die.YELLOW :]  # the rows of silver

WITH_MARK = ("pick", "sweep", "bonus", "take", "extra")  # in the order of their ids
SINGLE = ("roll", "reroll", "skip", "finish", "sweep_done", "decline", "done")


def write_mark(mark: int) -> Json:
    """The readable form of a mark."""
    area = AREA_NAMES[area_of(mark)]
    if mark < CIRCLE:
        return {"area": area, "row": ROW_NAMES[mark // SILVER_COLUMNS], "number": int(WRITES[mark])}
    if mark < BLUE:
        cell = list(CELL_AT[(mark - CIRCLE) % CELLS])
        return {"area": area, "cell": cell, "as": "circle" if mark < CROSS else "cross"}
    return {"area": area, "number": int(WRITES[mark])}


def write_action(action: int) -> Json:
    """The readable form of an action id."""
    if action >= ROLL:
        return {SINGLE[action - ROLL]: True}
    if action >= RETURN:
        return {"return": DIE_NAMES[action - RETURN]}
    kind, use = divmod(action, EACH)
    which, mark = divmod(use, MARKS)
    names = AREA_NAMES if WITH_MARK[kind] == "bonus" else DIE_NAMES
    return {WITH_MARK[kind]: names[which], "mark": write_mark(mark)}


EVERY_MARK = [write_mark(mark) for mark in range(MARKS)]


def what_is_wrong(action: Json) -> str:
    """Name what makes this no action."""
    if "mark" in action and action["mark"] not in EVERY_MARK:
        return "its mark is none of the sheet's"
    return f"its keys are one of {', '.join((*SINGLE, 'return', *WITH_MARK))}, the last five with a mark"


read_action = FewActions(write_action, range(ACTIONS), what_is_wrong).read_action


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    verb = next(name for name in action if name != "mark")
    if "mark" not in action:
        return verb
    mark = action["mark"]
    return ".".join([verb, mark["area"], *(mark[key] for key in ("row", "as") if key in mark)])
