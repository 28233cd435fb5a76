"""A server that compiles its games keeps people waiting, and says so."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from typing import Any

import pytest
from websockets.asyncio.client import connect

from ludoteca.server.table import bot_threads as module
from server.people import BOT, guest, make

pytestmark = pytest.mark.anyio
PEGA = "pega-em-6"


@pytest.fixture
def compiler(room: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A compiler that takes until this event."""
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    done = threading.Event()
    room.inside.bot_threads.warm[PEGA, module.warm_up] = room.inside.bot_threads.compilers.submit(
        done.wait, 30
    )
    yield done
    done.set()


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
    bot_threads = room.inside.bot_threads
    compiler.set()
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
        compiling, busy = threading.Event(), threading.Event()
        bot_threads.warm["another game", module.warm_up] = bot_threads.compilers.submit(compiling.wait, 30)
        threads = [bot_threads.pool.submit(busy.wait, 30) for _ in range(module.cores())]
        await seat.do("ready")
        assert await asyncio.wait_for(said_waking(seat), 5)
        compiling.set()
        busy.set()
        await asyncio.wait_for(seat.until(lambda table: 1 in table["chosen"]), 10)
        wait(threads, 5)


async def said_waking(seat: Any) -> bool:
    while (await seat.hear())["type"] != "waking":
        pass
    return True


async def test_a_slow_bot_alone_is_no_reason_to_say_so(room: Any, compiler: threading.Event) -> None:
    compiler.set()
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
        busy = threading.Event()
        threads = [room.inside.bot_threads.pool.submit(busy.wait, 30) for _ in range(module.cores())]
        await seat.do("ready")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(said_waking(seat), 0.3)
        busy.set()
        wait(threads, 5)
