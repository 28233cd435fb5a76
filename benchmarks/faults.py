"""Processes stopped, locks held, a database swallowed: `python benchmarks/faults.py`.

Two processes share a PostgreSQL; people play at both. Each case harms something for a while and tells the
longest time in which a table of either process stood still, and whether all that was acknowledged is in the
log, once.
"""

import argparse
import asyncio
import contextlib
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql

from black_hole import BlackHole, black_hole
from kills import Killing, PlayedTable
from load import print_table
from ludoteca.client import Guest, Refusal
from postgres import new_database, postgres_server
from room_process import RoomProcess


class Watched(Killing):
    """People at tables of two processes, and how long each table stood still."""

    def __init__(self, database: str, far: str) -> None:
        super().__init__(database, 0, 0)
        self.rooms = [RoomProcess(database), RoomProcess(far)]
        self.gaps: dict[str, float] = {}

    async def begin(self, tables: int) -> None:
        for room in self.rooms:
            await room.start()
        for room in self.rooms:
            for _ in range(tables):
                self.players += await PlayedTable.begin(room.url, self.just_acknowledged)
        near = len(self.players) // 2
        urls = [[self.rooms[0].url]] * near + [[room.url for room in self.rooms]] * near
        self.tasks = [asyncio.create_task(one.play(url)) for one, url in zip(self.players, urls, strict=True)]

    def leave_out(self, table: PlayedTable) -> None:
        """A table that has to stand still is not watched."""
        table.moved = math.inf
        table.note_move = lambda: None  # type: ignore[method-assign]

    async def watch(self, seconds: float) -> tuple[float, float]:
        """The longest that a table of the first process stood still, and one of the second."""
        longest = [0.0, 0.0]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.05)
            for number, player in enumerate(self.players):
                side = int(number >= len(self.players) // 2)
                longest[side] = max(longest[side], time.monotonic() - player.table.moved)
        return longest[0], longest[1]

    async def end(self) -> list[float]:
        """SIGTERM to both; how long each took."""
        for player in self.players:
            player.playing = False
        took = []
        for room in self.rooms:
            began = time.monotonic()
            await room.end(signal.SIGTERM)
            took.append(time.monotonic() - began)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return took


async def stop_a_process(watched: Watched, _hole: BlackHole, seconds: float) -> None:
    """The second process stops, wherever it is, and goes on later."""
    os.kill(watched.rooms[1].process.pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    os.kill(watched.rooms[1].process.pid, signal.SIGCONT)


async def visit_the_stopped(watched: Watched, hole: BlackHole, seconds: float) -> None:
    """The same while ten people ask the first process for tables of the second."""
    tables = [player.table.id for player in watched.players[len(watched.players) // 2 :]]

    async def ask(table: str) -> None:
        while True:
            with contextlib.suppress(Refusal, OSError):
                await Guest(watched.rooms[0].url).get(f"/api/tables/{table}")

    asking = [asyncio.create_task(ask(tables[number % len(tables)])) for number in range(10)]
    await stop_a_process(watched, hole, seconds)
    for task in asking:
        task.cancel()


async def lock_a_lease(watched: Watched, _hole: BlackHole, seconds: float) -> None:
    """Somebody holds the lease row of a table of the first process."""
    engine = sql.create_engine(watched.database)
    with engine.connect() as connection:
        row = sql.text("SELECT * FROM leases WHERE table_id = :table FOR UPDATE")
        connection.execute(row, {"table": watched.players[0].table.id})
        watched.leave_out(watched.players[0].table)
        await asyncio.sleep(seconds)
    engine.dispose()


async def swallow_the_database(_watched: Watched, hole: BlackHole, seconds: float) -> None:
    """The second process's way to the database swallows everything."""
    hole.open.clear()
    await asyncio.sleep(seconds)
    hole.open.set()


CASES: dict[str, Callable[[Watched, BlackHole, float], Any]] = {
    "second process stopped": stop_a_process,
    "stopped, and visited through the first": visit_the_stopped,
    "a lease locked": lock_a_lease,
    "second process's database swallowed": swallow_the_database,
}


async def one_case(server: str, name: str, asked: argparse.Namespace) -> dict[str, str]:
    database = new_database(server)
    with black_hole(database) as (far, hole):
        watched = Watched(database, far)
        await watched.begin(asked.tables)
        await watched.watch(2)
        harming = asyncio.create_task(CASES[name](watched, hole, asked.seconds))
        here, there = await watched.watch(asked.seconds)
        await harming
        _, after = await watched.watch(8)
        ended = await watched.end()
        await watched.check()
    return {
        "case": name,
        "first process still, s": f"{here:.1f}",
        "second, s": f"{there:.1f}",
        "after the fault, s": f"{max(0.0, after - asked.seconds):.1f}",
        "acknowledged": str(watched.acknowledged),
        "lost": str(len(watched.lost)),
        "twice": str(watched.twice),
        "SIGTERM, s": " and ".join(f"{took:.1f}" for took in ended),
        "load average": f"{os.getloadavg()[0]:.1f}",
    }


async def end_in_a_black_hole(server: str) -> float:
    """How long SIGTERM takes while the database is swallowed and a move is on its way."""
    with black_hole(new_database(server)) as (far, hole):
        room = RoomProcess(far)
        await room.start()
        players = await PlayedTable.begin(room.url)
        tasks = [asyncio.create_task(one.play([room.url])) for one in players]
        await asyncio.sleep(1)
        hole.open.clear()
        await asyncio.sleep(1)
        began = time.monotonic()
        await room.end(signal.SIGTERM)
        took = time.monotonic() - began
        for task in tasks:
            task.cancel()
        return took


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="that each fault lasts")
    parser.add_argument("--tables", type=int, default=3, help="of each process")
    parser.add_argument("--case", action="append", choices=CASES)
    asked = parser.parse_args()
    with postgres_server() as server:
        for name in asked.case or CASES:
            print_table(asyncio.run(one_case(server, name, asked)))
        if not asked.case:
            print(f"SIGTERM with the database swallowed: {asyncio.run(end_in_a_black_hole(server)):.1f} s")


if __name__ == "__main__":
    sys.exit(main())
