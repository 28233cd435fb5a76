"""Challenges: what somebody is asked to bring back, once and within a few minutes.

They are not stored: each carries a code that only the room can make, and the moment at which it expires. One
that was answered is remembered until then, so none counts twice, whichever process of the room it reaches.
"""

import hmac
import secrets
from typing import TYPE_CHECKING

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import bytes_to_base64url

from ludoteca.server.errors import Refused
from ludoteca.server.store.schema import used_challenges
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

EXPIRES = 5 * 60_000  # milliseconds
NONCE, MOMENT, MAC = 12, 8, 16  # bytes of a challenge


class Challenges:
    """The challenges of one way to sign in: `wrong` and `late` are the codes with which it refuses."""

    def __init__(self, room: "Room", what: str, wrong: str, late: str) -> None:
        self.room = room
        self.what = what
        self.wrong, self.late = wrong, late

    def new(self, purpose: str) -> bytes:
        said = secrets.token_bytes(NONCE) + (now() + EXPIRES).to_bytes(MOMENT, "big")
        return said + self.mac(purpose, said)

    def check(self, challenge: bytes, purpose: str) -> None:
        """Refuse what is none of ours for this purpose, or too old."""
        said, mac = challenge[:-MAC], challenge[-MAC:]
        if len(challenge) != NONCE + MOMENT + MAC or not hmac.compare_digest(mac, self.mac(purpose, said)):
            raise Refused(self.wrong)
        if int.from_bytes(said[NONCE:], "big") < now():
            raise Refused(self.late)

    def mac(self, purpose: str, said: bytes) -> bytes:
        return self.derived(purpose, said)[:MAC]

    def derived(self, purpose: str, said: bytes) -> bytes:
        """32 bytes that follow from these, and that nobody but the room can tell."""
        key = self.room.secret.encode()
        return hmac.digest(key, f"{self.what} {purpose} ".encode() + said, "sha256")

    async def write_once(self, challenge: bytes, job: Job) -> None:
        """Write what a challenge was answered for, unless it was answered before."""
        row = {"challenge": bytes_to_base64url(challenge), "expires_at": now() + EXPIRES}

        def note(connection: sql.Connection) -> None:
            connection.execute(used_challenges.delete().where(used_challenges.c.expires_at < now()))
            connection.execute(used_challenges.insert(), row)

        try:
            await self.room.store.write(note, job)
        except IntegrityError:
            raise Refused(self.wrong) from None
