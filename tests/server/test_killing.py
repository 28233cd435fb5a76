"""Killed without warning while people play: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import contextlib
import random
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.client import Connection, Guest, Refusal
from ludoteca.server.catalogue import load_games
from ludoteca.server.store import Store, log_of
from ludoteca.server.table_state import TableState
from server.conftest import free_port
from server.people import hear_all

pytestmark = pytest.mark.anyio

SERVE = """
import sys
from ludoteca.server.run import run
from ludoteca.server.settings import Limits, Rate, Settings
fast = Rate(10_000, 10_000)
limits = Limits(socket_messages=fast, messages=fast, requests=fast, new_people=fast, new_tables=fast)
run(Settings("127.0.0.1", int(sys.argv[1]), sys.argv[2], compile_all=False, limits=limits))
"""
CUT_OFF = (ConnectionClosed, OSError, EOFError)


class ServerProcess:
    """A server in a process of its own, on one database."""

    def __init__(self, folder: Path) -> None:
        self.database = str(folder / "room.db")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", SERVE, str(self.port), self.database])
        while True:
            assert self.process.poll() is None
            with contextlib.suppress(OSError):
                await Guest(self.url).get("/health")
                return
            await asyncio.sleep(0.05)

    async def end(self, how: int) -> None:
        self.process.send_signal(how)
        await asyncio.to_thread(self.process.wait, 30)


class Player:
    """Plays anything legal, changes choices now and then, and sends again what got no answer."""

    just_acknowledged = asyncio.Event()  # anybody's command: the worst moment to be killed

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest = guest
        self.table = table
        self.waiting: dict | None = None  # the command that got no answer yet
        self.acknowledged: dict[str, tuple[int, dict]] = {}
        self.playing = True

    async def play(self) -> None:
        while self.playing:
            with contextlib.suppress(*CUT_OFF):
                async with self.guest.connect(self.table) as seat:
                    await self._play_at(seat)
            await asyncio.sleep(0.02)

    async def _play_at(self, seat: Connection) -> None:
        while self.playing and seat.table["stage"] == "playing":
            if self.waiting or seat.to_choose or (seat.table["draft"] and random.random() < 0.3):
                await self._send(seat)
            else:
                await seat.hear()

    async def _send(self, seat: Connection) -> None:
        if self.waiting is None:
            action = random.choice(seat.table["legal"])
            self.waiting = {"id": secrets.token_hex(4), "seq": seat.table["seq"], "action": action}
        command = self.waiting
        try:
            answer = await seat.do("act", **command)
            self.acknowledged[command["id"]] = (answer["seq"], command["action"])
            self.just_acknowledged.set()
        except Refusal as no:
            if no.code != "stale":
                raise
        self.waiting = None


async def begin(server: ServerProcess) -> list[Player]:
    """Two people at a table that they will not finish soon."""
    people = [Guest(server.url), Guest(server.url)]
    for person in people:
        await person.name("Somebody")
    wanted = {"game": "pega-em-6", "options": {"target": 100_000}, "seats": ["me", "open"], "start": "ready"}
    table = (await people[0].post("/api/tables", wanted))["table"]
    async with people[0].connect(table) as one, people[1].connect(table) as two:
        await one.do("ready")
        await two.do("sit")
        await one.until(lambda table: table["stage"] == "playing")
    return [Player(person, table) for person in people]


async def check_log(players: list[Player], database: Store) -> TableState:
    """Everything acknowledged is in the log, where it was said to be; nothing is there twice."""
    meta, log = await database.ask(log_of(players[0].table))
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    for player in players:
        mine = [
            entry for entry in log if entry.person == player.guest.person["id"] and "action" in entry.data
        ]
        logged = {entry.command: (entry.seq, entry.data["action"]) for entry in mine}
        assert len(logged) == len(mine)
        assert player.acknowledged.items() <= logged.items()
        unanswered = logged.keys() - player.acknowledged.keys()
        assert unanswered <= {player.waiting["id"] if player.waiting else None}
    return TableState(meta, load_games()[meta.game], log)


async def kill_at_a_bad_moment(server: ServerProcess) -> None:
    await asyncio.sleep(random.uniform(0.2, 1.0))
    Player.just_acknowledged.clear()
    await Player.just_acknowledged.wait()
    await server.end(signal.SIGKILL)


async def kill_again_and_again(folder: Path, times: int, tables: int) -> int:
    server = ServerProcess(folder)
    await server.start()
    players = [player for _ in range(tables) for player in await begin(server)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(times):
        await kill_at_a_bad_moment(server)
        await server.start()
    await kill_at_a_bad_moment(server)
    for player in players:
        player.playing = False
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    database = Store(server.database)
    for pair in zip(players[::2], players[1::2], strict=True):
        state = await check_log(list(pair), database)
        for seat, draft in state.play.drafts.items():
            newest = max(pair[seat].acknowledged.values(), key=lambda one: one[0])
            assert draft == newest[1] or pair[seat].waiting
    database.close()
    return sum(len(player.acknowledged) for player in players)


async def test_killed_three_times_it_loses_and_repeats_nothing(tmp_path):
    assert await kill_again_and_again(tmp_path, times=3, tables=3) > 20


@pytest.mark.long
async def test_killed_a_hundred_times_it_loses_and_repeats_nothing(tmp_path):
    assert await kill_again_and_again(tmp_path, times=100, tables=6) > 1000


async def test_asked_to_stop_it_finishes_what_it_began_and_says_good_bye(tmp_path):
    server = ServerProcess(tmp_path)
    await server.start()
    players = await begin(server)
    async with players[0].guest.connect(players[0].table) as seat:
        await seat.act(seat.table["legal"][0], id="last")
        began = time.monotonic()
        await server.end(signal.SIGTERM)
        assert (await hear_all(seat))[1] == 1001
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert time.monotonic() - began < 10
    database = Store(server.database)
    _, log = await database.ask(log_of(players[0].table))
    database.close()
    assert log[-1].command == "last"
