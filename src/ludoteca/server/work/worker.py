"""The process that does a room's heavy work, one step of one job at a time, as the room asks for them.

It is a process of its own so that no work of a visitor takes time from the event loop or from the bots, is
bounded in memory, and can be ended at any moment. Jobs are generators: what they yield is how far they are.
"""

import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import Any, BinaryIO, Literal, NamedTuple

from ludoteca.server.errors import Refused, fault
from ludoteca.server.logs import set_up_logs
from ludoteca.server.work.low_priority import take_little_time

Job = Generator[float, None, Any]
LENGTH = struct.Struct("!Q")
MEMORY = 1 << 30  # bytes beyond which it is refused more
AT_ONCE = 0.05  # seconds: a job of many short steps would wait for its turn again and again


class Order(NamedTuple):
    """Do the next step of a job; begin it if `work` is given, drop it if nothing more is wanted."""

    job: int
    work: Callable[..., Job] | None = None
    arguments: tuple[Any, ...] = ()
    drop: bool = False


class Reply(NamedTuple):
    """What a step came to, and the processor time it took."""

    kind: Literal["going", "done", "refused", "failed"]
    value: Any
    seconds: float


def nothing() -> Job:
    """A job that is done at once."""
    yield 1.0


def main() -> None:
    incoming, outgoing = take_over_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the room is told, and ends us
    import ludoteca.server.finished.jobs  # noqa: F401  what it will be asked for

    set_up_logs()
    take_little()
    orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(incoming, orders), daemon=True).start()
    jobs: dict[int, Job] = {}
    while True:
        order = orders.get()
        if order.drop:
            jobs.pop(order.job, None)
        else:
            send(outgoing, step(jobs, order))


def take_little() -> None:
    """Of the processor mostly what others leave, and a bounded part of the memory."""
    if sys.platform != "win32":
        import resource

        take_little_time()
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output; whatever prints goes to the log instead."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return incoming, outgoing


def listen(incoming: BinaryIO, orders: "queue.SimpleQueue[Order]") -> None:
    """Orders as they come. When the room has ended, so does this, whatever it is at."""
    while header := incoming.read(LENGTH.size):
        orders.put(pickle.loads(incoming.read(*LENGTH.unpack(header))))
    os._exit(0)


def step(jobs: dict[int, Job], order: Order) -> Reply:
    """One step of a job, or several short ones."""
    began = time.thread_time()
    if order.work:
        jobs[order.job] = order.work(*order.arguments)
    kind, value = next_of(jobs[order.job])
    while kind == "going" and time.thread_time() - began < AT_ONCE:
        kind, value = next_of(jobs[order.job])
    if kind != "going":
        del jobs[order.job]
    return Reply(kind, value, time.thread_time() - began)


def next_of(job: Job) -> tuple[Literal["going", "done", "refused", "failed"], Any]:
    try:
        return "going", next(job)
    except StopIteration as end:
        return "done", end.value
    except Refused as why:
        return "refused", (why.code, why.rule, why.arguments)
    except Exception as wrong:
        return "failed", fault(wrong)


def send(outgoing: BinaryIO, reply: Reply) -> None:
    """To the room; if that has ended, so does this, without a word."""
    content = pickle.dumps(reply)
    try:
        outgoing.write(LENGTH.pack(len(content)) + content)
        outgoing.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    from ludoteca.server.work import worker  # under its own name: what is pickled here is known there

    worker.main()
