"""One line while the rules are compiled, which happens once on a machine."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.event import Event, Listener, install_listener

from ludoteca.core.words import Words


class FirstCompilation(Listener):  # type: ignore[misc]
    """Numba tells when it compiles; machine code that comes from the cache is no news."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.began: float | None = None

    def on_start(self, event: Event) -> None:
        if self.began is None:
            self.began = time.perf_counter()
            print(self.line, end="", file=sys.stderr, flush=True)

    def on_end(self, event: Event) -> None:
        pass


@contextmanager
def compiling(words: Words) -> Iterator[None]:
    """Say so, once and on stderr, if anything has to be compiled in here."""
    listener: Any = FirstCompilation(words.say("compiling"))
    try:
        with install_listener("numba:compile", listener):
            yield
    finally:
        if listener.began is not None:
            print(f" {time.perf_counter() - listener.began:.0f} s", file=sys.stderr)
