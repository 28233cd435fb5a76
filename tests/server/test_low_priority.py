"""Bots think, and heavy work is done, after everything that players wait for."""

import os
import sys
import threading

import pytest

from ludoteca.server.work.fair_threads import FairThreads
from ludoteca.server.work.low_priority import NICE

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(sys.platform != "linux", reason="a priority of Linux")]


def priority() -> tuple[int, int]:
    thread = threading.get_native_id()
    return os.sched_getscheduler(thread), os.getpriority(os.PRIO_PROCESS, thread)


async def test_bots_think_at_a_lower_priority_than_the_event_loop(anyio_backend):
    before = priority()
    threads = FairThreads(1, "bot")
    policy, nice = await threads.run(("somewhere",), lambda turn: priority())
    threads.close()
    assert policy == os.SCHED_BATCH
    assert nice == max(NICE, before[1])
    assert priority() == before
