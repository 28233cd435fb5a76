"""What somebody cannot know, asked by redrawing it: many tables that look the same to one pair of eyes."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.core import chance
from ludoteca.core.errors import IllegalAction
from ludoteca.core.record import NOBODY
from ludoteca.core.simultaneous import copied
from ludoteca.core.table import States, Table, redrawn
from ludoteca.server.store.models import Json
from ludoteca.server.table.step_events import Audience

DREAMS = 16
Choices = Sequence[tuple[int, Json]]


def lookalikes(table: Table, viewer: Audience) -> Iterator[Table]:
    """Other tables that the viewer cannot tell from this one; the same ones whenever it is asked."""
    truth = without_news(table.states.copy())
    for number in range(DREAMS):
        seed = hashlib.sha256(truth.tobytes() + number.to_bytes(4)).digest()
        states = redrawn(truth, NOBODY if viewer is None else viewer, seed)
        for name, *_ in chance.FIELDS:
            states[name] = truth[name]
        if without_news(states).tobytes() != truth.tobytes():
            yield Table(table.game, states)


def without_news(states: States) -> States:
    states["news_count"] = 0
    states["news"] = 0
    return states


def plainly_forced(table: Table, seat: int) -> bool:
    """Can everybody see that the seat has no choice?"""
    return all(len(dream.legal_ids(seat)) == 1 for dream in (table, *lookalikes(table, None)))


def shows_nothing(table: Table, choices: Choices, viewer: int) -> bool:
    """Do these actions tell the viewer nothing that it could not know beforehand?

    They do if, with what is hidden redrawn, another seat could have acted differently, or the viewer
    would see something else.
    """
    seen: list[Any] = []
    for dream in lookalikes(table, viewer):
        seen = seen or what_is_seen(copied(table), choices, viewer)
        if what_is_seen(dream, choices, viewer) != seen:
            return False
    return True


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
