"""A recorded game as steps: an action, or what all chose in secret together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.simultaneous import chosen_in_secret, copied
from ludoteca.core.table import Table

Json = dict[str, Any]
Taken = tuple[int, Json]  # a seat, and what it did


@dataclass(frozen=True)
class PlayedStep:
    """Actions carried out one after the other, each on a copy of the table."""

    taken: Sequence[Taken]
    tables: Sequence[Table]  # before the first action, and after each

    @property
    def before(self) -> Table:
        return self.tables[0]

    @property
    def after(self) -> Table:
        return self.tables[-1]


def carried_out(table: Table, taken: Sequence[Taken]) -> PlayedStep:
    """These actions, from this table on, which is left as it is. IllegalAction if one is not allowed."""
    tables = [table]
    for seat, action in taken:
        after = copied(tables[-1])
        after.play(seat, action)
        tables.append(after)
    return PlayedStep(taken, tables)


def steps_of(table: Table, actions: Sequence[Taken]) -> Iterator[PlayedStep]:
    """Play a game again from its first table, which is left as it is."""
    done = 0
    while done < len(actions):
        at_most = max(1, len(table.to_act))
        step = next_step(table, actions[done : done + at_most])
        yield step
        table, done = step.after, done + len(step.taken)


def next_step(table: Table, actions: Sequence[Taken]) -> PlayedStep:
    """The first action; all of them, if they were chosen in secret together."""
    first = carried_out(table, actions[:1])
    if not chosen_in_secret(first.before, first.after):
        return first
    others = carried_out(first.after, actions[1:])
    return PlayedStep(actions, [table, *others.tables])
