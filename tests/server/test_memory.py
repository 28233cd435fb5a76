"""Tables that were put away, and people who went, leave nothing behind in memory."""

import asyncio
import contextlib
import gc
import time
import weakref
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.server.errors import Refused
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Rate
from ludoteca.server.table.socket_frames import DirectWebSocket
from server.people import BOT, guest, make

pytestmark = pytest.mark.anyio


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Nothing looks for circles: what goes must go by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("connected", [False, True])
async def test_a_table_that_is_unloaded_leaves_memory_at_once(room, no_collection, connected):
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    seat = await ana.connect(table).__aenter__()
    await seat.do("ready")
    await seat.until(lambda table: table["legal"])
    await seat.act(seat.table["legal"][0])
    if not connected:
        await seat.socket.close()
        await asyncio.sleep(0.1)
    actor = room.inside.tables.awake[table]
    actor_then, state_then = weakref.ref(actor), weakref.ref(actor.state)
    room.inside.tables.unload(actor)
    del actor
    async with asyncio.timeout(10):
        while actor_then() or state_then():
            await asyncio.sleep(0.05)
    await seat.socket.close()
    async with ana.connect(table) as again:  # woken from its log
        assert again.table["stage"] == "playing"


def sockets_in_memory() -> list[DirectWebSocket]:
    return [one for one in gc.get_objects() if type(one) is DirectWebSocket]


@pytest.mark.parametrize("how", ["closed", "dropped", "refused", "put away"])
async def test_a_socket_that_is_gone_leaves_memory_at_once(room, no_collection, how):
    before = len(sockets_in_memory())
    ana = await guest(room)
    table = await make(ana, ["me", BOT])
    with contextlib.suppress(ConnectionClosed):
        seat = await ana.connect("nothing" if how == "refused" else table).__aenter__()
    match how:
        case "closed":
            await seat.socket.close()
        case "dropped":
            seat.socket.transport.abort()
        case "put away":
            room.inside.tables.unload(room.inside.tables.awake[table])
    async with asyncio.timeout(10):
        while len(sockets_in_memory()) > before:
            await asyncio.sleep(0.05)


async def test_a_table_waits_for_one_timer_however_often_people_come_and_go(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT])
    for _ in range(5):
        async with ana.connect(table):
            pass
    await asyncio.sleep(0.1)
    timers = [one for one in gc.get_objects() if type(one) is asyncio.TimerHandle and not one.cancelled()]
    unloading = [one for one in timers if "_unload_if_idle" in repr(one._callback)]
    assert len(unloading) == 1


def test_a_gate_forgets_those_whose_limit_is_whole_again(monkeypatch):
    moment = time.monotonic()
    gate = Gate(Rate(2, 1))
    monkeypatch.setattr(time, "monotonic", lambda: moment)
    for person in range(100):
        gate.take(person)
    monkeypatch.setattr(time, "monotonic", lambda: moment + 0.5)
    gate.take("asked twice")
    gate.take("asked twice")
    monkeypatch.setattr(time, "monotonic", lambda: moment + 1.1)
    gate.take("new")
    assert list(gate.buckets) == ["asked twice", "new"]
    with pytest.raises(Refused):
        gate.take("asked twice")
