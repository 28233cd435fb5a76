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


def chosen_in_secret(before: Table, after: Table) -> bool:
    """Was the action between these tables one of several choices at once that the others are not told?

    Chance has no part in such a choice.
    """
    if len(before.to_act) < 2 or not same_chance(before, after):
        return False
    return any(kind.secret for kind in kinds_told(after.states[0], after.game.notation.EVENTS))
