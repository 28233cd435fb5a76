"""Heavy work and bots take the processor after the event loop and the writer, where the system allows it."""

import contextlib
import os
import sys
import threading

NICE = 5


def take_little_time() -> None:
    """For this thread and what it starts. Linux has a priority for each thread; elsewhere nothing changes."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):  # a host may forbid it
            os.sched_setscheduler(thread, os.SCHED_BATCH, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
