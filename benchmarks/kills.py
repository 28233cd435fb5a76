"""Kill -9 at random moments while people play: `python benchmarks/kills.py --times 100`.

After every kill all tables must go on within seconds. In the end the log of every table must hold each
acknowledged move where it was said to be, and nothing twice; choices not yet revealed must be there.
"""

import argparse
import asyncio
import contextlib
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidMessage

from ludoteca.client import Connection, Guest, Refusal
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.store.queries import Store, log_of
from ludoteca.server.table.entries import Action, Entry, read_entry
from ludoteca.server.table.state import TableState
from ludoteca.server.table.summaries import is_summary_of
from postgres import new_database, postgres_server
from room_process import RoomProcess

CUT_OFF = (ConnectionClosed, InvalidMessage, OSError, EOFError)
LATER = ("stopping", "busy", "database_away")
STUCK = 30  # seconds


class Player:
    """Plays anything legal, changes choices now and then, and sends again what got no answer."""

    def __init__(self, guest: Guest, table: "PlayedTable") -> None:
        self.guest = guest
        self.table = table
        self.waiting: dict | None = None  # the command that got no answer yet
        self.acknowledged: dict[str, tuple[int, dict]] = {}
        self.playing = True
        self.pace = 0.0  # seconds after each move

    async def play(self, urls: list[str]) -> None:
        """At any of the processes; at another when the socket is lost."""
        while self.playing:
            with contextlib.suppress(*CUT_OFF):
                async with Guest(random.choice(urls), self.guest.cookie).connect(self.table.id) as seat:
                    await self._play_at(seat)
            await asyncio.sleep(0.02)

    async def _play_at(self, seat: Connection) -> None:
        while self.playing and seat.table["stage"] == "playing":
            if self.waiting or seat.to_choose or (seat.table["draft"] and random.random() < 0.3):
                await self._send(seat)
                await asyncio.sleep(self.pace)
            else:
                await seat.hear()

    async def _send(self, seat: Connection) -> None:
        if self.waiting is None:
            action = random.choice(seat.table["legal"])
            self.waiting = {"id": secrets.token_hex(16), "seq": seat.table["seq"], "action": action}
        command = self.waiting
        try:
            answer = await seat.do("act", **command)
            self.acknowledged[command["id"]] = (answer["seq"], command["action"])
            self.table.note_move()
        except Refusal as no:
            if no.code in LATER:
                await asyncio.sleep(0.1)
                return  # and send it again
            if no.code != "stale":
                raise
        self.waiting = None


class PlayedTable:
    """A table with two people who will not finish soon."""

    def __init__(self, id: str, just_acknowledged: asyncio.Event) -> None:
        self.id = id
        self.just_acknowledged = just_acknowledged
        self.moved = time.monotonic()

    def note_move(self) -> None:
        self.moved = time.monotonic()
        self.just_acknowledged.set()

    @classmethod
    async def begin(cls, url: str, just_acknowledged: asyncio.Event | None = None) -> list[Player]:
        people = [Guest(url), Guest(url)]
        for person in people:
            await person.name("Somebody")
        game = {"game": "pega-em-6", "options": {"target": 9999}}
        made = await people[0].post("/api/tables", {**game, "seats": ["me", "open"], "start": "ready"})
        table = cls(made["table"], just_acknowledged or asyncio.Event())
        async with people[0].connect(table.id) as one, people[1].connect(table.id) as two:
            await one.do("ready")
            await two.do("sit")
            await one.until(lambda table: table["stage"] == "playing")
        return [Player(person, table) for person in people]


