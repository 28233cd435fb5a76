"""A proxy before PostgreSQL that can swallow everything, as a network does whose other end is gone."""

import contextlib
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sql


class BlackHole:
    """While `open` is not set, nothing passes and nobody is told."""

    def __init__(self, here: Path, there: Path) -> None:
        self.open = threading.Event()
        self.open.set()
        self.there = there
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(here))
        self.door.listen(50)
        self.lines: list[socket.socket] = []
        self.threads = [threading.Thread(target=self._welcome, daemon=True)]
        self.threads[0].start()

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.door.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self.there))
                self.lines += [near, far]
                for way in ((near, far), (far, near)):
                    self.threads.append(threading.Thread(target=self._carry, args=way, daemon=True))
                    self.threads[-1].start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                self.open.wait()
                target.sendall(piece)
        hang_up(source, target)

    def close(self) -> None:
        self.open.set()
        hang_up(self.door, *self.lines)
        for thread in self.threads:
            thread.join(5)
        for line in (self.door, *self.lines):
            line.close()


def hang_up(*lines: socket.socket) -> None:
    for line in lines:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def black_hole(database: str) -> Iterator[tuple[str, BlackHole]]:
    """The address of the same database through a black hole that is open at first."""
    url = sql.make_url(database)
    there = Path(str(url.query["host"])) / f".s.PGSQL.{url.port or 5432}"
    with tempfile.TemporaryDirectory(prefix="bh") as folder:
        hole = BlackHole(Path(folder) / ".s.PGSQL.5432", there)
        through = url.set(query={**url.query, "host": folder}, port=5432)
        try:
            yield through.render_as_string(hide_password=False), hole
        finally:
            hole.close()
