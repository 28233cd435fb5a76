"""Who is the admin: a code claims the keys once, a password or passkey opens, tokens are for programs.

Nothing is kept but hashes. Codes, sessions and tokens are long and random, so one round of SHA-256 is enough;
a password is a person's, so it goes through scrypt.
"""

import asyncio
import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludoteca.server.codes import hashed, new_code, plain
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.passkeys import remove_passkeys_of
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Rate
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.admin_queries import Key
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

CODE = 12  # letters: 60 bits
SHORTEST, LONGEST = 10, 200  # characters of a password
SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}  # a tenth of a second and 32 MB
SESSION = 30 * 24 * 3_600_000  # milliseconds
TRIES = Rate(5, 1 / 30)  # of an address
ALL_TRIES = Rate(30, 1 / 5)  # of everybody together
COOKIE = "ludoteca-admin"
PASSKEY_OWNER = "admin"  # no person's id


class AdminKeys:
    """Claims, logins, sessions and tokens."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.tries = Gate(TRIES)
        self.all_tries = Gate(ALL_TRIES)
        self.one_password = asyncio.Lock()  # at a time: each takes its memory

    async def claim(self, request: HTTPConnection, code: str, password: str) -> str:
        """Take the keys with the code and set the password; the token of a session."""
        self._take_try(request)
        require_good(password)
        if not await self.room.store.ask(queries.key_of("code", hashed(plain(code)))):
            raise Refused("wrong_code")
        async with self.one_password:
            kept = await asyncio.to_thread(scrypt, password)
        session, token = new_key("session", "", SESSION)
        claimed = queries.claim(hashed(plain(code)), kept, session)
        await self.room.store.write(claimed, remove_passkeys_of(PASSKEY_OWNER))
        return token

    async def log_in(self, request: HTTPConnection, password: str) -> str:
        """The token of a new session."""
        self._take_try(request)
        kept = await self.room.store.ask(queries.password)
        async with self.one_password:
            right = kept is not None and await asyncio.to_thread(verify, password, kept)
        if not right:
            raise Refused("wrong_password")
        return await self.new_session()

    async def new_session(self) -> str:
        """Its token."""
        session, token = new_key("session", "", SESSION)
        await self.room.store.write(queries.add_key(session))
        return token

    async def require(self, request: HTTPConnection) -> Key:
        """The key that this request shows; `not_admin` if it shows none."""
        require_own_origin(request, self.room.settings)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        kind = "token" if scheme.lower() == "bearer" else "session"
        shown = token.strip() if kind == "token" else request.cookies.get(COOKIE, "")
        found = await self.room.store.ask(queries.key_of(kind, hashed(shown))) if shown else None
        if found is None:
            raise Refused("not_admin")
        return found

    async def new_token(self, name: str) -> tuple[Key, str]:
        key, token = new_key("token", name, None)
        await self.room.store.write(queries.add_key(key))
        return key, token

    def set_cookie(self, request: HTTPConnection, response: Response, token: str) -> None:
        """An empty token ends the session."""
        response.set_cookie(
            COOKIE, token, max_age=SESSION // 1000 if token else 0, path=self.room.settings.root_path or "/",
            secure=self.room.people.secure(request), httponly=True, samesite="strict",
        )  # fmt: skip

    def _take_try(self, request: HTTPConnection) -> None:
        require_own_origin(request, self.room.settings)
        self.tries.take(address_of(request))
        self.all_tries.take("all")


def new_key(kind: str, name: str, lasts: int | None) -> tuple[Key, str]:
    token = secrets.token_urlsafe(32)
    key = Key(secrets.token_hex(8), kind, hashed(token), name, now(), now() + lasts if lasts else None)
    return key, token


def new_claim_code() -> tuple[Key, str]:
    """A code for the claim, as `K7QM-2X9D-ATB3`, and what is kept of it."""
    code = new_code(CODE)
    return Key(secrets.token_hex(8), "code", hashed(plain(code)), "", now(), None), code


def require_good(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < 4:
        raise Refused("bad_password", shortest=SHORTEST)


def scrypt(password: str) -> str:
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${hash_password(password, salt)}"


def verify(password: str, kept: str) -> bool:
    salt, _, right = kept.partition("$")
    return hmac.compare_digest(hash_password(password[:LONGEST], bytes.fromhex(salt)), right)


def hash_password(password: str, salt: bytes) -> str:
    given = password.encode("utf-8", "replace")
    return hashlib.scrypt(given, salt=salt, dklen=32, **SCRYPT).hex()
