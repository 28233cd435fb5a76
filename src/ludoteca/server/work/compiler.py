"""The process that compiles games for a room, one step at a time, as the room asks for them.

It is a process of its own because the compiler never gives its memory back: some 0.7 GB for all games. The
room then finds the machine code on disk. It has the room's priority, as people wait for it.
"""

import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator

from ludoteca.bots.warmup import PARTS
from ludoteca.core.game import game
from ludoteca.server.table.compile_queue import steps_of
from ludoteca.server.work.compiler_process import DONE, GOING

PART_NAMED = {part.__name__: part for part in PARTS}


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the room is told, and ends us
    orders: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(orders,), daemon=True).start()
    begun: dict[str, Iterator[None]] = {}
    while True:
        print(step(begun, orders.get()), flush=True)


def listen(orders: "queue.SimpleQueue[str]") -> None:
    """Orders as they come. When the room has ended, so does this, whatever it is at."""
    for line in sys.stdin:
        orders.put(line.strip())
    os._exit(0)


def step(begun: dict[str, Iterator[None]], order: str) -> str:
    """Compile a little more of `GAME PART`. If that goes wrong, the room meets it again and tells of it."""
    if order not in begun:
        id, part = order.split()
        begun[order] = steps_of(game(id), PART_NAMED[part])
    return next((GOING for _ in begun[order]), DONE)


if __name__ == "__main__":
    main()
