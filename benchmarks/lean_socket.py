"""A WebSocket for load generators: it reads of each message what a player needs, and no more.

A usual client takes as much of a core for a move as the server, and both share the machine.
"""

import asyncio
import struct
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, UnsetType

UNMASKED = bytes(4)  # a mask that changes nothing
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bHVkb3RlY2EtYmVuY2htYQ==\r\n{headers}\r\n"
)


class Heard(msgspec.Struct):
    """A message of the server, as far as somebody who plays anything legal looks at it."""

    type: str
    id: str | None = None
    seq: int | None = None
    legal: list[msgspec.Raw] | UnsetType = UNSET
    draft: dict[str, Any] | UnsetType | None = UNSET


HEARD = msgspec.json.Decoder(Heard)


def client_frame(kind: int, content: bytes) -> bytes:
    if len(content) < 126:
        return struct.pack("!BB", kind, 0x80 | len(content)) + UNMASKED + content
    return struct.pack("!BBH", kind, 0x80 | 126, len(content)) + UNMASKED + content


class LeanSocket(asyncio.Protocol):
    """Whoever plays overrides `heard`."""

    def __init__(self) -> None:
        self.rest = b""
        self.open = False
        loop = asyncio.get_running_loop()
        self.closed: asyncio.Future[None] = loop.create_future()

    async def connect(self, address: str, headers: dict[str, str]) -> None:
        url = urlsplit(address)
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, url.hostname, url.port)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        path = f"{url.path}?{url.query}"
        self.transport.write(UPGRADE.format(path=path, host=url.netloc, headers=lines).encode())

    def heard(self, message: Heard) -> None:
        raise NotImplementedError

    def send(self, message: Any) -> None:
        self.transport.write(client_frame(TEXT, msgspec.json.encode(message)))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if not self.open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if b" 101 " not in head[:20]:
                self.fail(head[:200])
                return
            self.open = True
        self._read_frames(data)

    def _read_frames(self, data: bytes) -> None:
        at, there = 0, len(data)
        while there - at >= 2:
            length, begin = data[at + 1], at + 2
            if length >= 126:
                size = 2 if length == 126 else 8
                length, begin = int.from_bytes(data[begin : begin + size]), begin + size
            if begin + length > there:
                break
            self._take(data[at], data[begin : begin + length])
            at = begin + length
        self.rest = data[at:]

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self.heard(HEARD.decode(content))
        elif kind == PING:
            self.transport.write(client_frame(PONG, content))
        elif kind == CLOSE:
            self.fail(content)

    def fail(self, why: object) -> None:
        if not self.closed.done():
            self.closed.set_exception(ConnectionError(f"closed: {why!r}"))

    def connection_lost(self, exc: Exception | None) -> None:
        self.fail(exc)
