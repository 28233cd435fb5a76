"""What somebody cannot know, found out by redrawing it: many tables that look the same to one viewer."""

import hashlib
from collections.abc import Iterator
from typing import Any

from ludoteca.archive.recorded_steps import PlayedStep, carried_out
from ludoteca.core import chance
from ludoteca.core.errors import IllegalAction
from ludoteca.core.record import NOBODY
from ludoteca.core.table import States, Table, redrawn
from ludoteca.server.table.step_events import Audience

REDRAWS = 16


def redrawn_tables(table: Table, viewer: Audience) -> Iterator[Table]:
    """Other tables that the viewer cannot tell from this one; the same ones whenever it is asked."""
    truth = without_news(table.states.copy())
    for number in range(REDRAWS):
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


def visibly_forced(table: Table, seat: int) -> bool:
    """Can everybody see that the seat has no choice?"""
    return all(len(other.legal_ids(seat)) == 1 for other in (table, *redrawn_tables(table, None)))


def shows_nothing(step: PlayedStep, viewer: int) -> bool:
    """Do these actions tell the viewer nothing that it could not know beforehand?

    They do if, with what is hidden redrawn, another seat could have acted differently, or the viewer
    would see something else.
    """
    seen: list[Any] = []
    for other in redrawn_tables(step.before, viewer):
        seen = seen or seen_by(viewer, step)
        try:
            instead = carried_out(other, step.taken)
        except IllegalAction:
            return False
        if seen_by(viewer, instead) != seen:
            return False
    return True


def seen_by(viewer: int, step: PlayedStep) -> list[Any]:
    """What each acting seat could do, and what the viewer saw of each action."""
    moments = zip(step.taken, step.tables, step.tables[1:])
    return [
        (before.legal_ids(seat), after.events(viewer), after.view(viewer))
        for (seat, _), before, after in moments
    ]
