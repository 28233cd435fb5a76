"""Frames read straight from the socket: whole or in pieces, one or many at a time, however they are cut."""

import asyncio
import json
import struct
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from ludoteca.server.table.socket_frames import frame_size, unmasked
from server.people import BOT, guest, hear_all, make, two_at_a_table

pytestmark = pytest.mark.anyio


def written(opcode: Opcode, payload: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, payload, fin).serialize(mask=True)


@given(st.binary(max_size=300), st.integers(0, 400))
def test_a_frame_is_found_and_unmasked_however_long_it_is(payload, cut):
    frame = written(Opcode.TEXT, payload)
    size = frame_size(frame)
    assert size is not None
    begin, end = size
    assert end == len(frame)
    assert unmasked(frame[begin:end], frame[begin - 4 : begin]) == payload
    part = frame_size(frame[:cut])
    assert part in (None, size)


def test_lengths_of_two_and_eight_bytes_are_read():
    assert frame_size(struct.pack("!BBH", 0x81, 0x80 | 126, 500) + b"mask") == (8, 508)
    assert frame_size(struct.pack("!BBQ", 0x81, 0x80 | 127, 70_000) + b"mask") == (14, 70_014)
    assert frame_size(struct.pack("!BB", 0x81, 0x80 | 126)) is None


async def raw(seat, data: bytes) -> None:
    seat.socket.transport.write(data)
    await asyncio.sleep(0)


def hello(id: str) -> bytes:
    return json.dumps({"type": "say", "id": id, "phrase": "hello"}).encode()


async def acknowledged(seat, count):
    heard = []
    while len(heard) < count:
        message = await asyncio.wait_for(seat.hear(), 10)
        if message["type"] == "ack":
            heard.append(message["id"])
    return heard


async def test_many_frames_at_once_and_one_frame_byte_by_byte(shared_room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack)
        await raw(one, b"".join(written(Opcode.TEXT, hello(f"a{n}")) for n in range(5)))
        assert await acknowledged(one, 5) == [f"a{n}" for n in range(5)]
        for byte in written(Opcode.TEXT, hello("b")) + written(Opcode.TEXT, hello("c")):
            await raw(one, bytes([byte]))
            await asyncio.sleep(0.001)
        assert await acknowledged(one, 2) == ["b", "c"]


async def test_messages_in_parts_pings_and_whole_frames_keep_their_order(shared_room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack)
        text = hello("parts")
        sent = [
            written(Opcode.TEXT, hello("first")),
            written(Opcode.TEXT, text[:9], fin=False),
            written(Opcode.PING, b"are you there?"),
            written(Opcode.CONT, text[9:]),
            written(Opcode.TEXT, hello("last")),
        ]
        await raw(one, b"".join(sent))
        assert await acknowledged(one, 3) == ["first", "parts", "last"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),  # a client must mask
        (b"\xf1\x80\x00\x00\x00\x00", 1002),  # bits that mean nothing
        (struct.pack("!BBQ", 0x81, 0x80 | 127, 1 << 40) + b"mask", 1009),
        (written(Opcode.CONT, b"{}"), 1002),
    ],
    ids=[
        "unmasked",
        "reserved bits",
        "too long",
        "nothing to continue",
    ],  # masks are random, and so would ids be
)
async def test_what_is_no_frame_closes_the_socket(shared_room, data, code):
    ana = await guest(shared_room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        await raw(seat, data)
        assert (await asyncio.wait_for(hear_all(seat), 10))[1] == code


def test_the_client_used_here_writes_what_a_browser_writes():
    client = ClientProtocol(parse_uri("ws://x/"), state=OPEN)
    client.send_text(b"{}")
    (sent,) = client.data_to_send()
    assert frame_size(sent) == (6, 8)
