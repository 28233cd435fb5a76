"""The room's side of the process that compiles: started with the first order, ended when all is compiled."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

from ludoteca.core import compiled

GOING, DONE = "going", "done"


class CompilerProcess:
    """Asked on one thread, and ended from any."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.closed = False
        self.lock = threading.Lock()  # while it is started or ended

    def steps(self, game: str, part: str) -> Iterator[None]:
        """Let it compile a part of a game; this ends early if it cannot."""
        while self._answer(f"{game} {part}\n") == GOING:
            yield

    def end(self) -> None:
        """Give its memory back, whatever it is at."""
        with self.lock:
            process, self.process = self.process, None
        if process is not None:
            process.kill()
            with process:  # waits, and closes its pipes
                pass

    def close(self) -> None:
        """Never again."""
        self.closed = True
        self.end()

    def _answer(self, order: str) -> str:
        """Nothing, if it is ended meanwhile or cannot be started."""
        with contextlib.suppress(OSError, ValueError):
            if process := self._started():
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(order)
                process.stdin.flush()
                return process.stdout.readline().strip()
        return ""

    def _started(self) -> subprocess.Popen[str] | None:
        with self.lock:
            if self.process is None and not self.closed:
                command = (sys.executable, "-m", "ludoteca.server.work.compiler")
                pipe = subprocess.PIPE
                self.process = subprocess.Popen(
                    command, stdin=pipe, stdout=pipe, text=True, env=environment()
                )
            return self.process


def environment() -> dict[str, str]:
    """Ours, and the same folder for machine code, even where it is a passing one."""
    return os.environ | {"LUDOTECA_CACHE": str(compiled.CACHE.parent)}
