"""People: a guest is a name and a cookie."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludoteca.server.challenges import EXPIRES
from ludoteca.server.cluster.forwarding import ForwardedVisitors
from ludoteca.server.settings import Settings
from ludoteca.server.store import people_queries as queries
from ludoteca.server.store.models import Person
from ludoteca.server.store.queries import Store
from ludoteca.server.table.text_checks import read_name

SIGN_IN = "-sign-in"


class People:
    """The guests of a room."""

    def __init__(self, settings: Settings, database: Store, forwarded_visitors: ForwardedVisitors) -> None:
        self.settings = settings
        self.store = database
        self.forwarded_visitors = forwarded_visitors

    async def of(self, request: HTTPConnection) -> Person | None:
        """The person of this cookie, or the one that another process forwarded."""
        if visitor := self.forwarded_visitors.read(request):
            return visitor.person
        token = self.token(request)
        return await self.store.ask(queries.person_of(hashed(token))) if token else None

    def token(self, request: HTTPConnection) -> str | None:
        """A browser sends it as a cookie, a program as `Authorization: Bearer`."""
        scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
        return bearer if scheme.lower() == "bearer" else request.cookies.get(self.cookie_name(request))

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the token for the cookie."""
        person, token = Person("p" + secrets.token_hex(8), read_name(name)), secrets.token_urlsafe(32)
        await self.store.write(queries.add_person(person, hashed(token)))
        return person, token

    async def change(self, person: Person, token: str) -> None:
        """Name and picture; the cookie that was shown lasts from now on."""
        await self.store.write(queries.change_person(person, hashed(token)))

    async def add_device(self, person: str) -> str:
        """The token for the cookie of one more device."""
        token = secrets.token_urlsafe(32)
        await self.store.write(queries.add_device("p" + secrets.token_hex(8), person, hashed(token)))
        return token

    # The cookie

    def set_cookie(self, request: HTTPConnection, response: Response, token: str) -> None:
        self._set(request, response, self.cookie_name(request), token, queries.COOKIE_LASTS)

    def set_sign_in_cookie(self, request: HTTPConnection, response: Response, value: str) -> None:
        """What a browser keeps between leaving for a provider and being signed in."""
        self._set(request, response, self.cookie_name(request) + SIGN_IN, value, EXPIRES)

    def sign_in_cookie(self, request: HTTPConnection) -> str | None:
        return request.cookies.get(self.cookie_name(request) + SIGN_IN)

    def _set(self, request: HTTPConnection, response: Response, name: str, value: str, lasts: int) -> None:
        response.set_cookie(
            name,
            value,
            max_age=lasts // 1000,
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
