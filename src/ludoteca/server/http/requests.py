"""What handlers read from a request: the room, the person, the body, numbers of the query."""

from typing import TypeVar

import msgspec
from starlette.requests import Request

from ludoteca.archive.game_file import json_path_of
from ludoteca.core.game import Game
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.http.people import hashed
from ludoteca.server.room import Room
from ludoteca.server.store.models import Person
from ludoteca.server.table.state import TableState
from ludoteca.server.work.fair_queue import Asker

Body = TypeVar("Body")
Number = TypeVar("Number", int, None)


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
    """The bytes of a body, at most so many."""
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
    room_of(request).control.require_welcome(person, address_of(request))
    return person


def visitor_address(request: Request) -> str:
    """Where a visitor comes from, also one whom another process forwarded."""
    visitor = room_of(request).forwarded_visitors.read(request)
    return visitor.address if visitor else address_of(request)


def game_of(request: Request) -> Game:
    try:
        return room_of(request).games[request.path_params["game"]]
    except KeyError:
        raise Refused("no_such_game") from None


async def state_of(request: Request) -> TableState:
    actor = await room_of(request).tables.find(request.path_params["table"])
    return actor.state


def asker_of(request: Request) -> Asker:
    """Whose share of heavy work a request counts for."""
    token = room_of(request).people.token(request)
    return address_of(request), hashed(token) if token else ""


def number_in(request: Request, name: str, default: Number, most: int) -> int | Number:
    """A number of the query, at most so large; `malformed`, naming it, if it is none."""
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isdecimal() or not given.isascii() or len(given) > 16 or int(given) > most:
        raise Refused("malformed", where=name)
    return int(given)
