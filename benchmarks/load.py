"""How many players one server carries: `python benchmarks/load.py`.

The server is a process of its own on SQLite with synchronous=FULL; this process is everybody who plays. Moves
come at a fixed rate, whatever the server does, and each is timed from the moment it was due until its
acknowledgement, which the server sends only after the disk has the move.
"""

import argparse
import asyncio
import gc
import os
import random
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import uvloop
from msgspec import UNSET

from lean_socket import Heard, LeanSocket
from ludoteca.client import Guest
from room_process import RoomProcess

AT_ONCE = 24  # guests who come in at the same time
# Games that last longer than any measurement.
OPTIONS = {"pega-em-6": {"target": 9999}}


@dataclass
class Figures:
    """What was measured."""

    delays: list[float] = field(default_factory=list)
    late: int = 0  # moves that nobody could make when they were due
    refused: int = 0


class Player(LeanSocket):
    """Somebody with a seat, who acts when told to and may."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.guest = guest
        self.due: dict[str, float] = {}  # commands on their way
        self.seq = 0
        self.legal: list[msgspec.Raw] = []
        self.chosen = False
        self.listed = False  # among those who may act

    async def play(self, table: str, first: str, crowd: "Crowd") -> None:
        self.crowd, self.first = crowd, first
        seat = self.guest.connect(table)
        await self.connect(seat.address, seat.headers)
        try:
            await self.closed
        finally:
            self.transport.abort()

    def heard(self, message: Heard) -> None:
        if message.type in ("ack", "refused"):
            self._answered(message)
        elif message.type in ("view", "news"):
            self._look(message)

    def _answered(self, message: Heard) -> None:
        if message.id == "first":
            self.crowd.seated += 1
        elif message.id is not None:
            self.crowd.figures.delays.append(time.perf_counter() - self.due.pop(message.id))
            self.crowd.figures.refused += message.type == "refused"

    def _look(self, message: Heard) -> None:
        self.seq = message.seq or self.seq
        self.legal = self.legal if message.legal is UNSET else message.legal
        self.chosen = self.chosen if message.draft is UNSET else message.draft is not None
        if self.first:
            self.send({"type": self.first, "id": "first"})
            self.first = ""
        if not self.listed and self.may_act:
            self.listed = True
            self.crowd.may_act.append(self)

    @property
    def may_act(self) -> bool:
        return bool(self.legal) and not self.chosen and not self.due

    def act(self, due: float) -> None:
        command = f"{random.getrandbits(48):012x}"
        self.due[command] = due
        self.send({"type": "act", "id": command, "seq": self.seq, "action": random.choice(self.legal)})


class Crowd:
    """Everybody who plays."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tasks: list[asyncio.Task[None]] = []
        self.seated = 0
        self.may_act: list[Player] = []
        self.figures = Figures()

    async def come(self, tables: int, seats: int, game: str) -> None:
        """Let people come in until all games run."""
        door = asyncio.Semaphore(AT_ONCE)

        async def fill_table() -> None:
            async with door:
                await self._fill_table(seats, game)

        await asyncio.gather(*(fill_table() for _ in range(tables)))
        while self.seated < len(self.tasks):
            self._raise_what_failed()
            await asyncio.sleep(0.05)

    async def _fill_table(self, seats: int, game: str) -> None:
        await self._sit_down([Player(Guest(self.url)) for _ in range(seats)], seats, game)

    async def _sit_down(self, players: list[Player], seats: int, game: str) -> None:
        for player in players:
            await player.guest.name("Somebody")
        places = ["me"] + ["open"] * (seats - 1)
        wanted = {"game": game, "options": OPTIONS.get(game, {}), "seats": places, "start": "ready"}
        table = (await players[0].guest.post("/api/tables", wanted))["table"]
        for player in players:
            first = "ready" if player is players[0] else "sit"
            self.tasks.append(asyncio.create_task(player.play(table, first, self)))

    async def move(self, rate: float, seconds: float) -> None:
        """Moves at a fixed rate, each by somebody who may act."""
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            self._one_move(due)
        await asyncio.sleep(1)
        self._raise_what_failed()

    def _one_move(self, due: float) -> None:
        """Somebody acts, chosen at random among those who may."""
        while self.may_act:
            place = random.randrange(len(self.may_act))
            self.may_act[place], self.may_act[-1] = self.may_act[-1], self.may_act[place]
            player = self.may_act.pop()
            player.listed = False
            if player.may_act:
                player.act(due)
                return
        self.figures.late += 1

    def _raise_what_failed(self) -> None:
        for task in self.tasks:
            if task.done():
                task.result()

    async def go(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def measure(room: RoomProcess, crowd: Crowd, asked: argparse.Namespace) -> dict[str, str]:
    """Let the crowd in, let it play, and write down what was seen."""
    tables = asked.players // asked.seats
    await crowd.come(1, asked.seats, asked.game)  # so that the game's machine code is not counted,
    await room.at_rest()  # nor what bots and hints need of it
    empty = room.memory()
    await crowd.come(tables - 1, asked.seats, asked.game)
    full = room.memory()
    await crowd.move(asked.rate, asked.warm)
    crowd.figures = Figures()
    gc.collect()
    gc.disable()  # pauses of this process are not the server's
    print(f"{crowd.seated} players, server process {room.process.pid}", file=sys.stderr, flush=True)
    busy, own, began = room.busy(), time.process_time(), time.perf_counter()
    await crowd.move(asked.rate, asked.seconds)
    took = time.perf_counter() - began
    delays = sorted(delay * 1000 for delay in crowd.figures.delays)
    return {
        "players": str(tables * asked.seats),
        "moves/s": f"{len(delays) / asked.seconds:.0f}",
        "p50 ms": f"{delays[len(delays) // 2]:.1f}",
        "p99 ms": f"{delays[len(delays) * 99 // 100]:.1f}",
        "max ms": f"{delays[-1]:.1f}",
        "KiB a connection": f"{(full - empty) / tables / asked.seats / 1024:.0f}",
        "server's core": f"{(room.busy() - busy) / took:.0%}",
        "core ms a move": f"{(room.busy() - busy) * 1000 / len(delays):.2f}",
        "generator's core": f"{(time.process_time() - own) / took:.0%}",
        "refused": str(crowd.figures.refused),
        "not due": str(crowd.figures.late),
        "load average": f"{os.getloadavg()[0]:.1f}",
    }


async def run(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = RoomProcess(asked.database or str(Path(folder) / "room.db"))
        await room.start()
        crowd = Crowd(room.url)
        try:
            print_table(await measure(room, crowd, asked))
            await crowd.go()
        finally:
            await room.end()


def print_table(row: dict[str, str]) -> None:
    widths = [max(len(name), len(value)) for name, value in row.items()]
    for line in (row.keys(), ["-" * width for width in widths], row.values()):
        cells = " | ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))
        print("|", cells, "|", flush=True)


def asked_for() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=400, help="moves a second of all together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm", type=float, default=5, help="seconds of play before the measurement")
    parser.add_argument("--game", default="pega-em-6")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--database", help="a file or a URL; else a file that is removed in the end")
    return parser.parse_args()


if __name__ == "__main__":
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    uvloop.run(run(asked_for()))
