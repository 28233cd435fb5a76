"""A client that does not read is cut off, and costs the server a bounded amount of memory."""

import asyncio
import contextlib
import json
import socket
import time
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludoteca.server.settings import Limits, Rate
from ludoteca.server.table.socket_frames import text_frame
from server.people import two_at_a_table

pytestmark = pytest.mark.anyio
MANY = Rate(1e9, 1e9)
OUTBOX = 64 * 1024
FEW = 5  # questions whose answers fill no outbox at once, so that one can be seen filling


def with_a_small_pocket(url: str) -> socket.socket:
    """A socket whose system takes little that is not read."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = url.removeprefix("http://").split(":")
    taken.connect((host, int(port)))
    taken.setblocking(False)
    return taken


async def test_who_reads_too_slowly_is_cut_off_and_the_others_play_on(open_room):
    limits = Limits(outbox=OUTBOX, socket_messages=MANY, messages=MANY)
    async with AsyncExitStack() as stack, open_room(limits=limits, patience=60) as room:
        one, two = await two_at_a_table(room, stack)
        connections = room.inside.tables.awake[one.table["table"]].connections
        before = set(connections.sockets)
        slow = await connect(
            two.address, additional_headers=two.headers, sock=with_a_small_pocket(room.url), max_queue=1
        )
        while not (new := set(connections.sockets) - before):  # the hand was shaken, the seat comes after it
            await asyncio.sleep(0.01)
        line = new.pop().direct
        most = await let_it_not_read(slow, line)
        assert line.close_sent
        assert 0 < most <= OUTBOX
        await one.act(one.table["legal"][0])
        while len(connections.sockets) > 2:
            await asyncio.sleep(0.05)
        await two.act(two.table["legal"][0])
        with contextlib.suppress(ConnectionClosed):
            while True:
                await slow.recv()
        assert slow.close_code in (4408, 1006)


async def let_it_not_read(slow, line) -> int:
    """Ask for more than it takes, until the server has enough; the most that waited meanwhile."""
    wrong = json.dumps({"type": "act", "id": "x", "seq": 99, "action": {}})
    most, until = 0, time.monotonic() + 60
    while not line.close_sent and time.monotonic() < until:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(FEW):
                await slow.send(wrong)
        await asyncio.sleep(0.001)
        if not line.close_sent:
            most = max(most, line.waiting)
    return most


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536, 70000])
async def test_frames_of_any_length_arrive_whole(length):
    from websockets.client import ClientProtocol
    from websockets.protocol import OPEN
    from websockets.uri import parse_uri

    reader = ClientProtocol(parse_uri("ws://x/"), state=OPEN)
    reader.receive_data(text_frame(b"x" * length))
    (frame,) = reader.events_received()
    assert bytes(frame.data) == b"x" * length
