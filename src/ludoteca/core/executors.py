"""Work in chunks on any `concurrent.futures.Executor`: results in order; a lost worker costs its chunk."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from threading import Thread
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 1024  # chunks handed over before the first is back: enough for a large cluster, little in memory
TRIES = 4  # of a chunk; one that kills its worker every time is at fault itself


def in_order(
    executor: Executor | None, task: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[Result]:
    """What `task` makes of every item, in their order; without an executor, here and one after the other.

    A process or cluster gets `task` and items pickled. When a worker is lost, its item is handed over again.
    """
    if executor is None:
        yield from map(task, items)
        return
    left, waiting = iter(items), deque[Handed[Item, Result]]()
    try:
        while True:
            waiting.extend(Handed(executor, task, item) for item in islice(left, AHEAD - len(waiting)))
            if not waiting:
                return
            try:
                result = waiting[0].future.result()
            except BrokenExecutor:
                for one in waiting:
                    one.again_if_lost()
            else:
                waiting.popleft()
                yield result
    finally:
        for one in waiting:
            one.future.cancel()


class Handed(Generic[Item, Result]):
    """An item that an executor is at work on."""

    def __init__(self, executor: Executor, task: Callable[[Item], Result], item: Item) -> None:
        self.executor, self.task, self.item = executor, task, item
        self.future: Future[Result] = executor.submit(task, item)
        self.tries = 1

    def again_if_lost(self) -> None:
        lost = self.future.exception() if self.future.done() else None
        if not isinstance(lost, BrokenExecutor):
            return
        if self.tries == TRIES:
            raise lost
        self.tries += 1
        self.future = self.executor.submit(self.task, self.item)


class ProcessPool(Executor):
    """Processes of this machine. If one of them dies, all start anew, where a pool of Python's gives up.

    Who leaves it with an error, or by Ctrl-C, waits for no chunk: the processes end where they are, as they
    do if this process is killed.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.how = get_context("spawn")
        self.leash, self.hand = self.how.Pipe(duplex=False)  # nothing is sent; it ends when the hand lets go
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, self.how, prepare_worker, (self.leash,))

    def submit(self, task: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:
        with without_ctrl_c():
            try:
                return self.pool.submit(task, *arguments, **named)
            except BrokenExecutor:
                self.pool.shutdown(wait=False)
                self.pool = self._start()
                return self.pool.submit(task, *arguments, **named)

    def __exit__(self, kind: Any, wrong: Any, trace: Any) -> None:
        if kind:
            self.hand.close()
        self.shutdown(cancel_futures=bool(kind))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.pool.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Ctrl-C waits, also in a process that starts here, until `prepare_worker`: or it would print where
    Python's start was interrupted."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_worker(leash: Any) -> None:
    """A process ends at Ctrl-C and when its pool lets go, or it would finish all its chunks first."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=end_with, args=(leash,), daemon=True).start()


def end_with(leash: Any) -> None:
    with suppress(EOFError, OSError):
        leash.recv()
    os._exit(1)


@contextmanager
def local_processes(workers: int) -> Iterator[Executor | None]:
    """So many processes; a single one is this process itself."""
    if workers == 1:
        yield None
        return
    with ProcessPool(workers) as pool:
        yield pool
