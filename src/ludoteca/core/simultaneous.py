"""Seats that choose at the same time: whether they choose in secret is found out by trying."""

from typing import Any

from ludoteca.core.events import kinds_told
from ludoteca.core.table import Table

Json = dict[str, Any]


def copied(table: Table) -> Table:
    """A table of its own, as this one is now."""
    return Table(table.game, table.states.copy())


def same_chance(before: Table, after: Table) -> bool:
    """Was nothing dealt or rolled?"""
    one, other = before.states[0], after.states[0]
    return bool(one.counter == other.counter and one.words_left == other.words_left)


def chosen_in_secret(table: Table, seat: int, action: Json) -> bool:
    """Do several choose at once, and are the others not told what is chosen? Chance has no part in it.

    IllegalAction if the seat may not do it.
    """
    trial = copied(table)
    trial.play(seat, action)
    if len(table.to_act) < 2 or not same_chance(table, trial):
        return False
    return any(kind.secret for kind in kinds_told(trial.states[0], table.game.notation.EVENTS))
