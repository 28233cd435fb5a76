"""Tells people on their devices what waits for them, on threads of its own, so that no move is delayed."""

import asyncio
import http.client
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog
from cryptography.hazmat.primitives.asymmetric import ec

from ludoteca.core.words import catalogue
from ludoteca.server.errors import Refused, fault
from ludoteca.server.push import delivery, subscriptions, vapid
from ludoteca.server.push.encryption import encrypt, from_text
from ludoteca.server.push.subscriptions import Subscription
from ludoteca.server.rate_limits import Gate

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
THREADS = 2
MOST_WAITING = 1000  # messages; those that come then are left out
KEPT = 24 * 3600  # seconds for a device that is switched off
AGAIN_AFTER = 30.0  # seconds, once, when a push service has no time
GONE = (404, 410)


class Notice(msgspec.Struct, frozen=True):
    """What a person is told: nothing that is hidden at the table."""

    kind: Literal["turn", "rematch", "invitation"]
    table: str
    game: str
    name: str | None = None  # of who wants to play


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """The same as it travels; the page has the sentences."""

    kind: str
    table: str
    title: str  # the game, in the language of the device
    language: str
    name: str | None = None


class Push:
    """The room's messages to devices."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.key: ec.EllipticCurvePrivateKey | None = None
        self.threads = ThreadPoolExecutor(THREADS, "push")
        self.waiting = 0
        self.gate = Gate(room.settings.limits.pushes)

    async def open(self) -> None:
        made = vapid.MakeKey()
        await self.room.store.write(made)
        self.key = made.key

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def notify(self, person: str, notice: Notice) -> None:
        """Queue a message to all devices of a person, as often as the limit allows; returns at once."""
        if self.waiting >= MOST_WAITING:
            self._count("left_out")
            return
        try:
            self.gate.take(person)
        except Refused:
            self._count("limited")
            return
        self.room.run_in_background(self._notify(person, notice))

    async def _notify(self, person: str, notice: Notice) -> None:
        self.waiting += 1
        try:
            devices = await self.room.store.ask(subscriptions.of_person(person))
            await asyncio.gather(*(self._tell(device, notice) for device in devices))
        except Exception as wrong:  # nobody waits for it who could be told
            log.error("not pushed", why=fault(wrong))
        finally:
            self.waiting -= 1

    async def _tell(self, device: Subscription, notice: Notice) -> None:
        status = await self._send(device, notice)
        if status is None or status == 429 or status >= 500:
            await asyncio.sleep(AGAIN_AFTER)
            status = await self._send(device, notice)
        if status in GONE:
            await self.room.store.write(subscriptions.remove(device.endpoint))
        self._count("sent" if status and status < 300 else "gone" if status in GONE else "failed")

    async def _send(self, device: Subscription, notice: Notice) -> int | None:
        """The answer of the push service, or None if there is none."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.threads, self.deliver, device, notice)
        except (OSError, ValueError, http.client.HTTPException, delivery.NotPublic) as wrong:
            log.warning("no push service", why=fault(wrong))
            return None

    def deliver(self, device: Subscription, notice: Notice) -> int:
        """On a thread: encrypt, sign and send."""
        assert self.key is not None
        content = msgspec.json.encode(self.message(device.language, notice))
        headers = {
            "Authorization": vapid.authorization(self.key, device.endpoint, self.subject),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
            "Topic": notice.table[:32],  # a later one about the same table takes its place
        }
        body = encrypt(content, from_text(device.p256dh), from_text(device.auth))
        return delivery.send(device.endpoint, body, headers, self.room.settings.private_push)

    def message(self, language: str, notice: Notice) -> Message:
        folder = self.room.games[notice.game].folder
        title = catalogue(folder / "words", language)["name"]
        return Message(notice.kind, notice.table, title, language, notice.name)

    @property
    def subject(self) -> str:
        """Whom a push service may write to about us."""
        url = self.room.base_url
        return url if url.startswith("https:") else "mailto:host@ludoteca.invalid"

    def _count(self, outcome: str) -> None:
        self.room.metrics.pushes.labels(outcome).inc()
