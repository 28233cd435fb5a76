"""What somebody cannot know, asked by redrawing it: many tables that look the same to one pair of eyes."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.core import chance
from ludoteca.core.errors import IllegalAction
from ludoteca.core.record import NOBODY
from ludoteca.core.table import Table, imagine_anew
from ludoteca.server.happened import Audience
from ludoteca.server.records import Json

DREAMS = 16
Choices = Sequence[tuple[int, Json]]


def dreams(table: Table, viewer: Audience, count: int = DREAMS) -> Iterator[Table]:
    """Tables that the viewer cannot tell from this one; the same ones whenever it is asked."""
    for number in range(count):
        states = table.states.copy()
        seed = hashlib.sha256(states.tobytes() + number.to_bytes(4)).digest()
        chance.rekey(states[0], seed)
        imagine_anew(states, NOBODY if viewer is None else viewer)
        yield Table(table.game, states)


def plainly_forced(table: Table, seat: int) -> bool:
    """Can everybody see that the seat has no choice?"""
    return all(len(dream.legal_ids(seat)) == 1 for dream in (table, *dreams(table, None)))


def same_chance(before: Table, after: Table) -> bool:
    """Was nothing dealt or rolled?"""
    one, other = before.states[0], after.states[0]
    return (one.counter, one.words_left) == (other.counter, other.words_left)


def shows_nothing(table: Table, choices: Choices, viewer: int) -> bool:
    """Do these actions tell the viewer nothing that it could not know beforehand?

    They do if, with what is hidden redrawn, another seat could have acted differently, or the viewer
    would see something else.
    """
    seen = what_is_seen(copied(table), choices, viewer)
    return all(what_is_seen(dream, choices, viewer) == seen for dream in dreams(table, viewer))


def what_is_seen(table: Table, choices: Choices, viewer: int) -> list[Any]:
    seen: list[Any] = []
    for seat, action in choices:
        seen.append(table.legal_ids(seat))
        try:
            table.play(seat, action)
        except IllegalAction:
            return [None]
        seen += [table.events(viewer), table.view(viewer)]
    return seen


def copied(table: Table) -> Table:
    return Table(table.game, table.states.copy())
