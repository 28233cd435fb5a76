"""One endpoint of the HTTP API: how it is declared, how a request reaches its handler, how it is answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteca.server.cluster.forwarding import Visitor, forward_request
from ludoteca.server.cluster.leases import Elsewhere
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.http.requests import room_of
from ludoteca.server.store.models import Json
from ludoteca.server.work.fair_queue import Asker

if TYPE_CHECKING:
    from ludoteca.server.room import Room

Built = TypeVar("Built")


@dataclass(frozen=True)
class Answered(Generic[Built]):
    """An answer that is more than its body: a status of its own, or a cookie to set."""

    body: Built
    status: int = 200
    token: str | None = None
    signing_in: str | None = None  # what the browser keeps while it signs in at a provider


@dataclass(frozen=True)
class Encoded(Generic[Built]):
    """An answer that is JSON already."""

    content: bytes


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked. What is answered is what the handler says it returns."""

    method: str
    path: str
    handler: Callable[[Request], Awaitable[Any]]
    summary: str
    statuses: tuple[int, ...] = (200,)
    body: Any = None  # the struct that the handler reads
    query: dict[str, Json] = field(default_factory=dict)
    problems: tuple[int, ...] = ()
    admin: bool = False  # only for who has the keys
    damaged_too: bool = False  # also for a table that cannot be read
    media: str = "image/svg+xml"  # of an answer that is no JSON
    finished: bool = False  # about a finished game: any process answers, and no table is woken

    @property
    def answer(self) -> Any:
        """The type of the answer; Response for one that is no JSON."""
        returned = get_type_hints(self.handler)["return"]
        return get_args(returned)[0] if get_origin(returned) in (Answered, Encoded) else returned

    def route(self) -> Route:
        return Route("/api" + self.path, self.serve, methods=[self.method])

    async def serve(self, request: Request) -> Response:
        """An address may ask only so often; what concerns a table is answered by the process that runs it."""
        room = room_of(request)
        visitor = room.forwarded_visitors.read(request)
        address = visitor.address if visitor else address_of(request)
        if visitor is None:
            room.requests.take(address)
        self._require_text(request)
        await self._require_welcome(request, visitor, address)
        try:
            if "table" in request.path_params and not self.finished:
                await self._find(room, request.path_params["table"], (address,))
            return respond(request, await self.handler(request), self.statuses[0])
        except Elsewhere as where:
            if visitor:
                raise Refused("stopping") from None
            require_own_origin(request, room.settings)
            visitor = Visitor(await room.people.of(request), address, self.admin)
            return await forward_request(room.neighbours, request, where.owner, visitor)

    def _require_text(self, request: Request) -> None:
        """No database keeps a NUL in a text, and PostgreSQL takes none in a question either."""
        for name, given in (*request.path_params.items(), *request.query_params.multi_items()):
            if "\0" in given:
                unknown = name == "table" and 404 in self.problems
                raise Refused("no_such_table") if unknown else Refused("malformed", where=name)

    async def _require_welcome(self, request: Request, visitor: Visitor | None, address: str) -> None:
        room = room_of(request)
        if not self.admin:
            room.control.require_welcome(None, address)
        elif visitor is None or not visitor.admin:
            await room.keys.require(request)

    async def _find(self, room: "Room", table: str, asker: Asker) -> None:
        try:
            await room.tables.find(table, asker)
        except Refused as why:
            if why.code != "unreadable" or not self.damaged_too:
                raise


def respond(request: Request, returned: Any, status: int) -> Response:
    if isinstance(returned, Response):
        return returned
    if isinstance(returned, Encoded):
        return encoded_response(returned.content, status)
    if not isinstance(returned, Answered):
        return json_response(returned, status)
    response = json_response(returned.body, returned.status)
    if returned.token is not None:
        room_of(request).people.set_cookie(request, response, returned.token)
    if returned.signing_in is not None:
        room_of(request).people.set_sign_in_cookie(request, response, returned.signing_in)
    return response


def json_response(body: Any, status: int = 200) -> Response:
    return encoded_response(msgspec.json.encode(body), status)


def encoded_response(content: bytes, status: int) -> Response:
    return Response(content, status, {"Cache-Control": "no-store"}, media_type="application/json")