class Killing:
    """Processes on one database, people at tables, and a killer."""

    def __init__(self, database: str, processes: int, tables: int, **settings: Any) -> None:
        self.database = database
        self.rooms = [RoomProcess(database, **settings) for _ in range(processes)]
        self.tables = tables
        self.players: list[Player] = []
        self.just_acknowledged = asyncio.Event()  # anybody's command: the worst moment to be killed
        self.pauses: list[float] = []  # from each kill until the last table went on
        self.acknowledged = self.twice = 0
        self.lost: list[str] = []  # moves, each with what the log has instead

    async def run(self, times: int) -> None:
        for room in self.rooms:
            await room.start()
        urls = [room.url for room in self.rooms]
        for _ in range(self.tables):
            self.players += await PlayedTable.begin(random.choice(urls), self.just_acknowledged)
        tasks = [asyncio.create_task(player.play(urls)) for player in self.players]
        try:
            for _ in range(times):
                await self.kill_one(tasks)
        finally:
            for player in self.players:
                player.playing = False
            for room in self.rooms:
                await room.end(signal.SIGKILL)
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        await self.check()

    async def kill_one(self, tasks: list[asyncio.Task[None]]) -> None:
        """Kill a process just after a move was acknowledged; it comes again, and all tables must go on."""
        room = random.choice(self.rooms)
        await asyncio.sleep(random.uniform(0.1, 0.8))
        self.just_acknowledged.clear()
        await asyncio.wait_for(self.just_acknowledged.wait(), STUCK)
        await room.end(signal.SIGKILL)
        killed = time.monotonic()
        again = asyncio.create_task(room.start())
        await self.until_all_move(killed, tasks)
        self.pauses.append(time.monotonic() - killed)
        await again

    async def until_all_move(self, since: float, tasks: list[asyncio.Task[None]]) -> None:
        waited, last = 0.0, since
        while any(player.table.moved < since for player in self.players):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)
            waited += min(time.monotonic() - last, 1)  # if all stood still, this one too, nobody was stuck
            last = time.monotonic()
            assert waited < STUCK, "a table is stuck"

    async def check(self) -> None:
        database = Store(self.database)
        games = load_games()
        for pair in zip(self.players[::2], self.players[1::2], strict=True):
            stored = await database.ask(log_of(pair[0].table.id))
            log = [read_entry(row) for row in stored.log]
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            for player in pair:
                self.check_moves(player, log)
            state = TableState(stored.meta, games[stored.meta.game], log)
            check_drafts(pair, state)
            assert is_summary_of(stored.summary, state)
        database.close()
        assert not self.lost, f"{len(self.lost)} acknowledged moves were lost: {'; '.join(self.lost)}"
        assert not self.twice, f"{self.twice} commands were carried out twice"

    def check_moves(self, player: Player, log: list[Entry]) -> None:
        """Is everything acknowledged in the log, where it was said to be, and nothing there twice?"""
        by_player = [entry for entry in log if entry.person == player.guest.person["id"]]
        mine = [entry for entry in by_player if isinstance(entry.change, Action)]
        logged = {entry.command: (entry.seq, entry.change.action) for entry in mine}
        self.acknowledged += len(player.acknowledged)
        for command, what in player.acknowledged.items():
            if logged.get(command) != what:
                self.lost.append(f"{command}: {what}, not {logged.get(command)}")
        self.twice += len(mine) - len(logged)
        unanswered = logged.keys() - player.acknowledged.keys()
        assert unanswered <= {player.waiting["id"] if player.waiting else None}

    def figures(self, kind: str) -> list[str]:
        pauses = sorted(self.pauses)
        counts = len(self.rooms), len(pauses), self.acknowledged, len(self.lost), self.twice
        return [kind, *map(str, counts), f"{pauses[len(pauses) // 2]:.1f}", f"{pauses[-1]:.1f}"]


def check_drafts(pair: tuple[Player, ...], state: TableState) -> None:
    """A choice not yet revealed is the last one that was acknowledged, or the one still without an answer."""
    for seat, draft in state.live_game.drafts.items():
        newest = max(pair[seat].acknowledged.values(), key=lambda one: one[0])
        assert draft == newest[1] or (pair[seat].waiting and draft == pair[seat].waiting["action"])


async def killed(database: str, processes: int, tables: int, times: int) -> Killing:
    killing = Killing(database, processes, tables)
    await killing.run(times)
    return killing


@contextlib.contextmanager
def databases(kind: str) -> Iterator[str]:
    """A new database of this kind."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "room.db")
    else:
        with postgres_server() as server:
            yield new_database(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--processes", type=int, action="append")
    asked = parser.parse_args()
    print(
        "| database | processes | kills | acknowledged | lost | twice | pause, median s | pause, longest s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for kind in asked.database or ("sqlite", "postgresql"):
        for processes in asked.processes or (1, 2):
            with databases(kind) as database:
                killing = asyncio.run(killed(database, processes, asked.tables, asked.times))
            print("|", " | ".join(killing.figures(kind)), "|", flush=True)


if __name__ == "__main__":
    sys.exit(main())
