"""A recorded game as steps: an action, or what all chose in secret together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.table import Table

Json = dict[str, Any]
Taken = tuple[int, Json]  # a seat, and what it did


@dataclass(frozen=True)
class Step:
    """The table before, what was done, and the table after."""

    before: Table
    taken: Sequence[Taken]
    after: Table


def steps_of(table: Table, actions: Sequence[Taken]) -> Iterator[Step]:
    """Play a game again from its first table, which is left as it is."""
    now, next_action = copied(table), 0
    while next_action < len(actions):
        together = len(now.to_act) if in_secret(now, *actions[next_action]) else 1
        taken = actions[next_action : next_action + together]
        before = copied(now)
        for seat, action in taken:
            now.play(seat, action)
        yield Step(before, taken, copied(now))
        next_action += together


def in_secret(table: Table, seat: int, action: Json) -> bool:
    """Do several choose at once, and are the others not told what is chosen?"""
    if len(table.to_act) < 2:
        return False
    trial = copied(table)
    trial.play(seat, action)
    secret = {kind.name for kind in table.game.notation.EVENTS if kind.secret}
    return not secret.isdisjoint(event["event"] for event in trial.events(None)) and no_chance(table, trial)


def no_chance(before: Table, after: Table) -> bool:
    """Was nothing dealt or rolled?"""
    one, other = before.states[0], after.states[0]
    return bool(one.counter == other.counter and one.words_left == other.words_left)


def copied(table: Table) -> Table:
    return Table(table.game, table.states.copy())
