"""What the server answers over HTTP."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from ludoteca import __version__
from ludoteca.archive.game_file import json_path_of
from ludoteca.core.game import Game
from ludoteca.core.words import LANGUAGES
from ludoteca.server.cluster.forwarding import Visitor, ask_for, forward_request
from ludoteca.server.cluster.leases import Elsewhere
from ludoteca.server.errors import Refused
from ludoteca.server.http import catalogue
from ludoteca.server.http.links import qr_svg
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.room import Room
from ludoteca.server.store import queries
from ludoteca.server.store.models import Json, Meta, Person
from ludoteca.server.table import views
from ludoteca.server.table.registry import NewTable
from ludoteca.server.table.state import OVER
from ludoteca.server.table.text_checks import PHRASES

Body = TypeVar("Body")
Endpoint = Callable[[Request], Awaitable[Response]]
PROBLEM = "application/problem+json"


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    name: str


def answer(what: Any, status: int = 200) -> Response:
    no_store = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(what), status, no_store, media_type="application/json")


async def problem(_request: Request, why: Exception) -> Response:
    """A refusal as a problem object."""
    assert isinstance(why, Refused)
    wait = {"Retry-After": str(why.arguments["seconds"])} if why.code == "too_many" else {}
    return Response(msgspec.json.encode(why.problem()), why.status, wait, media_type=PROBLEM)


def room_of(request: Request) -> Room:
    room: Room = request.app.state.room
    return room


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body of a request from our own page or from a program, as what it should be."""
    content = await content_of(request, room_of(request).settings.limits.frame)
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
        raise Refused("malformed", where=json_path_of(wrong)) from None


async def content_of(request: Request, most: int) -> bytes:
    require_own_origin(request, room_of(request).settings)
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > most:
            raise Refused("too_large")
    return bytes(content)


async def person_of(request: Request) -> Person:
    person = await room_of(request).people.of(request)
    if person is None:
        raise Refused("no_person")
    return person


def limited(endpoint: Endpoint) -> Endpoint:
    """An address may ask only so often; what concerns a table is answered by the process that runs it."""

    async def answer_if_not_too_many(request: Request) -> Response:
        room, visitor = room_of(request), room_of(request).passes.read(request)
        if visitor is None:
            room.requests.take(address_of(request))
        try:
            if "table" in request.path_params:
                await room.tables.find(request.path_params["table"])
            return await endpoint(request)
        except Elsewhere as where:
            if visitor:
                raise Refused("stopping") from None
            require_own_origin(request, room.settings)
            visitor = Visitor(await room.people.of(request), address_of(request))
            return await forward_request(request, where.owner, visitor)

    return answer_if_not_too_many


def game_of(request: Request) -> Game:
    try:
        return room_of(request).games[request.path_params["game"]]
    except KeyError:
        raise Refused("no_such_game") from None


# People


async def show_me(request: Request) -> Response:
    return answer({"person": await room_of(request).people.of(request)})


async def name_me(request: Request) -> Response:
    """A guest is made, or renamed."""
    room, wanted = room_of(request), await body_of(request, NewName)
    person, token = await room.people.of(request), room.people.token(request)
    new = person is None or token is None
    if person is None or token is None:
        room.new_people.take(address_of(request))
        person, token = await room.people.welcome(wanted.name)
    else:
        person = await room.people.rename(person, wanted.name)
    response = answer({"person": person}, 201 if new else 200)
    room.people.set_cookie(request, response, token)
    return response


# The room and its games


async def show_room(request: Request) -> Response:
    limits = room_of(request).settings.limits
    about = {"version": __version__, "languages": LANGUAGES, "phrases": PHRASES}
    return answer({**about, "most_name": limits.name, "most_text": limits.text})


async def list_games(request: Request) -> Response:
    return answer({"games": [catalogue.describe(game) for game in room_of(request).games.values()]})


async def show_words(request: Request) -> Response:
    return answer(catalogue.words(game_of(request), request.path_params["language"]))


async def show_rules(request: Request) -> Response:
    return answer(catalogue.rules_text(game_of(request), request.path_params["language"]))


# Tables


async def make_table(request: Request) -> Response:
    room, wanted = room_of(request), await body_of(request, NewTable)
    person = await person_of(request)
    may_make_table(room, person)
    return made(room, await room.tables.make(person, wanted))


def may_make_table(room: Room, person: Person) -> None:
    if room.stopping:
        raise Refused("stopping")
    room.new_tables.take(person.id)


def made(room: Room, meta: Meta) -> Response:
    """The answer that a table was made, with the maker's seat."""
    seat = next((number for number, place in enumerate(meta.places) if place.person == meta.host), None)
    return answer({"table": meta.id, "seat": seat, "link": room.link_to(meta.id)}, 201)


async def list_open(request: Request) -> Response:
    room = room_of(request)
    found = await summaries(room, await room.store.ask(queries.open_tables))
    return answer({"tables": [table for table in found if table["stage"] != OVER]})


async def list_mine(request: Request) -> Response:
    room, person = room_of(request), await person_of(request)
    return answer({"tables": await summaries(room, await room.store.ask(queries.tables_of(person.id)))})


async def summaries(room: Room, tables: list[str]) -> list[Json]:
    """One unreadable table does not hide the others."""
    found = []
    for table in tables:
        with contextlib.suppress(Refused):
            found.append(await summary(room, table))
    return found


async def summary(room: Room, table_id: str) -> Json:
    try:
        actor = await room.tables.find(table_id)
    except Elsewhere as where:
        return await ask_for(where.owner, f"/api/tables/{table_id}", Visitor(None, ""))
    return views.summary(actor.state, actor.connections.presence(), room.link_to(table_id))


async def show_table(request: Request) -> Response:
    return answer(await summary(room_of(request), request.path_params["table"]))


async def show_qr(request: Request) -> Response:
    room = room_of(request)
    actor = await room.tables.find(request.path_params["table"])
    return Response(qr_svg(room.link_to(actor.state.meta.id)), media_type="image/svg+xml")


# For the host


async def health(request: Request) -> Response:
    stopping = room_of(request).stopping
    return answer({"status": "stopping" if stopping else "ok"}, 503 if stopping else 200)


async def metrics(request: Request) -> Response:
    return Response(generate_latest(room_of(request).metrics.registry), media_type=CONTENT_TYPE_LATEST)
