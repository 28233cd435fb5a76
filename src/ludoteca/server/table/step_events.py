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
        notation = self.game.notation
        lines = self.lines.tolist()
        return [one_event(line, audience, notation.EVENTS, notation.event_value) for line in lines]


def no_events(game: Game) -> StepEvents:
    return StepEvents(game, np.zeros((0, 4), dtype=np.int16))


def events_of(played: PlayedStep) -> StepEvents:
    """What the actions of a step brought about, one after the other."""
    return StepEvents(played.after.game, np.concatenate([table.news() for table in played.tables[1:]]))
