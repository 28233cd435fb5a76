"""What the server answers over HTTP."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from ludoteca import __version__
from ludoteca.core.game import Game
from ludoteca.core.words import LANGUAGES
from ludoteca.server import catalogue, store, told
from ludoteca.server.errors import Refused
from ludoteca.server.forwarding import Visitor, ask_for, forward_request
from ludoteca.server.house import House
from ludoteca.server.leases import Elsewhere
from ludoteca.server.links import qr_svg
from ludoteca.server.messages import place_in
from ludoteca.server.origin import address_of, require_own_origin
from ludoteca.server.phrases import PHRASES
from ludoteca.server.records import Json, Meta, Person
from ludoteca.server.table_state import OVER
from ludoteca.server.tables import NewTable

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


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body of a request from our own page or from a program, as what it should be."""
    content = await content_of(request, house_of(request).settings.limits.frame)
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
        raise Refused("malformed", where=place_in(wrong)) from None


async def content_of(request: Request, most: int) -> bytes:
    require_own_origin(request, house_of(request).settings)
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > most:
            raise Refused("too_large")
    return bytes(content)


async def person_of(request: Request) -> Person:
    person = await house_of(request).people.of(request)
    if person is None:
        raise Refused("no_person")
    return person


def limited(endpoint: Endpoint) -> Endpoint:
    """An address may ask only so often; what concerns a table is answered by the process that runs it."""

    async def answer_if_not_too_many(request: Request) -> Response:
        house, visitor = house_of(request), house_of(request).passes.read(request)
        if visitor is None:
            house.requests.take(address_of(request))
        try:
            if "table" in request.path_params:
                await house.tables.find(request.path_params["table"])
            return await endpoint(request)
        except Elsewhere as where:
            if visitor:
                raise Refused("stopping") from None
            require_own_origin(request, house.settings)
            visitor = Visitor(await house.people.of(request), address_of(request))
            return await forward_request(request, where.owner, visitor)

    return answer_if_not_too_many


def game_of(request: Request) -> Game:
    try:
        return house_of(request).games[request.path_params["game"]]
    except KeyError:
        raise Refused("no_such_game") from None


# People


async def show_me(request: Request) -> Response:
    return answer({"person": await house_of(request).people.of(request)})


async def name_me(request: Request) -> Response:
    """A guest is made, or renamed."""
    house, wanted = house_of(request), await body_of(request, NewName)
    person, token = await house.people.of(request), house.people.token(request)
    new = person is None or token is None
    if person is None or token is None:
        house.new_people.take(address_of(request))
        person, token = await house.people.welcome(wanted.name)
    else:
        person = await house.people.rename(person, wanted.name)
    response = answer({"person": person}, 201 if new else 200)
    house.people.set_cookie(request, response, token)
    return response


# The house and its games


async def show_house(request: Request) -> Response:
    limits = house_of(request).settings.limits
    about = {"version": __version__, "languages": LANGUAGES, "phrases": PHRASES}
    return answer({**about, "most_name": limits.name, "most_text": limits.text})


async def list_games(request: Request) -> Response:
    return answer({"games": [catalogue.describe(game) for game in house_of(request).games.values()]})


async def show_words(request: Request) -> Response:
    return answer(catalogue.words(game_of(request), request.path_params["language"]))


async def show_rules(request: Request) -> Response:
    return answer(catalogue.rules_text(game_of(request), request.path_params["language"]))


# Tables


async def make_table(request: Request) -> Response:
    house, wanted = house_of(request), await body_of(request, NewTable)
    person = await person_of(request)
    may_make_table(house, person)
    return made(house, await house.tables.make(person, wanted))


def may_make_table(house: House, person: Person) -> None:
    if house.stopping:
        raise Refused("stopping")
    house.new_tables.take(person.id)


def made(house: House, meta: Meta) -> Response:
    """The answer that a table was made, with the maker's seat."""
    seat = next((number for number, place in enumerate(meta.places) if place.person == meta.host), None)
    return answer({"table": meta.id, "seat": seat, "link": house.link_to(meta.id)}, 201)


async def list_open(request: Request) -> Response:
    house = house_of(request)
    found = await summaries(house, await house.store.ask(store.open_tables))
    return answer({"tables": [table for table in found if table["stage"] != OVER]})


async def list_mine(request: Request) -> Response:
    house, person = house_of(request), await person_of(request)
    return answer({"tables": await summaries(house, await house.store.ask(store.tables_of(person.id)))})


async def summaries(house: House, tables: list[str]) -> list[Json]:
    """One unreadable table does not hide the others."""
    found = []
    for table in tables:
        with contextlib.suppress(Refused):
            found.append(await summary(house, table))
    return found


async def summary(house: House, table_id: str) -> Json:
    try:
        actor = await house.tables.find(table_id)
    except Elsewhere as where:
        return await ask_for(where.owner, f"/api/tables/{table_id}", Visitor(None, ""))
    return told.summary(actor.state, actor.seating.presence(), house.link_to(table_id))


async def show_table(request: Request) -> Response:
    return answer(await summary(house_of(request), request.path_params["table"]))


async def show_qr(request: Request) -> Response:
    house = house_of(request)
    actor = await house.tables.find(request.path_params["table"])
    return Response(qr_svg(house.link_to(actor.state.meta.id)), media_type="image/svg+xml")


# For the host


async def health(request: Request) -> Response:
    stopping = house_of(request).stopping
    return answer({"status": "stopping" if stopping else "ok"}, 503 if stopping else 200)


async def metrics(request: Request) -> Response:
    return Response(generate_latest(house_of(request).metrics.registry), media_type=CONTENT_TYPE_LATEST)
