"""Cuts off a connection that does not answer in time.

A server that was stopped, or a network that swallows everything, sends no error; libpq would wait for ever.
"""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sql

LOOK_EVERY = 0.5  # seconds


class Watchdog:
    """Watches what all threads ask of the database."""

    def __init__(self) -> None:
        self.watched: dict[int, tuple[float, sql.Connection]] = {}
        self.closed = threading.Event()
        threading.Thread(target=self._watch, name="database watchdog", daemon=True).start()

    @contextmanager
    def within(self, seconds: float, connection: sql.Connection) -> Iterator[None]:
        """What is asked of a connection here has to be done in so many seconds."""
        number = threading.get_ident()
        self.watched[number] = time.monotonic() + seconds, connection
        try:
            yield
        finally:
            del self.watched[number]

    def close(self) -> None:
        self.closed.set()

    def _watch(self) -> None:
        while not self.closed.wait(LOOK_EVERY):
            for deadline, connection in list(self.watched.values()):
                if time.monotonic() > deadline:
                    with contextlib.suppress(Exception):  # it may have been done at this moment
                        cut_off(connection.connection.driver_connection)


def cut_off(driver: Any) -> None:
    """Whoever waits for this connection gets an error now."""
    if hasattr(driver, "interrupt"):
        driver.interrupt()
        return
    with socket.socket(fileno=os.dup(driver.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)
