"""The writer: one thread that commits the moves of many tables together.

A commit waits for the disk, whether it holds one move or fifty. So all that has gathered while the last
commit was under way goes into the next one, and each move is acknowledged when its commit has returned.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sql
import structlog

from ludoteca.server.errors import fault
from ludoteca.server.store.append import Append, append_all
from ludoteca.server.store.database import checkpoint, writing
from ludoteca.server.store.faults import is_gone, is_locked
from ludoteca.server.store.watchdog import Watchdog

log = structlog.get_logger()
Job = Callable[[sql.Connection], None]
MOST_TOGETHER = 500
COMMIT_WITHIN = 7.0  # seconds
LOOK_EVERY = 1.0  # seconds
LONGEST_WAIT = 15.0  # seconds for who wants something written
LOCKED_WITHIN = 4.0  # seconds during which a lease that somebody else locked is tried again
TRY_AGAIN = 0.02
LAST_WORDS = 3.0  # seconds to finish at the end
GATHERING = 0.004  # seconds for each that was handed over together with another,
LONGEST_GATHERING = 0.01  # and at most
CHECKPOINT_AFTER = 300  # jobs; SQLite's write-ahead log then has some 1,000 pages


@dataclass(frozen=True)
class WriteRequest:
    jobs: Sequence[Job]
    done: asyncio.Future[None]
    asked: float = field(default_factory=time.monotonic)

    @property
    def age(self) -> float:
        return time.monotonic() - self.asked


class Writer:
    """Takes jobs from the event loop and carries them out on its own thread."""

    def __init__(
        self,
        engine: sql.Engine,
        note_commit: Callable[[int], None] = lambda jobs: None,
        watchdog: Watchdog | None = None,
    ) -> None:
        self.engine = writing(engine)
        self.watchdog = watchdog or Watchdog()
        self.note_commit = note_commit
        self.requests: queue.SimpleQueue[list[WriteRequest] | None] = queue.SimpleQueue()
        self.gathered: list[WriteRequest] = []  # to be handed over together
        self.handed_over = 0  # so many the last time
        self.handed_over_at = 0.0
        self.pending: deque[WriteRequest] = deque()  # in the order in which they were asked for
        self.connection: sql.Connection | None = None
        self.since_checkpoint = CHECKPOINT_AFTER  # jobs; the last writer may have been killed
        self.loop: asyncio.AbstractEventLoop | None = None  # asked for once, which is not free
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def write(self, jobs: Sequence[Job]) -> None:
        """Return when all jobs are on disk; raise what went wrong if none is.

        TimeoutError if the database does not answer: nobody knows then whether it has them.
        """
        self.loop = self.loop or asyncio.get_running_loop()
        request = WriteRequest(jobs, self.loop.create_future())
        if not self.gathered:
            self._hand_over_soon(self.loop)
        if not self.pending:
            self.loop.call_later(LOOK_EVERY, self._give_up_the_oldest)
        self.gathered.append(request)
        self.pending.append(request)
        await request.done

    def _hand_over_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """The busier the room, the longer moves gather for one commit; who plays alone never waits."""
        gathering = min(LONGEST_GATHERING, GATHERING * (self.handed_over - 1))
        wait = self.handed_over_at + gathering - time.monotonic()
        if wait > 0:
            loop.call_later(wait, self._hand_over)
        else:
            loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """To the thread: all that has gathered, as waking it takes time."""
        gathered, self.gathered = self.gathered, []
        self.handed_over, self.handed_over_at = len(gathered), time.monotonic()
        self.requests.put(gathered)

    def _give_up_the_oldest(self) -> None:
        while self.pending and (self.pending[0].done.done() or self.pending[0].age > LONGEST_WAIT):
            request = self.pending.popleft()
            if not request.done.done():
                request.done.set_exception(TimeoutError())
        if self.pending:
            asyncio.get_running_loop().call_later(LOOK_EVERY, self._give_up_the_oldest)

    def close(self) -> None:
        """Finish what was requested, then stop; do not wait for a database that does not answer."""
        if self.gathered:
            self._hand_over()
        self.requests.put(None)
        self.thread.join(LAST_WORDS)

    def _work(self) -> None:
        last = False
        while not last and (requests := self.requests.get()) is not None:
            batch, last = self._gather(requests)
            self._commit(batch)
            self._checkpoint(sum(len(request.jobs) for request in batch))
        self._disconnect()

    def _gather(self, first: list[WriteRequest]) -> tuple[list[WriteRequest], bool]:
        """All requests that wait now; was the one to stop among them?"""
        batch = list(first)
        while len(batch) < MOST_TOGETHER:
            try:
                requests = self.requests.get_nowait()
            except queue.Empty:
                break
            if requests is None:
                return batch, True
            batch += requests
        return batch, False

    def _commit(self, batch: Sequence[WriteRequest]) -> None:
        """Commit all together; if that fails, each request alone, so that only the wrong one fails."""
        jobs = [job for request in batch for job in request.jobs]
        wrong = self._try(jobs)
        if is_gone(wrong):
            wrong = self._try(jobs)  # the database was restarted; it refuses what it has already
        if wrong and len(batch) > 1 and not is_gone(wrong):
            for request in batch:
                self._commit([request])
            return
        if is_locked(wrong) and batch[0].age < LOCKED_WITHIN:
            time.sleep(TRY_AGAIN)
            self.requests.put([batch[0]])
            return
        self.note_commit(len(batch))
        loop = batch[0].done.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve, batch, wrong)

    def _try(self, jobs: Sequence[Job]) -> Exception | None:
        try:
            connection = self._connected()
            with self.watchdog.within(COMMIT_WITHIN, connection), connection.begin():
                run_jobs(connection, jobs)
        except Exception as wrong:
            self._disconnect()  # it may be broken
            return wrong
        return None

    def _checkpoint(self, jobs: int) -> None:
        self.since_checkpoint += jobs
        if self.engine.name == "sqlite" and self.since_checkpoint >= CHECKPOINT_AFTER:
            self.since_checkpoint = 0
            try:
                checkpoint(self._connected())
            except Exception as wrong:
                log.error("no checkpoint", why=fault(wrong))  # the next time will do
                self._disconnect()

    def _connected(self) -> sql.Connection:
        """One connection for all: getting one from the pool takes longer than writing a move."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def _disconnect(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(Exception):
                self.connection.close()
            self.connection = None


def run_jobs(connection: sql.Connection, jobs: Sequence[Job]) -> None:
    """Run each job, and append the entries of all logs with one statement."""
    for job in jobs:
        if not isinstance(job, Append):
            job(connection)
    if entries := [job for job in jobs if isinstance(job, Append)]:
        append_all(connection, entries)


def resolve(batch: Sequence[WriteRequest], wrong: Exception | None) -> None:
    for request in batch:
        if request.done.done():
            continue
        if wrong:
            request.done.set_exception(wrong)
        else:
            request.done.set_result(None)
