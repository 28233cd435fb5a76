"""A small client of the server's API (docs/api.md), for bots that live outside and for tests.

guest = Guest("http://127.0.0.1:8000")
await guest.name("Ana")
seats = ["me", {"bot": "closest"}]
made = await guest.post("/api/tables", {"game": "pega-em-6", "seats": seats, "start": "ready"})
async with guest.connect(made["table"]) as seat:
    await seat.do("ready")
    while seat.table["stage"] != "over":
        if seat.to_choose:
            await seat.act(seat.table["legal"][0])
        else:
            await seat.hear()
"""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]


class Refusal(Exception):
    """The server said no: its code, the rule if there is one, and the whole answer."""

    def __init__(self, answer: Json) -> None:
        super().__init__(answer.get("code"))
        self.answer = answer
        self.code: str | None = answer.get("code")
        self.rule: str | None = answer.get("rule")


class Guest:
    """Somebody at a server: a name and a cookie, or the token that a host gave to a program."""

    def __init__(
        self,
        url: str,
        cookie: str | None = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.headers = dict(headers or {})
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.person: Json | None = None

    async def name(self, name: str) -> Json:
        """Become a guest of this name, or change it."""
        answer = await self.post("/api/me", {"name": name})
        self.person = answer["person"]
        return answer["person"]

    async def get(self, path: str) -> Any:
        return json.loads(await self.ask("GET", path))

    async def post(self, path: str, body: Any) -> Any:
        return json.loads(await self.ask("POST", path, json.dumps(body).encode()))

    async def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """What the server answers, as it came; Refusal if that is a problem."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def connect(self, table: str, since: int | None = None, watch: bool = False) -> "Connection":
        """A socket of this guest at a table; use it with `async with`."""
        query = [f"since={since}"] * (since is not None) + ["watch=1"] * watch
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?{'&'.join(query)}"
        return Connection(address, self._headers())

    def _headers(self) -> dict[str, str]:
        return self.headers | ({"Cookie": self.cookie} if self.cookie else {})

    def _ask(self, method: str, path: str, body: bytes | None) -> bytes:
        request = urllib.request.Request(self.url + path, body, self._headers(), method=method)
        try:
            with urllib.request.urlopen(request, timeout=90) as response:
                self._keep_cookie(response.headers.get_all("Set-Cookie", []))
                answer: bytes = response.read()
                return answer
        except urllib.error.HTTPError as wrong:
            with wrong:
                raise Refusal({"status": wrong.code, **json.loads(wrong.read() or b"{}")}) from None

    def _keep_cookie(self, set_cookies: list[str]) -> None:
        for line in set_cookies:
            for cookie in SimpleCookie(line).values():
                self.cookie = f"{cookie.key}={cookie.value}"


class Connection:
    """A socket at a table. `table` is the table as it stands after the last message heard."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address = address
        self.headers = headers
        self.table: Json = {}

    async def __aenter__(self) -> "Connection":
        self.socket: ClientConnection = await connect(
            self.address, additional_headers=self.headers, max_size=None, compression=None
        )
        try:
            while (await self.hear())["type"] == "waking":
                pass
        except BaseException:
            await self.socket.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    @property
    def to_choose(self) -> bool:
        """May this seat act, and has not chosen?"""
        return bool(self.table["legal"]) and self.table["draft"] is None

    async def hear(self) -> Json:
        """The next message; what it says of the table is noted."""
        message: Json = json.loads(await self.socket.recv())
        if message["type"] in ("view", "news"):
            self.table |= message
        if message["type"] == "refused":
            self.table |= message["now"]
        return message

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def do(self, what: str, **fields: Any) -> Json:
        """Send a command and hear on until it is done and told; Refusal if the answer is no."""
        command = fields.pop("id", None) or secrets.token_hex(8)
        await self.send({"type": what, "id": command, **fields})
        while (answer := await self.hear()).get("id") != command:
            pass
        if answer["type"] == "refused":
            raise Refusal(answer)
        await self.until(lambda table: table["seq"] >= answer["seq"])
        return answer

    async def act(self, action: Json, **fields: Any) -> Json:
        """Act for the own seat, on what was last heard."""
        return await self.do("act", **{"seq": self.table["seq"], "action": action} | fields)

    async def until(self, true: Any) -> Json:
        """Hear on until something is true of the table."""
        while not true(self.table):
            await self.hear()
        return self.table
