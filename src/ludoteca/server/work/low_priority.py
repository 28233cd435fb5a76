"""Heavy work takes the processor after all that players wait for, where the system allows that."""

import contextlib
import os
import sys
import threading

NICE = 10


def take_little_time() -> None:
    """For this thread and what it starts. Linux has a priority for each thread; elsewhere nothing changes."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):  # a host may forbid it
            os.sched_setscheduler(thread, os.SCHED_BATCH, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
