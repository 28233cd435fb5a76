"""A game room in a process of its own, with or without rate limits, for load and faults."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.client import Guest

SERVE = """
import dataclasses, json, sys
from ludoteca.server.run import run
from ludoteca.server.settings import Limits, Rate, Settings
any_number = Rate(1e9, 1e9)
rates = [field.name for field in dataclasses.fields(Limits) if isinstance(field.default, Rate)]
counts = ("sockets_per_address", "tables_a_day", "tables_a_day_of_address", "imports_a_day")
unlimited = Limits(**dict.fromkeys(rates, any_number), **dict.fromkeys(counts, 10**9))
settings = json.loads(sys.argv[1])
limits = unlimited if settings.pop("unlimited") else Limits()
run(Settings(**settings, limits=limits))
"""
TICKS = os.sysconf("SC_CLK_TCK")
AT_REST = 0.1  # seconds of processor time within a second


class Sample(NamedTuple):
    """What a process holds at a moment."""

    at: float  # seconds
    memory: int  # bytes
    threads: int
    files: int  # that are open, sockets included
    tables: int  # that are awake
    sockets: int


class RoomProcess:
    """A server on a database; it can be ended in any way and started again on the same port."""

    def __init__(
        self,
        database: str,
        environment: dict[str, str] | None = None,
        unlimited: bool = True,
        **settings: Any,
    ) -> None:
        self.environment = {"PYTHONFAULTHANDLER": "1", **(environment or {})}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        place = {"host": "127.0.0.1", "port": self.port, "database": database, "compile_all": False}
        place["unlimited"] = unlimited
        self.settings = place | settings

    async def start(self) -> None:
        """Return when it answers."""
        command = [sys.executable, "-c", SERVE, json.dumps(self.settings)]
        self.process = subprocess.Popen(command, env=os.environ | self.environment)
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended by itself: {self.process.returncode}")
            with contextlib.suppress(OSError):
                await Guest(self.url).get("/health")
                return
            await asyncio.sleep(0.02)

    async def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        await asyncio.to_thread(self.process.wait, 60)

    async def sample(self) -> Sample:
        figures = dict(
            line.split()
            for line in (await Guest(self.url).ask("GET", "/metrics")).decode().splitlines()
            if line.startswith(("ludoteca_tables ", "ludoteca_sockets "))
        )
        of_process = Path(f"/proc/{self.process.pid}")
        tables, sockets = (int(float(figures[f"ludoteca_{what}"])) for what in ("tables", "sockets"))
        threads, files = (len(list((of_process / what).iterdir())) for what in ("task", "fd"))
        return Sample(time.monotonic(), self.memory(), threads, files, tables, sockets)

    async def at_rest(self) -> None:
        """Return when it has hardly worked for a second: when it compiles no more."""
        busy = 0.0
        while self.busy() - busy > AT_REST:
            busy = self.busy()
            await asyncio.sleep(1)

    def memory(self) -> int:
        """Bytes of real memory now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def busy(self) -> float:
        """Seconds of processor time so far, all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
