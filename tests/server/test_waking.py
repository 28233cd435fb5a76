"""A table that wakes: the compiler keeps people waiting and says so, a long log keeps nobody else waiting."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import AsyncExitStack, contextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect

import ludoteca
from ludoteca.bots.warmup import PARTS, rules
from ludoteca.client import Connection, Guest
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from ludoteca.server.store import queries
from ludoteca.server.store.models import Meta
from ludoteca.server.table import bot_threads as module
from ludoteca.server.table.compile_queue import CompileQueue
from ludoteca.server.table.entries import Entry, Start, store_entry
from ludoteca.server.table.state import TableState
from server.conftest import Opened
from server.people import BOT, QUICK, guest, make, two_at_a_table

pytestmark = pytest.mark.anyio
PEGA = "pega-em-6"


@pytest.fixture
def compiler(room: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A compiler that takes until this event."""
    monkeypatch.setattr(module, "NOTICE_EVERY", 0.05)
    done = threading.Event()
    occupy(room.inside.bot_threads.compiler, done, "dobro")
    yield done
    done.set()


def occupy(compiler: CompileQueue, done: threading.Event, waiting: str) -> None:
    """Let the compiler be at something until this event, and a game wait for it."""
    compiler.thread.submit(done.wait, 30)
    compiler.add(ludoteca.game(waiting), rules, asked=False)


@contextmanager
def everything_busy(bot_threads: module.BotThreads) -> Iterator[None]:
    """The compiler is at a game and all threads of bots are taken."""
    compiling, thinking = threading.Event(), threading.Event()
    occupy(bot_threads.compiler, compiling, "double-double-dominoes")
    threads = [bot_threads.threads.pool.submit(thinking.wait, 30) for _ in range(module.cores())]
    try:
        yield
    finally:
        compiling.set()
        thinking.set()
        wait(threads, 5)


async def nothing_is_compiled(room: Any) -> None:
    """Return when all that a table of Pega em 6! makes the compiler do is done."""
    for part in PARTS:
        await room.inside.bot_threads.ready_for(room.inside.games[PEGA], part)
    await room.inside.bot_threads.ready_for(room.inside.games["dobro"])


async def test_who_comes_to_a_table_that_is_compiled_is_told_until_it_can_be_shown(
    room: Any, compiler: threading.Event
) -> None:
    ana = await guest(room)
    seat = ana.connect(await make(ana, ["me", BOT], start="ready"))
    async with connect(seat.address, additional_headers=seat.headers) as socket:
        heard = [json.loads(await socket.recv()) for _ in range(3)]
        assert heard == [{"type": "waking"}] * 3
        compiler.set()
        while (message := json.loads(await socket.recv()))["type"] == "waking":
            pass
        assert message["type"] == "view"


async def test_who_waits_for_a_bot_while_games_are_compiled_is_told(
    room: Any, compiler: threading.Event
) -> None:
    compiler.set()
    await nothing_is_compiled(room)
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
        with everything_busy(room.inside.bot_threads):
            await seat.do("ready")
            assert await asyncio.wait_for(said_waking(seat), 5)
        await asyncio.wait_for(seat.until(lambda table: 1 in table["chosen"]), 10)


async def said_waking(seat: Any) -> bool:
    while (await seat.hear())["type"] != "waking":
        pass
    return True


async def test_who_waits_for_a_hint_while_games_are_compiled_is_told(
    room: Any, compiler: threading.Event
) -> None:
    compiler.set()
    await nothing_is_compiled(room)
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
        await seat.do("ready")
        await asyncio.wait_for(seat.until(lambda table: 1 in table["chosen"]), 10)
        with everything_busy(room.inside.bot_threads):
            await seat.send({"type": "hint", "id": "first"})
            assert await asyncio.wait_for(said_waking(seat), 5)
        while (told := await asyncio.wait_for(seat.hear(), 10))["type"] == "waking":
            pass
        assert (told["type"], told["id"]) == ("hint", "first")


async def test_a_slow_bot_alone_is_no_reason_to_say_so(room: Any, compiler: threading.Event) -> None:
    compiler.set()
    await nothing_is_compiled(room)
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
        busy = threading.Event()
        threads = [room.inside.bot_threads.threads.pool.submit(busy.wait, 30) for _ in range(module.cores())]
        await seat.do("ready")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(said_waking(seat), 0.3)
        busy.set()
        wait(threads, 5)


# Long logs


async def long_table(room: Any, ana: Guest, entries: int) -> str:
    """A table of Ana's with so many entries in its log."""
    table = await make(ana, ["me", BOT], options={"target": 9999})
    stored = await room.inside.store.ask(queries.log_of(table))
    log = await asyncio.to_thread(long_log, stored.meta, room.inside.games[PEGA], entries)
    await room.inside.store.write(*(queries.append(table, store_entry(entry)) for entry in log))
    return table


def long_log(meta: Meta, game: Game, entries: int) -> list[Entry]:
    state, log = TableState(meta, game), [Entry(1, Start())]
    state.apply(log[0])
    while len(log) < entries:
        assert state.live_game is not None
        seat = next(seat for seat in (0, 1) if state.live_game.waits_for(seat))
        kind, played = state.live_game.try_action(seat, state.live_game.table.legal(seat)[0])
        log.append(Entry(len(log) + 1, kind(seat, state.live_game.table.legal(seat)[0])))
        state.apply(log[-1], played)
    return log


async def longest_answer(seat: Connection, done: asyncio.Task[Any]) -> float:
    """The longest that a ping waits for its answer until this is done."""
    longest = 0.0
    while not done.done():
        began = time.perf_counter()
        await seat.send({"type": "ping"})
        while (await seat.hear())["type"] != "pong":
            pass
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(0.01)
    return longest


@pytest.mark.skipif(PLAIN, reason="a long log takes too long")
async def test_while_a_long_log_is_read_other_tables_are_answered(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        ana = await guest(room, "Ana")
        table = await long_table(room, ana, 4000)
        began = time.perf_counter()
        waking = asyncio.create_task(ana.get(f"/api/tables/{table}"))
        pings = asyncio.create_task(longest_answer(two, waking))
        await one.act(one.table["legal"][0])
        moved = time.perf_counter() - began
        assert not waking.done()
        assert (await waking)["stage"] == "playing"
        woken = time.perf_counter() - began
        assert max(moved, await pings) < woken / 3
        async with ana.connect(table, since=1) as seat:  # too much was missed to be told step by step
            assert seat.table["type"] == "view"
