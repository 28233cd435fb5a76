"""A simulated club evening: people play, leave and come late, and the server is killed in the middle.

    python benchmarks/evening.py --people 40 --rounds 4

At the end the standings are computed again from the exported games alone, by other code, and compared.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from ludoteca.archive.fairness import verify
from ludoteca.client import Guest, Json, Refusal
from postgres import new_database, postgres_server
from room_process import RoomProcess

GONE = (OSError, HTTPException, WebSocketException, EOFError, Refusal)  # what a killed server looks like
LOOK_EVERY = 0.3  # seconds
SHORT = {"game": "pega-em-6", "options": {"variant": "basic", "rounds": 1}}


@dataclass
class Evening:
    """How an evening is simulated, and what happened."""

    people: int = 40
    seats: int = 4
    rounds: int = 4
    late: int = 4
    leavers: int = 4
    kills: int = 1
    seed: int = 1
    plan: Json = field(default_factory=lambda: dict(SHORT))
    left: list[str] = field(default_factory=list)
    killed: int = 0


@dataclass
class Visitor:
    """Somebody with a phone: looks where to play, plays anything, comes back after a fault."""

    guest: Guest
    code: str
    chance: random.Random
    leaves_in: int | None = None  # the round in which this person goes away
    over: bool = False

    async def come(self) -> None:
        await patiently(lambda: self.do("join"))
        while not self.over:
            try:
                evening = await self.look()
                self.over = evening["stage"] == "over"
                if evening["table"] and evening["joined"]:
                    await self.play(evening["table"], evening["round"] == self.leaves_in)
            except GONE:
                pass
            await asyncio.sleep(LOOK_EVERY)

    async def play(self, table: str, leaves: bool) -> None:
        steps = 0
        async with self.guest.connect(table) as seat:
            while seat.table["stage"] != "over":
                if leaves and steps > 2:
                    await self.do("leave")
                    self.over = True
                    return
                if seat.to_choose:
                    with contextlib.suppress(Refusal):
                        await seat.act(self.chance.choice(seat.table["legal"]))
                    steps += 1
                else:
                    await asyncio.wait_for(seat.hear(), 60)

    async def look(self) -> Json:
        found: Json = await self.guest.get(f"/api/evenings/{self.code}")
        return found

    async def do(self, what: str) -> Json:
        answer: Json = await self.guest.post(f"/api/evenings/{self.code}", {"do": what})
        return answer


async def patiently(ask: Any, within: float = 60) -> Any:
    """Ask again while the server is away."""
    until = time.monotonic() + within
    while True:
        try:
            return await ask()
        except GONE:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(LOOK_EVERY)


async def named(room: RoomProcess, name: str) -> Guest:
    one = Guest(room.url)
    await patiently(lambda: one.name(name))
    return one


async def simulate(room: RoomProcess, about: Evening) -> tuple[Guest, str]:
    """A whole evening; returns the organiser, and the evening's code."""
    chance = random.Random(about.seed)
    organiser = await named(room, "Organiser")
    plan = about.plan | {"seats": about.seats, "rounds": about.rounds, "name": "Test", "clock": 60}
    code = (await organiser.post("/api/evenings", plan))["code"]
    names = [f"Guest {number}" for number in range(about.people)]
    leaving = dict(
        zip(
            chance.sample(names, about.leavers),
            chance.choices(range(1, about.rounds + 1), k=about.leavers),
            strict=True,
        )
    )
    about.left = list(leaving)
    waiting = [
        Visitor(await named(room, name), code, random.Random(name), leaving.get(name)) for name in names
    ]
    late = [waiting.pop() for _ in range(about.late)]
    tasks = [asyncio.create_task(one.come()) for one in waiting]
    while len((await organiser.get(f"/api/evenings/{code}"))["people"]) < len(waiting):
        await asyncio.sleep(LOOK_EVERY)
    for round in range(1, about.rounds + 1):
        await patiently(lambda: organiser.post(f"/api/evenings/{code}", {"do": "begin_round"}))
        if round < about.rounds:
            tasks += [asyncio.create_task(late.pop().come()) for _ in range(-(-len(late) // 2))]
        if about.killed < about.kills and round > 1:
            about.killed += 1
            await asyncio.sleep(chance.uniform(0.3, 1.0))
            await room.end(signal.SIGKILL)
            await room.start()
        while (await patiently(lambda: organiser.get(f"/api/evenings/{code}")))["stage"] == "playing":
            await asyncio.sleep(LOOK_EVERY)
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    return organiser, code


async def computed_from_exports(guest: Guest, code: str, better: int) -> dict[str, tuple[float, int]]:
    """Points and rounds by name, from the files of the games and nothing else."""
    by_round: dict[int, list[Json]] = {}
    for table in (await guest.get(f"/api/evenings/{code}/results"))["tables"]:
        file = await guest.get(f"/api/tables/{table['table']}/export")
        assert verify(file).over
        by_round.setdefault(table["round"], []).append(file)
    got: dict[str, list[float]] = {}
    for files in by_round.values():
        assert len({file["fairness"]["seed"] for file in files}) == 1
        for file in files:
            for seat, sitting in enumerate(file["seats"]):
                if sitting["person"] is not None:
                    got.setdefault(sitting["person"], []).append(share(file, seat, files, better))
    return {name: (round(sum(points) / len(points), 1), len(points)) for name, points in got.items()}


def share(mine: Json, seat: int, files: list[Json], better: int) -> float:
    """How many of the others with the same cards did worse, in percent; a draw is half of it."""
    points = 0.0
    for other in files:
        if other is not mine:
            ahead = better * (mine["scores"][seat] - other["scores"][seat])
            points += 2 if ahead > 0 else 1 if ahead == 0 else 0
    return 100 * points / (2 * (len(files) - 1))


async def compared(about: Evening, database: str) -> tuple[list[Json], dict[str, tuple[float, int]]]:
    """The standings as the server tells them, and as they follow from the exported games."""
    room = RoomProcess(database, bot_pace=0.01, patience=1.0, forced_pace=0.05, hidden_pace=(0.05, 0.1))
    await room.start()
    try:
        organiser, code = await simulate(room, about)
        told = (await organiser.get(f"/api/evenings/{code}"))["standings"]
        return told, await computed_from_exports(organiser, code, better=-1)
    finally:
        await room.end()


@contextlib.contextmanager
def new_room(on_postgres: bool) -> Iterator[str]:
    """An empty database."""
    if on_postgres:
        with postgres_server() as server:
            yield new_database(server)
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "room.db")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    for name in ("people", "seats", "rounds", "late", "leavers", "kills", "seed"):
        asked.add_argument(f"--{name}", type=int, default=getattr(Evening(), name))
    asked.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    chosen = vars(asked.parse_args())
    on_postgres, began = chosen.pop("postgres"), time.monotonic()
    about = Evening(**chosen)
    with new_room(on_postgres) as database:
        told, computed = asyncio.run(compared(about, database))
    same = {row["name"]: (row["points"], row["rounds"]) for row in told} == computed
    print(f"{len(told)} people, {about.rounds} rounds, left: {about.left}, killed {about.killed} times")
    print(f"standings equal those from the exported games: {same} ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    main()
