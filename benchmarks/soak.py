"""A day of play in an hour: `python benchmarks/soak.py --minutes 60 --seed 1 --processes 2`.

People play long games and send again what got no answer. Others come and go: they make tables, sit, talk,
leave, are removed, play short games to the end, offer rematches, ask for replays, reviews and hints, export
games and bring them in. Meanwhile processes are ended, killed and stopped. What happens is drawn from the
seed. In the end every promise is held against the log: nothing lost, nothing twice, nobody stuck, no result
changed.

With two processes or more the first is only ever stopped, never ended, so that a leak would show there: its
memory, threads, files, tables and sockets are noted all the time. When everybody has left it must have put
every table and every socket away. Ctrl-C ends the play early, and everything is checked all the same.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from http.client import HTTPException
from typing import Any

from websockets.exceptions import WebSocketException

from kills import CUT_OFF, Killing, PlayedTable, Player, databases
from load import print_table
from ludoteca.archive.fairness import verify
from ludoteca.client import Connection, Guest, Refusal
from room_process import Sample

LATER = (*CUT_OFF, HTTPException, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
EXPECTED = {"stopping", "busy", "too_many", "too_many_hints", "database_away", "stale", "no_such_table"}
ENDED_WITHIN = 10  # seconds
SAMPLE_EVERY = 10  # seconds
IDLE = 60.0  # seconds until a table without people is put away; a room's own default is longer
GAMES = {
    "pega-em-6": {"variant": "basic", "rounds": 1},
    "dobro": {},
    "double-double-dominoes": {},
    "doppelt-so-clever": {},
}


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
        game = self.rng.choices(list(GAMES), [5, 2, 1, 1])[0]
        seats = ["me", *[{"bot": "random"}] * self.rng.randint(1, 3)]
        wanted = {"game": game, "options": GAMES[game], "seats": seats, "start": "ready"}
        made = await guest.post("/api/tables", wanted)
        async with guest.connect(made["table"]) as seat:
            await seat.do("ready")
            while seat.table["stage"] != "over":
                await self._turn(seat)
            self.results[made["table"]] = seat.table["view"]["scores"]
            if self.rng.random() < 0.3:
                await seat.do("rematch")
                self.done["rematch"] += 1
        self.done[f"{game} played to its end"] += 1
        await self.look_back(guest, made["table"])

    async def _turn(self, seat: Connection) -> None:
        if not seat.to_choose:
            await seat.hear()
            return
        if self.rng.random() < 0.05:
            await seat.send({"type": "hint", "id": "hint"})
            self.done["hint asked for"] += 1
        await seat.act(self.rng.choice(seat.table["legal"]))

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
        super().__init__(database, asked.processes, asked.tables, idle_timeout=IDLE)
        self.asked = asked
        self.rng = random.Random(asked.seed)
        self.done: Counter[str] = Counter()
        self.gone: list[Player] = []  # their long games are over; their moves are checked all the same
        self.samples: list[Sample] = []
        self.ends: list[float] = []  # seconds from each signal to the end
        self.tasks: list[asyncio.Task[None]] = []
        self.seconds = 0.0  # of play

    async def soak(self) -> None:
        for room in self.rooms:
            await room.start()
        self.urls = [room.url for room in self.rooms]
        for _ in range(self.tables):
            await self.begin_long_game()
        visitors = [self.visitor() for _ in range(self.asked.visitors)]
        self.tasks += [asyncio.create_task(one.go_on()) for one in visitors]
        sampling = asyncio.create_task(self.sample())
        running = asyncio.create_task(self.count_seconds())
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.enough)
        while self.seconds < 60 * self.asked.minutes:
            await asyncio.sleep(self.rng.uniform(2, 2 * self.asked.fault_every))
            await self.something_happens()
        running.cancel()
        await self.until_all_move(time.monotonic(), self.tasks)
        sampling.cancel()
        await self.finish(visitors)

    async def count_seconds(self) -> None:
        """Of play: if everything stood still, this process too, that does not count."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(0.2)
            self.seconds, last = self.seconds + min(time.monotonic() - last, 1), time.monotonic()

    def enough(self) -> None:
        """Ctrl-C: nothing more happens, and everything is checked."""
        self.asked.minutes = self.seconds / 60

    def visitor(self) -> Visitor:
        return Visitor(self.urls, random.Random(self.rng.random()), self.done)

    async def begin_long_game(self) -> None:
        """Anything can go wrong in a room that is being killed: then it is tried again."""
        while True:
            with contextlib.suppress(*LATER, Refusal):
                begun = await PlayedTable.begin(self.rng.choice(self.urls), self.just_acknowledged)
                break
            await asyncio.sleep(1)
        for player in begun:
            player.pace = self.asked.pace
            self.players.append(player)
            self.tasks.append(asyncio.create_task(player.play(self.urls)))

    async def end_long_game(self) -> None:
        """The oldest: its players leave in the middle."""
        pair, self.players = self.players[:2], self.players[2:]
        for player in pair:
            player.playing = False
        self.gone += pair
        self.done["long game left"] += 1
        await self.begin_long_game()

    async def something_happens(self) -> None:
        await self.harm()
        if self.rng.random() < 0.3:
            await self.end_long_game()
        for task in self.tasks:
            if task.done():
                task.result()
        self.tasks = [task for task in self.tasks if not task.done()]

    async def harm(self) -> None:
        room = self.rng.choice(self.rooms)
        steady = len(self.rooms) > 1 and room is self.rooms[0]
        fault = self.rng.choice(
            ["stopped", "nothing"] if steady else ["ended", "killed", "stopped", "nothing"]
        )
        self.done[f"process {fault}"] += 1
        if fault == "stopped":
            os.kill(room.process.pid, signal.SIGSTOP)
            await asyncio.sleep(self.rng.uniform(0.5, 8))
            os.kill(room.process.pid, signal.SIGCONT)
        elif fault != "nothing":
            ending = room.end(signal.SIGTERM if fault == "ended" else signal.SIGKILL)
            self.ends.append(await time_running(ending))
            assert self.ends[-1] < ENDED_WITHIN, "it did not end"
            await room.start()

    async def sample(self) -> None:
        while True:
            with contextlib.suppress(*LATER, Refusal, FileNotFoundError):
                self.samples.append(await self.rooms[0].sample())
            if len(self.samples) % 30 == 1:
                print(self.samples[-1], flush=True)
            await asyncio.sleep(SAMPLE_EVERY)

    async def finish(self, visitors: list[Visitor]) -> None:
        for player in self.players:
            player.playing = False
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.check_results(visitors)
        await self.everything_is_put_away()
        for room in self.rooms:
            await room.end(signal.SIGTERM)
        self.players = self.gone + self.players
        await self.check()

    async def check_results(self, visitors: list[Visitor]) -> None:
        for visitor in visitors:
            for table, scores in visitor.results.items():
                assert await self.kept_scores(table) == scores
                self.done["result checked"] += 1

    async def kept_scores(self, table: str) -> Any:
        while True:
            try:
                return (await Guest(self.rooms[0].url).get(f"/api/tables/{table}/export"))["scores"]
            except Refusal as no:
                if no.code != "busy":
                    raise

    async def everything_is_put_away(self) -> None:
        """Nobody is there any more: no table, no socket, and no file that stayed open."""
        for room in self.rooms:
            for _ in range(int(3 * IDLE)):
                left = await room.sample()
                if not left.tables and not left.sockets:
                    break
                await asyncio.sleep(1)
            print("everybody has left:", left, flush=True)
            assert (left.tables, left.sockets) == (0, 0), "something was not put away"


