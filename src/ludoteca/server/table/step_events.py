"""The events of a step, kept as the numbers that the rules noted and written for each audience on demand."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.core.events import Event, one_event
from ludoteca.core.game import Game

Audience = int | None  # a seat, or None: a spectator
Lines = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class StepEvents:
    """The events of a step. Some 60 bytes a step instead of the sentences of every seat."""

    game: Game
    lines: Lines

    def told(self, audience: Audience) -> list[Event]:
        """The events in order, as this audience may know them."""
        return EventWriter(self).told(audience)


class EventWriter:
    """Writes the events of a step for several audiences; what holds no secret is written once."""

    def __init__(self, events: StepEvents) -> None:
        notation = events.game.notation
        self.kinds, self.value = notation.EVENTS, notation.event_value
        self.lines: list[list[int]] = events.lines.tolist()
        self.open = [None if self.kinds[line[0]].secret else self._one(line, None) for line in self.lines]

    def told(self, audience: Audience) -> list[Event]:
        known = zip(self.open, self.lines, strict=True)
        return [self._one(line, audience) if event is None else event for event, line in known]

    def _one(self, line: list[int], audience: Audience) -> Event:
        return one_event(line, audience, self.kinds, self.value)


def no_events(game: Game) -> StepEvents:
    return StepEvents(game, np.zeros((0, 4), dtype=np.int16))


def events_of(played: PlayedStep) -> StepEvents:
    """What the actions of a step brought about, one after the other."""
    return StepEvents(played.after.game, np.concatenate([table.news() for table in played.tables[1:]]))
