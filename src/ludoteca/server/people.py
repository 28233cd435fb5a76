"""People: a guest is a name and a cookie."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludoteca.server import store
from ludoteca.server.forwarding import Passes
from ludoteca.server.phrases import read_name
from ludoteca.server.records import Person
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store


class People:
    """The guests of a house."""

    def __init__(self, settings: Settings, database: Store, passes: Passes) -> None:
        self.settings = settings
        self.store = database
        self.passes = passes

    async def of(self, request: HTTPConnection) -> Person | None:
        """The person whose cookie this is, or for whom another process vouches."""
        if visitor := self.passes.read(request):
            return visitor.person
        token = self.token(request)
        return await self.store.ask(store.person_of(hashed(token))) if token else None

    def token(self, request: HTTPConnection) -> str | None:
        return request.cookies.get(self.cookie_name(request))

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the token for the cookie."""
        person, token = Person("p" + secrets.token_hex(8), read_name(name)), secrets.token_urlsafe(32)
        await self.store.write(store.add_person(person, hashed(token)))
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, read_name(name))
        await self.store.write(store.rename_person(renamed))
        return renamed

    # The cookie

    def set_cookie(self, request: HTTPConnection, response: Response, token: str) -> None:
        response.set_cookie(
            self.cookie_name(request),
            token,
            max_age=store.COOKIE_LASTS // 1000,
            path=self.settings.root_path or "/",
            secure=self.secure(request),
            httponly=True,
            samesite="lax",
        )

    def cookie_name(self, request: HTTPConnection) -> str:
        """Over https the name itself binds the cookie to this host; `__Host-` allows no sub-path."""
        if not self.secure(request):
            return "ludoteca"
        return "__Secure-ludoteca" if self.settings.root_path else "__Host-ludoteca"

    def secure(self, request: HTTPConnection) -> bool:
        if self.settings.public_url:
            return self.settings.public_url.startswith("https:")
        return request.url.scheme in ("https", "wss")


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
