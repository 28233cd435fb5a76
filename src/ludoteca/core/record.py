"""The record of a game: one NumPy record with named fields that holds the whole truth of a table."""

from operator import itemgetter
from typing import Any

import numpy as np

from ludoteca.core import chance
from ludoteca.core.rule_marks import folder_of

State = Any  # a record of the game at hand: NumPy's types know nothing of its fields

SHARED: list[Any] = [
    ("seats", np.int64),  # how many seats play
    ("phase", np.int64),  # a line of the game's Phase; the last one is over
    ("to_act", np.int64),  # the seats that may act now, a bit each; none when the game is over
    *chance.FIELDS,
    ("listening", np.int64),  # does anybody want the news?
    ("news_count", np.int64),  # how much has happened since the last decision
]


def record(module: str, *fields: tuple[Any, ...], news: int) -> np.dtype[Any]:
    """A game's record: the fields that every game shares, its own, and room for `news` events a decision.

    The last field is named after the game's folder: the verbs, and the machine code kept on disk, find a game
    by the type of its record, so no two games may have the same, though one be a copy of the other.
    """
    layout = [*SHARED, *fields, ("news", np.int16, (news, NEWS_WIDTH))]
    layout.sort(key=lambda field: -np.dtype(field[1]).itemsize)  # wide fields first: aligned, without gaps
    spare = 8 - np.dtype(layout).itemsize % 8
    layout.append((f"of_{folder_of(module)}", np.int8, spare))
    return np.dtype((quick_record(module, [name for name, *_ in layout]), layout))


def quick_record(module: str, names: list[str]) -> type[np.record]:
    """A record that finds its fields at once. `np.record` looks for each among its methods first, so that
    plain rules took more than twice as long. It is pickled by its name, as the type of the game's STATE.
    """
    fields = {name: property(itemgetter(name)) for name in names}
    return type(
        "Record", (np.record,), {**AT_ONCE, **fields, "__module__": module, "__qualname__": "STATE.type"}
    )


AT_ONCE = {"__getattribute__": np.void.__getattribute__, "__setattr__": np.void.__setitem__}
NEWS_WIDTH = 4  # what happened, and up to three numbers about it
NOBODY = -1  # a seat that is not there; to `imagine`, a spectator
