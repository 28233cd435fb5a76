"""What the worker process does with finished games. Each function is one job of `work/heavy_work.py`."""

from collections.abc import Generator, Iterator
from itertools import islice

from msgspec.json import encode

from ludoteca.archive.recorded_steps import steps_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from ludoteca.lab import review
from ludoteca.lab.review import Reviewer, written
from ludoteca.server.errors import Refused
from ludoteca.server.finished.continue_game import Beginning, Continue, where_to_begin
from ludoteca.server.finished.export import export, fairness_of, outcome_shown, result
from ludoteca.server.finished.replay import Frame, deal_frame, finished, write_frames
from ludoteca.server.finished.stored_games import AT_ONCE, GameSource, StoredGame, stored_game, with_marks
from ludoteca.server.schemas import Replay, ReviewProgress
from ludoteca.server.table.compile_queue import smallest_table
from ludoteca.server.table.step_events import Audience, events_of
from ludoteca.server.work.worker import Job

FULL_REVIEW = 300  # steps up to which every step gets all playouts; in longer games each gets fewer
FEWEST_PLAYOUTS = 10
COMPILED: set[str] = set()


def export_game(source: GameSource, table: str) -> Job:
    """A finished game as a file."""
    found = yield from stored_game(source, table)
    return encode(export(found.state))


def check_fairness(source: GameSource, table: str) -> Job:
    """What is needed to check a deal, with the checks made here."""
    found = yield from stored_game(source, table)
    told = fairness_of(found.state)
    return encode(told) if told.seed else told  # bytes are kept, and a day's seed will be told later


def replay(source: GameSource, table: str, seat: Audience, first: int, most: int) -> Job:
    """A part of a replay."""
    state = (yield from stored_game(source, table)).state
    if seat is not None and seat >= len(state.places):
        raise Refused("malformed", where="seat")
    ended = outcome_shown(state.game, result(state))
    if state.unplayable:
        return encode(Replay(table=table, last=-1, frames=[], **ended | {"kept": state.unplayable.why}))
    found = yield from with_marks(source, table)
    frames = write_frames(islice(frames_from(found, first), most), seat, first)
    return encode(Replay(table=table, last=found.last, frames=frames, **ended | {"kept": None}))


def begin_from(source: GameSource, table: str, wanted: Continue) -> Generator[float, None, Beginning]:
    """Where a game begins that goes on from a step."""
    found = yield from with_marks(source, table)
    if not 0 <= wanted.step <= found.last:
        raise Refused("no_such_step", last=found.last)
    if wanted.seat >= len(found.state.places):
        raise Refused("no_such_seat")
    frame = next(frames_from(found, wanted.step))
    if frame.table.over:
        raise Refused("already_over")
    meta = found.state.meta
    return Beginning(
        meta.game, meta.options, len(found.state.places), meta.forced, where_to_begin(frame, wanted)
    )


def frames_from(found: StoredGame, first: int) -> Iterator[Frame]:
    """The frames from this one on; the one before the first step is the deal."""
    if first > found.last:
        return
    if first == 0:
        yield deal_frame(found.marks[0].table)
    near = max(0, first - 1) // AT_ONCE
    mark, actions = found.marks[near], finished(found.state).actions
    steps = steps_of(mark.table, actions[mark.actions :])
    for step in islice(steps, max(0, first - 1) - near * AT_ONCE, None):
        yield Frame(step.taken, events_of(step), step.after)


# Reviews


def review_game(source: GameSource, table: str, playouts: int) -> Job:
    """The review of a game."""
    state = (yield from stored_game(source, table)).state
    if state.unplayable:
        return encode(ReviewProgress(table, 1.0, None, state.unplayable.why))
    yield from compiled(state.game)
    actions = finished(state).actions
    each = playouts_for(playouts, len(actions))
    reviewer = Reviewer(state.first_table(), actions, each, state.meta.commitment, state.meta.begin is None)
    reviewed = []
    for step in reviewer.steps():
        reviewed.append(step)
        yield len(reviewed) / (reviewer.moments + 1)
    return encode(ReviewProgress(table, 1.0, written(reviewer.review(reviewed), state.game.notation)))


def playouts_for(playouts: int, steps: int) -> int:
    """For each step, so that no review takes more than so much longer than another."""
    return min(playouts, max(FEWEST_PLAYOUTS, playouts * FULL_REVIEW // max(1, steps)))


def compiled(game: Game) -> Iterator[float]:
    """Compile what a review needs, once, a step at a time."""
    if not PLAIN and game.id not in COMPILED:
        for _ in review.warm_up(smallest_table(game)):
            yield 0.0
        COMPILED.add(game.id)
