"""A day of play in an hour: `python benchmarks/soak.py --minutes 60 --seed 1`.

People play long games and send again what got no answer. Others come and go: they make tables, sit, talk,
leave, are removed, play short games to the end, offer rematches, ask for replays and reviews, export games
and bring them in. Meanwhile processes are ended, killed and stopped. What happens is drawn from the seed. In
the end every promise is held against the log: nothing lost, nothing twice, nobody stuck, no result changed.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from typing import Any

from websockets.exceptions import WebSocketException

from kills import CUT_OFF, Killing, PlayedTable, databases
from load import print_table
from ludoteca.archive.fairness import verify
from ludoteca.client import Connection, Guest, Refusal
from room_process import RoomProcess

STUCK = 60  # seconds in which every long game must go on after the last fault
LATER = (*CUT_OFF, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
EXPECTED = {"stopping", "busy", "too_many", "too_many_hints", "database_away", "stale", "no_such_table"}


class Visitor:
    """Somebody who does whatever the dice say."""

    def __init__(self, urls: list[str], rng: random.Random, done: Counter[str]) -> None:
        self.urls = urls
        self.rng = rng
        self.done = done
        self.results: dict[str, Any] = {}  # of each game played to its end, as it was shown

    async def go_on(self) -> None:
        while True:
            try:
                async with asyncio.timeout(60):
                    await self._one_thing()
            except Refusal as no:
                if no.code not in EXPECTED:
                    raise
                self.done[f"refused: {no.code}"] += 1
            except LATER:
                self.done["interrupted"] += 1
            await asyncio.sleep(self.rng.uniform(0.05, 0.5))

    async def _one_thing(self) -> None:
        guest = Guest(self.rng.choice(self.urls))
        await guest.name(self.rng.choice(["Ana", "Bento", "Çağla", "D'Arc"]))
        await self.rng.choice([self.play_to_the_end, self.come_and_go, self.look_around])(guest)

    async def play_to_the_end(self, guest: Guest) -> None:
        seats = ["me", *[{"bot": "random"}] * self.rng.randint(1, 3)]
        game = {"game": "pega-em-6", "options": {"variant": "basic", "rounds": 1}}
        made = await guest.post("/api/tables", {**game, "seats": seats, "start": "ready"})
        async with guest.connect(made["table"]) as seat:
            await seat.do("ready")
            while seat.table["stage"] != "over":
                if seat.to_choose:
                    await seat.act(self.rng.choice(seat.table["legal"]))
                else:
                    await seat.hear()
            self.results[made["table"]] = seat.table["view"]["scores"]
            if self.rng.random() < 0.3:
                await seat.do("rematch")
                self.done["rematch"] += 1
        self.done["game played to its end"] += 1
        await self.look_back(guest, made["table"])

    async def look_back(self, guest: Guest, table: str) -> None:
        exported = await guest.get(f"/api/tables/{table}/export")
        assert verify(exported).scores == exported["scores"] == self.results[table]
        replay = await guest.get(f"/api/tables/{table}/replay?most=500")
        assert replay["scores"] == exported["scores"]
        self.done["export and replay"] += 1
        if self.rng.random() < 0.3:
            brought = (await guest.post("/api/import", exported))["table"]
            assert (await guest.get(f"/api/tables/{brought}/export"))["scores"] == exported["scores"]
            self.results[brought] = exported["scores"]
            self.done["import"] += 1
        if self.rng.random() < 0.2:
            await guest.get(f"/api/tables/{table}/review")
            self.done["review asked for"] += 1

    async def come_and_go(self, guest: Guest) -> None:
        """A table with a second guest, who talks, and leaves or is removed."""
        other = Guest(guest.url)
        await other.name("Somebody")
        made = await guest.post("/api/tables", {"game": "dobro", "seats": ["me", "open"], "chat": True})
        async with guest.connect(made["table"]) as host:
            try:
                async with other.connect(made["table"]) as seat:
                    await self._sit_and_go(host, seat)
            finally:
                self.done["came and went"] += 1

    async def _sit_and_go(self, host: Connection, seat: Connection) -> None:
        await seat.do("sit")
        await seat.do("say", text="hello")
        if self.rng.random() < 0.5:
            await host.until(lambda table: table["seats"][1]["person"])
            await host.do("kick", seat=1)
            self.done["removed"] += 1
        elif self.rng.random() < 0.5:
            await seat.do("leave")
        else:
            await host.do("start", fill="random")

    async def look_around(self, guest: Guest) -> None:
        for path in ("/api/tables", "/api/mine", "/api/mine/finished", "/api/games"):
            await guest.get(path)
        self.done["looked around"] += 1


class Soak(Killing):
    """Long games, visitors and faults."""

    def __init__(self, database: str, asked: argparse.Namespace) -> None:
        super().__init__(database, asked.processes, asked.tables)
        self.asked = asked
        self.rng = random.Random(asked.seed)
        self.done: Counter[str] = Counter()
        self.memory: list[int] = []

    async def soak(self) -> None:
        for room in self.rooms:
            await room.start()
        urls = [room.url for room in self.rooms]
        for _ in range(self.tables):
            self.players += await PlayedTable.begin(self.rng.choice(urls), self.just_acknowledged)
        visitors = [
            Visitor(urls, random.Random(self.rng.random()), self.done) for _ in range(self.asked.visitors)
        ]
        long_games = [asyncio.create_task(player.play(urls)) for player in self.players]
        tasks = [*long_games, *(asyncio.create_task(one.go_on()) for one in visitors)]
        until = time.monotonic() + 60 * self.asked.minutes
        while time.monotonic() < until:
            await asyncio.sleep(self.rng.uniform(2, 15))
            await self.harm(self.rng.choice(self.rooms))
            for task in tasks:
                if task.done():
                    task.result()
            self.memory.append(max(room.memory() for room in self.rooms))
        await self.nobody_is_stuck(tasks)
        await self.finish(tasks, visitors)

    async def harm(self, room: RoomProcess) -> None:
        fault = self.rng.choice(["ended", "killed", "stopped", "nothing", "nothing"])
        self.done[f"process {fault}"] += 1
        if fault == "stopped":
            os.kill(room.process.pid, signal.SIGSTOP)
            await asyncio.sleep(self.rng.uniform(0.5, 8))
            os.kill(room.process.pid, signal.SIGCONT)
        elif fault != "nothing":
            began = time.monotonic()
            await room.end(signal.SIGTERM if fault == "ended" else signal.SIGKILL)
            assert time.monotonic() - began < 12, "it did not end"
            await room.start()

    async def nobody_is_stuck(self, tasks: list[asyncio.Task[None]]) -> None:
        await self.until_all_move(time.monotonic(), tasks)

    async def finish(self, tasks: list[asyncio.Task[None]], visitors: list[Visitor]) -> None:
        for player in self.players:
            player.playing = False
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.check_results(visitors)
        for room in self.rooms:
            await room.end(signal.SIGTERM)
        await self.check()

    async def check_results(self, visitors: list[Visitor]) -> None:
        guest = Guest(self.rooms[0].url)
        for visitor in visitors:
            for table, scores in visitor.results.items():
                with contextlib.suppress(Refusal):
                    assert (await guest.get(f"/api/tables/{table}/export"))["scores"] == scores
                    self.done["result checked"] += 1


async def run(asked: argparse.Namespace) -> None:
    with databases(asked.database) as database:
        soak = Soak(database, asked)
        try:
            await soak.soak()
        finally:
            for room in soak.rooms:
                with contextlib.suppress(OSError):
                    room.process.kill()
    quarter = max(1, len(soak.memory) // 4)
    print_table({
        "minutes": str(asked.minutes), "seed": str(asked.seed), "acknowledged": str(soak.acknowledged),
        "lost": str(len(soak.lost)), "twice": str(soak.twice),
        "MB, first quarter": f"{max(soak.memory[:quarter]) / 1e6:.0f}",
        "MB, last quarter": f"{max(soak.memory[-quarter:]) / 1e6:.0f}",
        "load average": f"{os.getloadavg()[0]:.1f}",
    })  # fmt: skip
    print(", ".join(f"{what} {count}" for what, count in sorted(soak.done.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=4, help="of long games")
    parser.add_argument("--visitors", type=int, default=6)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
