"""A finished game step by step. It is over, so nothing about it is secret any more."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludoteca.archive import recorded_steps
from ludoteca.archive.game_file import Taken
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused
from ludoteca.server.schemas import ReplayFrame
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.state import OVER, TableState
from ludoteca.server.table.step_events import Audience, StepEvents, events_of, no_events

MOST_FRAMES = 500  # in one answer


@dataclass(frozen=True)
class Frame:
    """The table after a step, and what the step was: nothing before the first."""

    actions: Sequence[recorded_steps.Taken]
    events: StepEvents
    table: Table


def finished(state: TableState) -> LiveGame:
    """The game of a table that is over."""
    if state.unplayable:
        raise Refused(state.unplayable.why)
    if state.live_game is None:
        raise Refused("never_started")
    if state.stage != OVER:
        raise Refused("not_over")
    return state.live_game


def frames_of(table: Table, actions: Sequence[recorded_steps.Taken]) -> list[Frame]:
    """One frame for the deal and one for each step; what all chose in secret is one step."""
    steps = recorded_steps.steps_of(table, actions)
    return [deal_frame(table), *(Frame(step.taken, events_of(step), step.after) for step in steps)]


def deal_frame(table: Table) -> Frame:
    """The deal: nobody has done anything."""
    return Frame([], no_events(table.game), table)


def write_frames(frames: Iterable[Frame], audience: Audience, first: int) -> list[ReplayFrame]:
    return [write_frame(number, frame, audience) for number, frame in enumerate(frames, first)]


def write_frame(number: int, frame: Frame, audience: Audience) -> ReplayFrame:
    actions = [Taken(*taken) for taken in frame.actions]
    events, view = frame.events.told(audience), frame.table.view(audience)
    return ReplayFrame(number, actions, events, view, frame.table.position())
