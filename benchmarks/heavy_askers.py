"""Strangers who ask a room for as much as they can: `benchmarks/stranger.py` starts them as a process.

Each comes from an address of its own and under the limits that every host has. They bring in the largest
games that the room takes, ask for the longest reviews, replays, exports and checks of them, for lists over
them, for hints at tables full of masters, and connect again and again. Answers are counted by kind.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import random
import secrets
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from websockets.exceptions import WebSocketException

import ludoteca
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.archive.game_file import MOST_ACTIONS
from ludoteca.client import Connection, Guest, Refusal
from ludoteca.server.finished.reviews import LONGEST

GAME = "pega-em-6"
LONG = {"variant": "basic", "target": 9999}
ASKING = 100  # threads: nobody here waits for another's answer
CUT_OFF = (OSError, WebSocketException, EOFError)
BETWEEN = 0.05  # seconds
LATEST = MOST_ACTIONS  # of the largest games
AT_MASTERS = 20  # seconds at one table


def at(url: str, address: str) -> Guest:
    """Somebody who comes through a proxy from this address."""
    return Guest(url, headers={"X-Forwarded-For": address})


def long_game(actions: int, seats: int) -> bytes:
    """The file of a game with so many actions, ended by agreement."""
    secret, nothing = hashlib.sha256(b"long").hexdigest(), [None] * seats
    table = ludoteca.game(GAME).start(seats, LONG, deal_key(secret, nothing))
    rng, taken = random.Random(1), []
    while len(taken) < actions:
        seat = table.to_act[0]
        action = rng.choice(table.legal(seat))
        table.play(seat, action)
        taken.append({"seat": seat, "action": action})
    return json.dumps(
        {"format": "ludoteca-game-1", "version": "0", "game": GAME, "options": table.position()["options"],
         "seats": [{"person": "A", "bot": None}] * seats,
         "fairness": {"commitment": commitment_to(secret), "entropy": nothing, "seed": secret},
         "actions": taken, "scores": table.scores, "winners": [], "ended": "agreement"}
    ).encode()  # fmt: skip


class Stranger:
    """Asks for as much as one address can."""

    def __init__(self, url: str, number: int, reviewed: bytes, largest: bytes) -> None:
        self.guest = at(url, f"203.0.113.{number}")
        self.reviewable: list[str] = []
        self.tables: list[str] = []
        self.files = ((reviewed, self.reviewable), (largest, self.tables))
        self.answers: Counter[str] = Counter()

    async def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> bytes | None:
        kind = kind or path.rsplit("/", 1)[-1].split("?")[0]
        try:
            answer = await self.guest.ask(method, path, body)
            self.answers[f"{kind} answered"] += 1
            return answer
        except Refusal as no:
            self.answers[f"{kind} refused: {no.answer['status']} {no.code}"] += 1
            await asyncio.sleep(0.2)
        except CUT_OFF:
            self.answers[f"{kind} cut off"] += 1
        return None

    async def go_on(self) -> None:
        await self.guest.name("Stranger")
        while not self.tables:
            await self.bring_in()
        print("at work", flush=True)
        work = (self.bring_in, self.review, self.look_back, self.look_back, self.masters, self.come_and_go)
        await asyncio.gather(*(self.again_and_again(one) for one in work))

    async def again_and_again(self, work: Any) -> None:
        while True:
            await work()
            await asyncio.sleep(BETWEEN)

    async def bring_in(self) -> None:
        """In turn the longest game that is reviewed and the largest that is taken."""
        for file, known in self.files:
            made = await self.ask("POST", "/api/import", file)
            if made:
                known.append(json.loads(made)["table"])

    async def review(self) -> None:
        if not self.reviewable:
            return
        found = await self.ask("GET", f"/api/tables/{random.choice(self.reviewable)}/review")
        if found and json.loads(found)["review"]:
            self.answers["review finished"] += 1

    async def look_back(self) -> None:
        if not self.tables:
            return
        table = random.choice(self.tables)
        page = f"replay?from={random.randrange(LATEST)}&most=500"
        await self.ask("GET", f"/api/tables/{table}/{random.choice(['export', 'fairness', page])}")
        await self.ask("GET", "/api/mine")

    async def masters(self) -> None:
        """A table of ten masters, and hints for whoever sits there."""
        seats = ["me", *[{"bot": "master"}] * 9]
        wanted = {"game": GAME, "options": LONG, "seats": seats, "start": "ready"}
        made = await self.ask("POST", "/api/tables", json.dumps(wanted).encode(), "table of masters")
        if not made:
            return
        with contextlib.suppress(*CUT_OFF, Refusal, TimeoutError):
            async with self.guest.connect(json.loads(made)["table"]) as seat:
                await seat.do("ready")
                async with asyncio.timeout(AT_MASTERS):
                    while True:
                        await self._play_with_hints(seat)

    async def _play_with_hints(self, seat: Connection) -> None:
        """Each answer to a hint is waited for, then the seat acts."""
        if not seat.to_choose:
            await seat.hear()
            return
        asked = secrets.token_hex(4)
        await seat.send({"type": "hint", "id": asked})
        while (heard := await seat.hear()).get("id") != asked:
            pass
        self.answers[
            "hint answered" if heard["type"] == "hint" else f"hint refused: {heard.get('code')}"
        ] += 1
        await seat.act(random.choice(seat.table["legal"]))

    async def come_and_go(self) -> None:
        if self.tables:
            with contextlib.suppress(*CUT_OFF):
                async with self.guest.connect(random.choice(self.tables), since=0):
                    self.answers["socket opened"] += 1
                return
            self.answers["socket refused"] += 1


async def run(asked: argparse.Namespace) -> None:
    """Ask until the standard input ends, then tell what was answered."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(ASKING))
    files = long_game(LONGEST - 100, 2), long_game(asked.actions, 10)
    print(f"files of {', '.join(f'{len(file) / 1e6:.2f} MB' for file in files)}", file=sys.stderr)
    strangers = [Stranger(asked.url, number + 1, *files) for number in range(asked.strangers)]
    tasks = [asyncio.create_task(one.go_on()) for one in strangers]
    reader = asyncio.create_task(asyncio.to_thread(input))
    with contextlib.suppress(EOFError):
        done, _ = await asyncio.wait([reader, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    print(json.dumps(sum((one.answers for one in strangers), Counter())), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--strangers", type=int, default=10)
    parser.add_argument("--actions", type=int, default=LATEST, help="of the largest games")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
