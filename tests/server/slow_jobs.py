"""Jobs for a worker process in tests."""

import os
import time
from pathlib import Path

import msgspec

from ludoteca.server.errors import Refused
from ludoteca.server.work.worker import Job


def spin(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def count(steps: int, each: float, noted: str) -> Job:
    """So many steps that take so long; each run is noted in a file."""
    with Path(noted).open("a") as file:
        file.write("begun\n")
    for step in range(steps):
        spin(each)
        yield step / steps
    return b"done"


def refuse() -> Job:
    yield 0.0
    raise Refused("no_such_step", last=7)


def fail() -> Job:
    yield 0.0
    raise ValueError("a secret")


def die() -> Job:
    yield 0.0
    os._exit(3)


def priority() -> Job:
    """The policy and the priority of the worker."""
    yield 0.0
    return msgspec.json.encode((os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)))


def swallow() -> Job:
    """Ask for more memory than there is for visitors."""
    yield 0.0
    return len(bytearray(2 << 30))
