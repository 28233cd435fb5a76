"""Heavy work is done after everything that players wait for."""

import os
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from ludoteca.server.work.fair_threads import FairThreads
from ludoteca.server.work.heavy_work import HeavyWork
from ludoteca.server.work.low_priority import NICE
from server import slow_jobs

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(sys.platform != "linux", reason="a priority of Linux")]


def priority() -> tuple[int, int]:
    thread = threading.get_native_id()
    return os.sched_getscheduler(thread), os.getpriority(os.PRIO_PROCESS, thread)


async def test_the_worker_has_a_lower_priority_than_the_room(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    work = HeavyWork()
    policy, nice = msgspec.json.decode(await work.result(("somewhere",), "priority", 10, slow_jobs.priority))
    await work.close()
    assert policy == os.SCHED_BATCH
    assert nice == max(NICE, priority()[1])


async def test_a_thread_that_may_hold_the_lock_of_the_interpreter_waits_for_nobody(
    anyio_backend: str,
) -> None:
    """Bots, hints and long logs: the event loop would wait with them."""
    threads = FairThreads(1, "bot")
    assert await threads.run(("somewhere",), lambda turn: priority()) == priority()
    threads.close()
