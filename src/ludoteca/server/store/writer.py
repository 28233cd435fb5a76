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
from ludoteca.server.store.database import copy_back, writing

log = structlog.get_logger()
Job = Callable[[sql.Connection], None]
MOST_TOGETHER = 500
COPIED_BACK = 300  # jobs after which SQLite's write-ahead log is, at some 1,000 pages


@dataclass(frozen=True)
class Order:
    jobs: Sequence[Job]
    done: asyncio.Future[None]


class Writer:
    """Takes jobs from the event loop and carries them out on its own thread."""

    def __init__(self, engine: sql.Engine, note_commit: Callable[[int], None] = lambda jobs: None) -> None:
        self.engine = writing(engine)
        self.note_commit = note_commit
        self.orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self.connection: sql.Connection | None = None
        self.behind = COPIED_BACK  # jobs since then; who wrote before may have been killed
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def write(self, jobs: Sequence[Job]) -> None:
        """Return when all jobs are on disk; raise what went wrong if none is."""
        done = asyncio.get_running_loop().create_future()
        self.orders.put(Order(jobs, done))
        await asyncio.shield(done)

    def close(self) -> None:
        """Finish what was ordered, then stop."""
        self.orders.put(None)
        self.thread.join()

    def _work(self) -> None:
        last = False
        while not last and (order := self.orders.get()) is not None:
            batch, last = self._gather(order)
            self._commit(batch)
            self._copy_back(sum(len(order.jobs) for order in batch))
        self._hang_up()

    def _gather(self, first: Order) -> tuple[list[Order], bool]:
        """All orders that wait now; was the one to stop among them?"""
        batch = [first]
        while len(batch) < MOST_TOGETHER:
            try:
                order = self.orders.get_nowait()
            except queue.Empty:
                break
            if order is None:
                return batch, True
            batch.append(order)
        return batch, False

    def _commit(self, batch: Sequence[Order]) -> None:
        """All together; if one of them fails, each for itself, so that only that one fails."""
        jobs = [job for order in batch for job in order.jobs]
        wrong = self._try(jobs)
        if isinstance(wrong, DBAPIError) and wrong.connection_invalidated:
            wrong = self._try(jobs)  # the database was restarted; what it has already, it refuses
        if wrong and len(batch) > 1:
            for order in batch:
                self._commit([order])
            return
        self.note_commit(len(batch))
        loop = batch[0].done.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, batch, wrong)

    def _try(self, jobs: Sequence[Job]) -> Exception | None:
        try:
            with self._connected().begin():
                carry_out(self._connected(), jobs)
        except Exception as wrong:
            self._hang_up()  # who knows what is left of it
            return wrong
        return None

    def _copy_back(self, jobs: int) -> None:
        self.behind += jobs
        if self.engine.name == "sqlite" and self.behind >= COPIED_BACK:
            self.behind = 0
            try:
                copy_back(self._connected())
            except Exception:
                log.exception("not copied back")  # the next time will do
                self._hang_up()

    def _connected(self) -> sql.Connection:
        """One connection for all: to get one from the pool takes longer than to write a move."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def _hang_up(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(Exception):
                self.connection.close()
            self.connection = None


def carry_out(connection: sql.Connection, jobs: Sequence[Job]) -> None:
    """Every job for itself, but all entries of logs together."""
    for job in jobs:
        if not isinstance(job, Append):
            job(connection)
    if entries := [job for job in jobs if isinstance(job, Append)]:
        append_all(connection, entries)


def tell(batch: Sequence[Order], wrong: Exception | None) -> None:
    for order in batch:
        if order.done.done():
            continue
        if wrong:
            order.done.set_exception(wrong)
        else:
            order.done.set_result(None)
