"""Threads for bots, hints and long logs: whoever has been given the least time comes next.

They have the priority of the event loop: one that waited for the processor and had the interpreter's lock
would keep everybody waiting.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from ludoteca.server.errors import Refused
from ludoteca.server.work.fair_queue import Asker, FairQueue

Result = TypeVar("Result")
MOST_OF_ADDRESS = 400  # that wait
TRY_AGAIN = 5  # seconds


@dataclass
class Turn:
    """When somebody asked, and how many other addresses waited when the turn came."""

    asked: float = field(default_factory=time.monotonic)
    others: int = 0


@dataclass
class Waiting:
    work: Callable[[Turn], Any]
    turn: Turn
    done: asyncio.Future[Any]


class FairThreads:
    """Each thread does one piece of work at a time; what waits is in a fair queue."""

    def __init__(self, threads: int, name: str) -> None:
        self.pool = ThreadPoolExecutor(threads, name)
        self.free = threads
        self.queue: FairQueue[Waiting] = FairQueue()

    async def run(self, asker: Asker, work: Callable[[Turn], Result]) -> Result:
        """What some work returns when its turn comes; `busy` if its address lets too much wait."""
        if self.queue.count(asker[:1]) >= MOST_OF_ADDRESS:
            raise Refused("busy", seconds=TRY_AGAIN)
        waiting = Waiting(work, Turn(), asyncio.get_running_loop().create_future())
        self.queue.put(asker, waiting)
        self._next()
        result: Result = await waiting.done
        return result

    def close(self) -> None:
        """Begin nothing more."""
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        while self.free and len(self.queue):
            asker, waiting = self.queue.take()
            if not waiting.done.cancelled():
                self._begin(asker, waiting)

    def _begin(self, asker: Asker, waiting: Waiting) -> None:
        self.free -= 1
        waiting.turn.others = self.queue.askers(but=asker)
        running = waiting.done.get_loop().run_in_executor(self.pool, timed, waiting)
        running.add_done_callback(partial(self._finished, asker, waiting.done))

    def _finished(
        self, asker: Asker, done: "asyncio.Future[Any]", ran: "asyncio.Future[tuple[Any, float]]"
    ) -> None:
        self.free += 1
        if ran.cancelled():
            done.cancel()
            return
        wrong = ran.exception()
        if not done.done():
            done.set_exception(wrong) if wrong else done.set_result(ran.result()[0])
        self.queue.charge(asker, 0 if wrong else ran.result()[1])
        self._next()


def timed(waiting: Waiting) -> tuple[Any, float]:
    """The result, and the processor time it took."""
    began = time.thread_time()
    result = waiting.work(waiting.turn)
    return result, time.thread_time() - began
