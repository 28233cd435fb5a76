"""What players notice of strangers who ask for as much as they can: `python benchmarks/stranger.py`.

Five hundred people play, each table at an address of its own and under the limits that every host has. Their
moves are timed from the moment they are due until the acknowledgement. At some tables a master bot plays too,
and its answers are timed. First they are alone. Then strangers at ten addresses (`heavy_askers.py`) ask for
the heaviest reviews, replays, exports, checks, imports and hints, open tables full of masters, and connect
again and again. They are a process of their own on the same cores: nobody here waits for their reading.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop

from heavy_askers import GAME, LONG, at
from load import Crowd, Figures, Player, print_table
from ludoteca.client import Connection
from room_process import RoomProcess

COMPILED_WITHIN = 180  # seconds
AT_WORK_WITHIN = 180  # seconds: then the first stranger has brought in the largest games
MUST_BE_ANSWERED = ("import", "review", "replay", "export", "fairness", "hint", "table of masters")


class AddressedCrowd(Crowd):
    """Everybody who plays, each table at an address of its own."""

    numbers = itertools.count()

    async def _fill_table(self, seats: int, game: str) -> None:
        number = next(self.numbers)
        players = [Player(at(self.url, f"10.{number >> 8 & 255}.{number & 255}.1")) for _ in range(seats)]
        await self._sit_down(players, seats, game)


class BotTable:
    """One person against a master: how long each answer of the bot takes."""

    def __init__(self, url: str, number: int) -> None:
        self.guest = at(url, f"10.200.{number}.1")
        self.delays: list[float] = []

    async def play(self) -> None:
        await self.guest.name("Somebody")
        seats = ["me", {"bot": "master"}]
        wanted = {"game": GAME, "options": LONG, "seats": seats, "start": "ready"}
        table = (await self.guest.post("/api/tables", wanted))["table"]
        async with self.guest.connect(table) as seat:
            await seat.do("ready")
            await seat.until(lambda table: table["stage"] == "playing")
            while True:
                await self._turn(seat)

    async def _turn(self, seat: Connection) -> None:
        began = time.perf_counter()
        if 1 in seat.table["view"]["to_act"]:
            await seat.until(lambda table: 1 in table["chosen"] or 1 not in table["view"]["to_act"])
            self.delays.append(time.perf_counter() - began)
        await asyncio.sleep(random.uniform(1, 3))
        if seat.to_choose:
            await seat.act(random.choice(seat.table["legal"]))
        else:
            await seat.hear()


async def measure(crowd: Crowd, bots: list[BotTable], room: RoomProcess, asked: Any) -> dict[str, str]:
    crowd.figures = Figures()
    for one in bots:
        one.delays.clear()
    await crowd.move(asked.rate, asked.seconds)
    moves = sorted(delay * 1000 for delay in crowd.figures.delays)
    waits = sorted(delay for one in bots for delay in one.delays)
    return {
        "moves/s": f"{len(moves) / asked.seconds:.0f}",
        "p50 ms": f"{moves[len(moves) // 2]:.1f}",
        "p99 ms": f"{moves[len(moves) * 99 // 100]:.1f}",
        "max ms": f"{moves[-1]:.0f}",
        "bots' answers": str(len(waits)),
        "bot p99 s": f"{waits[len(waits) * 99 // 100]:.2f}" if waits else "none",
        "server MB": f"{room.memory() / 1e6:.0f}",
        "load average": f"{os.getloadavg()[0]:.1f}",
    }


class Strangers:
    """The process of those who ask for much."""

    def __init__(self, url: str, asked: argparse.Namespace) -> None:
        command = [sys.executable, str(Path(__file__).with_name("heavy_askers.py")), url]
        command += ["--strangers", str(asked.strangers)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def at_work(self) -> None:
        """The others bring theirs in while moves are timed."""
        assert self.process.stdout
        line = await asyncio.wait_for(asyncio.to_thread(self.process.stdout.readline), AT_WORK_WITHIN)
        assert line == b"at work\n"
        await asyncio.sleep(5)  # masters sit down

    async def go(self) -> dict[str, int]:
        """What they were answered until now."""
        answers, _ = await asyncio.to_thread(self.process.communicate)
        return json.loads(answers.splitlines()[-1])


async def run(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = RoomProcess(str(Path(folder) / "room.db"), unlimited=False)
        await room.start()
        tasks: list[asyncio.Task[None]] = []
        try:
            crowd = AddressedCrowd(room.url)
            await crowd.come(asked.players // 4, 4, GAME)
            bots = [BotTable(room.url, number) for number in range(asked.bots)]
            tasks += [asyncio.create_task(one.play()) for one in bots]
            async with asyncio.timeout(COMPILED_WITHIN):
                while not all(one.delays for one in bots):
                    await crowd.move(asked.rate, 1)
            print_table({"who": "alone", **await measure(crowd, bots, room, asked)})
            strangers = Strangers(room.url, asked)
            await strangers.at_work()
            print_table({"who": "with strangers", **await measure(crowd, bots, room, asked)})
            for task in tasks:
                if task.done():
                    task.result()
            began = time.monotonic()
            ending = asyncio.create_task(room.end())
            for task in (*tasks, *crowd.tasks):
                task.cancel()
            await ending
            print(f"SIGTERM ended the server within {time.monotonic() - began:.1f} s")
            tell(await strangers.go())
        finally:
            room.process.kill()


def tell(answers: dict[str, int]) -> None:
    print(", ".join(f"{what} {count}" for what, count in sorted(answers.items())))
    missing = [kind for kind in MUST_BE_ANSWERED if not answers.get(f"{kind} answered")]
    assert not missing, f"never answered, so this shows nothing of {', '.join(missing)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100, help="moves a second of all together")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bots", type=int, default=10, help="tables with a master bot")
    parser.add_argument("--strangers", type=int, default=10)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
