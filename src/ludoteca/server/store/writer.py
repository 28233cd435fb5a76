"""The writer: one thread that commits the moves of many tables together.

A commit waits for the disk, whether it holds one move or fifty. So all that has gathered while the last
commit was under way goes into the next one, and each move is acknowledged when its commit has returned.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sql
import structlog
from sqlalchemy.exc import DBAPIError

from ludoteca.server.store.append import Append, append_all
from ludoteca.server.store.database import checkpoint, writing

log = structlog.get_logger()
Job = Callable[[sql.Connection], None]
MOST_TOGETHER = 500
CHECKPOINT_AFTER = 300  # jobs; SQLite's write-ahead log then has some 1,000 pages


@dataclass(frozen=True)
class WriteRequest:
    jobs: Sequence[Job]
    done: asyncio.Future[None]


class Writer:
    """Takes jobs from the event loop and carries them out on its own thread."""

    def __init__(self, engine: sql.Engine, note_commit: Callable[[int], None] = lambda jobs: None) -> None:
        self.engine = writing(engine)
        self.note_commit = note_commit
        self.requests: queue.SimpleQueue[WriteRequest | None] = queue.SimpleQueue()
        self.connection: sql.Connection | None = None
        self.since_checkpoint = CHECKPOINT_AFTER  # jobs; the last writer may have been killed
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def write(self, jobs: Sequence[Job]) -> None:
        """Return when all jobs are on disk; raise what went wrong if none is."""
        done = asyncio.get_running_loop().create_future()
        self.requests.put(WriteRequest(jobs, done))
        await asyncio.shield(done)

    def close(self) -> None:
        """Finish what was requested, then stop."""
        self.requests.put(None)
        self.thread.join()

    def _work(self) -> None:
        last = False
        while not last and (request := self.requests.get()) is not None:
            batch, last = self._gather(request)
            self._commit(batch)
            self._checkpoint(sum(len(request.jobs) for request in batch))
        self._disconnect()

    def _gather(self, first: WriteRequest) -> tuple[list[WriteRequest], bool]:
        """All requests that wait now; was the one to stop among them?"""
        batch = [first]
        while len(batch) < MOST_TOGETHER:
            try:
                request = self.requests.get_nowait()
            except queue.Empty:
                break
            if request is None:
                return batch, True
            batch.append(request)
        return batch, False

    def _commit(self, batch: Sequence[WriteRequest]) -> None:
        """Commit all together; if that fails, each request alone, so that only the wrong one fails."""
        jobs = [job for request in batch for job in request.jobs]
        wrong = self._try(jobs)
        if isinstance(wrong, DBAPIError) and wrong.connection_invalidated:
            wrong = self._try(jobs)  # the database was restarted; it refuses what it has already
        if wrong and len(batch) > 1:
            for request in batch:
                self._commit([request])
            return
        self.note_commit(len(batch))
        loop = batch[0].done.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve, batch, wrong)

    def _try(self, jobs: Sequence[Job]) -> Exception | None:
        try:
            with self._connected().begin():
                run_jobs(self._connected(), jobs)
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
            except Exception:
                log.exception("no checkpoint")  # the next time will do
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
