"""A process that does not run a table proxies its visitors to the process that does.

It vouches for the visitor, whose origin, cookie and limits it has checked, with a key that only processes
which read the same database know.
"""

import asyncio
import contextlib
import hmac
import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ludoteca.server.errors import Refused
from ludoteca.server.store.models import Person, Process

KEY, VISITOR = "ludoteca-key", "ludoteca-visitor"
PASSED_ON = ("content-type", "cache-control", "retry-after", "content-disposition", "etag")
PATIENCE = 3  # seconds for another process to answer
SILENCE = 3  # seconds during which one that did not is not asked again
THREADS = 8
LARGEST = 8 * 1024 * 1024  # bytes of a request
CUT_OFF = (OSError, WebSocketException, TimeoutError)


@dataclass(frozen=True)
class Visitor:
    """A person or watcher who comes through another process."""

    person: Person | None
    address: str
    admin: bool = False  # has shown the keys


VISITORS = msgspec.json.Decoder(Visitor)


class ForwardedVisitors:
    """Reads the visitors that other processes forward, by the key that only they know."""

    def __init__(self, key: str) -> None:
        self.key = key

    def read(self, request: HTTPConnection) -> Visitor | None:
        """The visitor that another process forwarded, or None if the request comes straight from a client."""
        shown = request.headers.get(KEY)
        if shown is None or not hmac.compare_digest(shown.encode(), self.key.encode()):
            return None
        return VISITORS.decode(request.headers[VISITOR])


def headers_for(owner: Process, visitor: Visitor) -> dict[str, str]:
    return {KEY: owner.key, VISITOR: json.dumps(msgspec.to_builtins(visitor))}  # a header is plain ASCII


# Sockets


async def forward_socket(websocket: WebSocket, owner: Process, visitor: Visitor) -> None:
    """Carry frames to and fro until one side closes, and close the other with the same code."""
    address = owner.address.replace("http", "ws", 1) + path_of(websocket)
    there = connect(address, additional_headers=headers_for(owner, visitor), max_size=None, compression=None,
                    open_timeout=PATIENCE, proxy=None)  # fmt: skip
    code = 1001
    try:
        with contextlib.suppress(*CUT_OFF):
            async with there as other:
                code = await carry(websocket, other)
    finally:
        with contextlib.suppress(RuntimeError):  # it may be closed already
            await websocket.close(code)


async def carry(websocket: WebSocket, other: ClientConnection) -> int:
    both = [asyncio.create_task(way(websocket, other)) for way in (carry_there, carry_back)]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
    code = other.close_code
    return 1001 if code in (None, 1006) else code


async def carry_there(websocket: WebSocket, other: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            await other.send(message["bytes"] if text is None else text)


async def carry_back(websocket: WebSocket, other: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await websocket.send_text(str(await other.recv()))


# Requests


class Neighbours:
    """The other processes on the same database, asked on threads of their own."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="neighbour")
        self.silent: dict[str, float] = {}  # until when each that did not answer is left alone

    async def ask(self, owner: Process, *what: Any) -> Response:
        """What a process answers; `stopping` if it does not, or did not just now."""
        if self.silent.get(owner.id, 0) > time.monotonic():
            raise Refused("stopping")
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.threads, ask, owner, *what)
        except (OSError, http.client.HTTPException):
            self.silent[owner.id] = time.monotonic() + SILENCE
            raise Refused("stopping") from None

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


async def forward_request(
    neighbours: Neighbours, request: Request, owner: Process, visitor: Visitor
) -> Response:
    """The answer of the process that runs the table."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST:
            raise Refused("too_large")
    kind = {"Content-Type": request.headers["content-type"]} if "content-type" in request.headers else {}
    headers = headers_for(owner, visitor) | kind
    return await neighbours.ask(owner, request.method, path_of(request), body, headers)


def ask(owner: Process, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Response:
    place = urlsplit(owner.address)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    connection = kind(place.netloc, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request(method, place.path + path, body, headers)
        answer = connection.getresponse()
        kept = {name: value for name, value in answer.getheaders() if name.lower() in PASSED_ON}
        return Response(answer.read(), answer.status, kept)


def path_of(request: HTTPConnection) -> str:
    """The path below the root path, with its query."""
    path = quote(request.scope["path"])
    return f"{path}?{request.url.query}" if request.url.query else path
