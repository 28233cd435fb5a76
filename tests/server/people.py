"""People and tables for the tests."""

import contextlib
import random
from contextlib import AsyncExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed

from ludoteca.client import Connection, Guest, Json
from ludoteca.server.settings import Limits, Rate

SHORT = {"variant": "basic", "rounds": 1}
BOT = {"bot": "random"}
MUCH = Rate(9999, 9999)
QUICK = Limits(
    socket_messages=MUCH, messages=MUCH, requests=MUCH, hints=MUCH, connects=MUCH
)  # for those who play fast


async def guest(room: Any, name: str = "Ana") -> Guest:
    one = Guest(room.url)
    await one.name(name)
    return one


async def make(host: Guest, seats: list[Any], **more: Any) -> str:
    """The id of a new table."""
    wanted = {"game": "pega-em-6", "options": SHORT, "seats": seats} | more
    return str((await host.post("/api/tables", wanted))["table"])


async def play_on(seat: Connection) -> None:
    """Play anything that is legal until the game is over."""
    while seat.table["stage"] != "over":
        if seat.to_choose:
            await seat.act(random.choice(seat.table["legal"]))
        else:
            await seat.hear()


async def hear_all(seat: Connection) -> tuple[list[Json], int]:
    """Everything until the server closes the socket, and the code with which it does."""
    heard = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard.append(await seat.hear())
    return heard, seat.socket.close_code or 0


async def two_at_a_table(room: Any, stack: AsyncExitStack, **more: Any) -> tuple[Connection, Connection]:
    """Ana, the host, and Ben, who begin a short game."""
    ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
    table = await make(ana, ["me", "open"], **more)
    one = await stack.enter_async_context(ana.connect(table))
    two = await stack.enter_async_context(ben.connect(table))
    await two.do("sit", entropy="ab" * 32)
    await one.do("ready", entropy="cd" * 32)
    await one.do("start")
    await two.until(lambda table: table["stage"] == "playing")
    return one, two
