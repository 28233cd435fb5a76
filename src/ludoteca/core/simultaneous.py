"""Seats that choose at the same time: whether they choose in secret is found out by trying."""

from typing import Any

from ludoteca.core.table import Table, copied_states

Json = dict[str, Any]


def copied(table: Table) -> Table:
    """A table of its own, as this one is now."""
    return Table(table.game, copied_states(table.states))


def same_chance(before: Table, after: Table) -> bool:
    """Was nothing dealt or rolled?"""
    one, other = before.states, after.states
    return all(one[field][0] == other[field][0] for field in ("counter", "words_left"))


def chosen_in_secret(before: Table, after: Table) -> bool:
    """Was the action between these tables one of several choices at once that the others are not told?

    Chance has no part in such a choice.
    """
    if len(before.to_act) < 2 or not same_chance(before, after):
        return False
    kinds, lines = after.game.notation.EVENTS, after.news()
    return any(kinds[kind].secret for kind in lines[:, 0].tolist())
