"""A seat at a running game room for a language model: what it reads, and what it writes back."""

import asyncio
import contextlib
import json
import secrets
from typing import Any

from websockets.exceptions import ConnectionClosed

from ludoteca.client import Connection, Guest, Refusal
from ludoteca.core.errors import IllegalAction, LudotecaError
from ludoteca.core.events import Event
from ludoteca.core.game import game
from ludoteca.core.words import WORDS, Words
from ludoteca.lab.text_view import TextView

Json = dict[str, Any]
LONGEST_WAIT = 20.0  # seconds: clients of models give a tool up soon after
ANSWER_TIME = 20.0


class NotNow(Exception):
    """Something cannot be done, told in a sentence."""


class ModelSeat:
    """One seat at one table, kept by one socket. All that is heard is noted until it is read."""

    def __init__(self, url: str, language: str, name: str, token: str | None = None) -> None:
        self.guest = Guest(url, token=token)
        self.named = bool(token)  # a token is somebody already
        self.name, self.language = name, language
        self.words = Words(language, WORDS)
        self.unread: list[Event] = []
        self.answers: dict[str, asyncio.Future[Json]] = {}
        self.heard = asyncio.Event()
        self.connection: Connection | None = None
        self.listening: asyncio.Task[None] | None = None

    # Coming and going

    async def be_somebody(self) -> None:
        if not self.named:
            await self.guest.name(self.name)
            self.named = True

    async def open(self, table: str) -> None:
        """Connect to a table; the socket to another one is closed."""
        await self.close()
        self.unread.clear()
        await self.be_somebody()
        self.connection = await self.guest.connect(table).__aenter__()
        self.listening = asyncio.create_task(self._listen(self.connection))

    async def close(self) -> None:
        if self.listening:
            self.listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.listening
        if self.connection:
            await self.connection.__aexit__(None, None, None)
        self.connection = self.listening = None

    async def _listen(self, connection: Connection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                self._note(await connection.hear())
        self.heard.set()

    def _note(self, message: Json) -> None:
        for step in message.get("steps", ()):
            self.unread += step.get("events", ())
        waiting = self.answers.pop(message.get("id") or "", None)
        if waiting and not waiting.done():
            waiting.set_result(message)
        self.heard.set()

    # Commands

    async def do(self, what: str, **fields: Any) -> None:
        """Send a command and wait until it is done; Refusal if the answer is no."""
        connection, id = await self._connected(), secrets.token_hex(8)
        self.answers[id] = asyncio.get_running_loop().create_future()
        waiting = self.answers[id]
        await connection.send({"type": what, "id": id, **fields})
        answer = await asyncio.wait_for(waiting, ANSWER_TIME)
        if answer["type"] == "refused":
            raise Refusal(answer)
        await self.until(lambda: self.table["seq"] >= answer["seq"], ANSWER_TIME)

    async def _connected(self) -> Connection:
        """The socket, made anew if the server has closed it."""
        if self.connection is None:
            raise NotNow(self.words.say("mcp.no_table"))
        if self.listening is None or self.listening.done():
            await self.open(self.connection.table["table"])
        return self.connection

    async def until(self, true: Any, seconds: float) -> bool:
        """Listen until something is true, the socket is closed or the time is up. Is it true?"""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not true() and self.listening and not self.listening.done():
                    self.heard.clear()
                    await self.heard.wait()
        return bool(true())

    # What is seen

    @property
    def table(self) -> Json:
        if self.connection is None:
            raise NotNow(self.words.say("mcp.no_table"))
        return self.connection.table

    @property
    def seat(self) -> int | None:
        seat: int | None = self.table["you"]["seat"]
        return seat

    @property
    def to_choose(self) -> bool:
        return bool(self.table["legal"]) and self.table["draft"] is None

    @property
    def over(self) -> bool:
        return bool(self.table["stage"] == "over")

    @property
    def reader(self) -> TextView:
        names = [seat_name(seat) for seat in self.table["seats"]]
        return TextView(game(self.table["game"]), self.seat, names, self.language)

    def look(self) -> str:
        """What has happened since the last look, the table, and what may be done now."""
        if not self.table["view"]:
            return self.words.say("mcp.gathering", {"seats": self.who_sits()})
        legal = self.table["legal"] if self.to_choose else []
        text = self.reader.whole(self.table["view"], legal, self.unread)
        self.unread.clear()
        return text if legal or self.over else f"{text}\n\n{self.words.say('mcp.others')}"

    def who_sits(self) -> str:
        return ", ".join(seat_name(seat) for seat in self.table["seats"])

    def seen(self) -> str:
        """The same as JSON, exactly as the server sent it."""
        return json.dumps({name: self.table[name] for name in ("seq", "view", "legal", "draft")})

    def moves(self) -> str:
        if not self.to_choose:
            raise NotNow(self.words.say("mcp.others"))
        return self.reader.moves(self.table["view"], self.table["legal"])

    # What is done

    async def act(self, move: str) -> None:
        """Do what a text means; NotNow, with the rule, if it cannot be done."""
        await self._connected()
        if not self.to_choose:
            raise NotNow(self.words.say("mcp.others"))
        try:
            action = self.reader.read(move, self.table["legal"])
            await self.do("act", seq=self.table["seq"], action=action)
        except LudotecaError as wrong:
            raise NotNow(self.reader.refusal(wrong)) from None
        except Refusal as refused:
            raise NotNow(self.why(refused)) from None

    def why(self, refused: Refusal) -> str:
        """A refusal of the server in words; those of a game have its rule."""
        code = refused.code or "failed"
        wrong = IllegalAction(code, self.words.say("mcp.refused", {"text": code}), refused.rule)
        return self.reader.refusal(wrong)


def seat_name(seat: Json) -> str:
    """The name of whoever sits there, be it a bot; or its number."""
    return str((seat["person"] or {}).get("name") or seat["bot"] or seat["seat"])
