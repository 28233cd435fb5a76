"""What players notice of strangers who ask for as much as they can: `python benchmarks/stranger.py`.

Five hundred people play, each table at an address of its own and under the limits that every host has. Their
moves are timed from the moment they are due until the acknowledgement. At some tables a master bot plays too,
and its answers are timed. First they are alone, then strangers at ten addresses ask for the heaviest reviews,
replays, exports, checks, imports and hints, open tables full of masters, and connect again and again.
"""

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import random
import resource
import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

import ludoteca
from load import Crowd, Figures, Player, print_table
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.client import Connection, Guest, Refusal
from room_process import RoomProcess

GAME = "pega-em-6"
LONG = {"variant": "basic", "target": 9999}
ASKING = 100  # threads: nobody here waits for another's answer
COMPILED_WITHIN = 180  # seconds
CUT_OFF = (OSError, WebSocketException, EOFError)


def at(url: str, address: str) -> Guest:
    """Somebody who comes through a proxy from this address."""
    return Guest(url, headers={"X-Forwarded-For": address})


def long_game(actions: int, seed: int) -> bytes:
    """The file of a game with so many actions, ended by agreement."""
    secret = hashlib.sha256(str(seed).encode()).hexdigest()
    table = ludoteca.game(GAME).start(2, LONG, deal_key(secret, [None, None]))
    rng, taken = random.Random(seed), []
    while len(taken) < actions:
        seat = table.to_act[0]
        action = rng.choice(table.legal(seat))
        table.play(seat, action)
        taken.append({"seat": seat, "action": action})
    return json.dumps(
        {"format": "ludoteca-game-1", "version": "0", "game": GAME, "options": table.position()["options"],
         "seats": [{"person": "A", "bot": None}, {"person": "B", "bot": None}],
         "fairness": {"commitment": commitment_to(secret), "entropy": [None, None], "seed": secret},
         "actions": taken, "scores": table.scores, "winners": [], "ended": "agreement"}
    ).encode()  # fmt: skip


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


class Stranger:
    """Asks for as much as one address can."""

    def __init__(self, url: str, number: int, file: bytes) -> None:
        self.guest = at(url, f"203.0.113.{number}")
        self.file = file
        self.answers: Counter[str] = Counter()
        self.tables: list[str] = []

    async def ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        kind = path.rsplit("/", 1)[-1].split("?")[0]
        try:
            answer = json.loads(await self.guest.ask(method, path, body))
            self.answers[f"{kind} answered"] += 1
            return answer
        except Refusal as no:
            self.answers[f"{kind} {no.code}"] += 1
            await asyncio.sleep(0.2)
        except CUT_OFF:
            self.answers[f"{kind} cut off"] += 1
        return None

    async def go_on(self) -> None:
        await self.guest.name("Stranger")
        work = (self.bring_in, self.look_back, self.look_back, self.masters, self.come_and_go)
        await asyncio.gather(*(self.again_and_again(one) for one in work))

    async def again_and_again(self, work: Any) -> None:
        while True:
            await work()
            await asyncio.sleep(0.05)

    async def bring_in(self) -> None:
        made = await self.ask("POST", "/api/import", self.file)
        if made:
            self.tables.append(made["table"])

    async def look_back(self) -> None:
        if not self.tables:
            return
        table = random.choice(self.tables)
        what = random.choice(
            ["review", "export", "fairness", f"replay?from={random.randrange(9000)}&most=500"]
        )
        await self.ask("GET", f"/api/tables/{table}/{what}")
        await self.ask("GET", "/api/mine")

    async def masters(self) -> None:
        """A table of ten masters, and hints for whoever sits there."""
        seats = ["me", *[{"bot": "master"}] * 9]
        wanted = {"game": GAME, "options": LONG, "seats": seats, "start": "ready"}
        made = await self.ask("POST", "/api/tables", json.dumps(wanted).encode())
        if not made:
            return
        with contextlib.suppress(*CUT_OFF, Refusal, TimeoutError):
            async with self.guest.connect(made["table"]) as seat:
                await seat.do("ready")
                async with asyncio.timeout(20):
                    while True:
                        await self._play_with_hints(seat)

    async def _play_with_hints(self, seat: Connection) -> None:
        if not seat.to_choose:
            await seat.hear()
            return
        await seat.send({"type": "hint", "id": secrets.token_hex(4)})
        await seat.act(random.choice(seat.table["legal"]))

    async def come_and_go(self) -> None:
        if self.tables:
            with contextlib.suppress(*CUT_OFF):
                async with self.guest.connect(random.choice(self.tables), since=0):
                    self.answers["socket opened"] += 1
                return
            self.answers["socket refused"] += 1


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


async def run(asked: argparse.Namespace) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(ASKING))
    files = [long_game(asked.actions, seed) for seed in range(asked.strangers)]
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
            strangers = [Stranger(room.url, n + 1, file) for n, file in enumerate(files)]
            tasks += [asyncio.create_task(one.go_on()) for one in strangers]
            await asyncio.sleep(10)
            print_table({"who": "with strangers", **await measure(crowd, bots, room, asked)})
            answers = sum((one.answers for one in strangers), Counter())
            print(", ".join(f"{what} {count}" for what, count in sorted(answers.items())))
            for task in tasks:
                if task.done():
                    task.result()
            began = time.monotonic()
            for task in (*tasks, *crowd.tasks):
                task.cancel()
            await room.end()
            print(f"SIGTERM ended the server within {time.monotonic() - began:.1f} s")
        finally:
            room.process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100, help="moves a second of all together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--bots", type=int, default=10, help="tables with a master bot")
    parser.add_argument("--strangers", type=int, default=10)
    parser.add_argument("--actions", type=int, default=12_000, help="of each game that strangers bring in")
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
