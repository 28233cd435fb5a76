"""A recorded game as steps: an action, or what all chose in secret together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.simultaneous import chosen_in_secret, copied
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
        together = len(now.to_act) if chosen_in_secret(now, *actions[next_action]) else 1
        taken = actions[next_action : next_action + together]
        before = copied(now)
        for seat, action in taken:
            now.play(seat, action)
        yield Step(before, taken, copied(now))
        next_action += together