async def time_running(work: Coroutine[Any, Any, None]) -> float:
    """Seconds that some work takes; if all stood still meanwhile, this one too, that does not count."""
    task, took, last = asyncio.create_task(work), 0.0, time.monotonic()
    while not task.done():
        await asyncio.wait({task}, timeout=0.05)
        took, last = took + min(time.monotonic() - last, 1), time.monotonic()
    task.result()
    return took


async def run(asked: argparse.Namespace) -> None:
    with databases(asked.database) as database:
        soak = Soak(database, asked)
        try:
            await soak.soak()
        finally:
            for room in soak.rooms:
                with contextlib.suppress(OSError):
                    room.process.kill()
    print_table({
        "minutes": f"{soak.seconds / 60:.1f}", "seed": str(asked.seed),
        "acknowledged": str(soak.acknowledged), "lost": str(len(soak.lost)), "twice": str(soak.twice),
        "longest end, s": f"{max(soak.ends, default=0):.1f}", **growth(soak.samples),
        "load average": f"{os.getloadavg()[0]:.1f}",
    })  # fmt: skip
    print(", ".join(f"{what} {count}" for what, count in sorted(soak.done.items())))


def growth(samples: list[Sample]) -> dict[str, str]:
    """Memory by quarters, and how much it grows an hour in the last half."""
    size = max(1, len(samples) // 4)
    quarters = [statistics.mean(one.memory for one in samples[n * size : (n + 1) * size]) for n in range(4)]
    half = samples[len(samples) // 2 :]
    slope = statistics.linear_regression([one.at for one in half], [one.memory for one in half]).slope
    return {
        "MB by quarters": ", ".join(f"{quarter / 1e6:.0f}" for quarter in quarters),
        "MB an hour, last half": f"{slope * 3600 / 1e6:+.1f}",
        "tables": f"{max(one.tables for one in samples)}",
        "threads": f"{half[0].threads} to {half[-1].threads}",
        "files": f"{half[0].files} to {half[-1].files}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tables", type=int, default=4, help="of long games")
    parser.add_argument("--visitors", type=int, default=6)
    parser.add_argument(
        "--pace", type=float, default=0.2, help="seconds between two moves of a long game's player"
    )
    parser.add_argument(
        "--fault-every", type=float, default=20, help="seconds from one event to the next, on average"
    )
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
