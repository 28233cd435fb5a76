"""Games are compiled on one thread, a step at a time: first what somebody waits for.

What was never compiled before is compiled by a process of its own, and then read from disk.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain

from ludoteca.bots.warmup import PARTS, Part, is_on_disk, note_on_disk
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.work.compiler_process import CompilerProcess

Key = tuple[str, Part]


def smallest_table(game: Game) -> Table:
    """The fewest seats with the first options: enough to compile on."""
    options = game.notation.OPTIONS[0]
    return game.start(game.notation.seat_range(options)[0], options, seed=0)


def steps_of(game: Game, part: Part) -> Iterator[None]:
    if not PLAIN:
        table = smallest_table(game)
        yield
        yield from part(table)
        note_on_disk(game, part)


@dataclass
class Job:
    """One part of one game."""

    part: Part
    steps: Iterator[None]
    asked: bool  # does somebody wait for it?
    done: Future[None] = field(default_factory=Future)

    @property
    def urgency(self) -> tuple[bool, int]:
        return not self.asked, PARTS.index(self.part) if self.part in PARTS else len(PARTS)

    def step(self) -> bool:
        """Compile a little more; was that all?"""
        try:
            next(self.steps)
        except StopIteration:
            self.done.set_result(None)
        except Exception as wrong:
            self.done.set_exception(wrong)
        return self.done.done()  # also if it was closed meanwhile


class CompileQueue:
    """What is to be compiled, and what has been."""

    def __init__(self) -> None:
        self.jobs: dict[Key, Job] = {}
        self.compiling = False  # at this moment
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="compiler")
        self.process = CompilerProcess()

    def add(self, game: Game, part: Part, asked: bool = True) -> "Future[None]":
        """Compile a part of a game, once; again if that failed."""
        key = game.id, part
        if key not in self.jobs or failed(self.jobs[key].done):
            self.jobs[key] = Job(part, chain(self._steps_elsewhere(game, part), steps_of(game, part)), asked)
            self.thread.submit(self._step)
        self.jobs[key].asked |= asked
        return self.jobs[key].done

    def _steps_elsewhere(self, game: Game, part: Part) -> Iterator[None]:
        """In the other process, so that this one need not keep the compiler's memory."""
        if part in PARTS and not is_on_disk(game, part):
            yield from self.process.steps(game.id, part.__name__)
            yield

    def _step(self) -> None:
        """Every job that is not done has one turn in the thread's queue, and lends it to the most urgent."""
        left = [job for job in list(self.jobs.values()) if not job.done.done()]
        self.compiling = True
        try:
            done = min(left, key=lambda job: job.urgency).step()
        finally:
            self.compiling = False
        if not done:
            self.thread.submit(self._step)
        elif len(left) == 1:
            self.process.end()

    @property
    def busy(self) -> bool:
        return self.compiling or not all(job.done.done() for job in list(self.jobs.values()))

    def close(self) -> None:
        """Begin nothing more, and do not wait for the step that is being compiled."""
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.process.close()
        for job in self.jobs.values():
            job.done.cancel()


def failed(work: "Future[None]") -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)
