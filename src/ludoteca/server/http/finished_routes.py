"""What the server answers over HTTP about finished games."""

import asyncio
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from ludoteca.server.errors import Refused
from ludoteca.server.finished import export, replay
from ludoteca.server.finished.continue_game import Continue, continued, frames_of
from ludoteca.server.finished.import_game import brought_in
from ludoteca.server.http.routes import (
    answer,
    body_of,
    content_of,
    made,
    may_make_table,
    person_of,
    room_of,
)
from ludoteca.server.room import Room
from ludoteca.server.store import queries
from ludoteca.server.store.models import Json, Person
from ludoteca.server.table.state import TableState

Number = TypeVar("Number", int, None)


async def list_finished(request: Request) -> Response:
    room, person = room_of(request), await person_of(request)
    before = number_in(request, "before", 2**53, 2**53)
    games = await room.store.ask(queries.finished_of(person.id, before))
    return answer({"games": [write_finished(room, person, game) for game in games]})


def write_finished(room: Room, person: Person, game: queries.Finished) -> Json:
    people = game.result.pop("people")
    seat = people.index(person.id) if person.id in people else None
    return {
        "table": game.table,
        "over_at": game.over_at,
        **game.result,
        "you": seat,
        "link": room.link_to(game.table),
    }


async def export_game(request: Request) -> Response:
    return answer(export.export(await state_of(request)))


async def show_fairness(request: Request) -> Response:
    return answer(await asyncio.to_thread(export.fairness_of, await state_of(request)))


async def replay_game(request: Request) -> Response:
    state = await state_of(request)
    frames = await frames_of(room_of(request), state)
    seat = number_in(request, "seat", None, len(state.places) - 1)
    first, most = number_in(request, "from", 0, 2**53), number_in(request, "most", 100, replay.MOST_FRAMES)
    written = await asyncio.to_thread(replay.write_frames, frames, seat, first, most)
    about = export.result(state)
    del about["people"]
    return answer({"table": state.meta.id, **about, "last": len(frames) - 1, "frames": written})


async def review_game(request: Request) -> Response:
    state = await state_of(request)
    return answer(room_of(request).reviews.of(state))


async def continue_game(request: Request) -> Response:
    wanted, person = await body_of(request, Continue), await person_of(request)
    room, state = room_of(request), await state_of(request)
    may_make_table(room, person)
    return made(room, await continued(room, person, state, wanted))


async def import_game(request: Request) -> Response:
    room = room_of(request)
    content = await content_of(request, room.settings.limits.game_file)
    person = await person_of(request)
    may_make_table(room, person)
    return made(room, await brought_in(room, person, content))


async def state_of(request: Request) -> TableState:
    actor = await room_of(request).tables.find(request.path_params["table"])
    return actor.state


def number_in(request: Request, name: str, default: Number, most: int) -> int | Number:
    """A number of the query, at most so large; `malformed`, naming it, if it is none."""
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isdecimal() or not given.isascii() or len(given) > 16 or int(given) > most:
        raise Refused("malformed", where=name)
    return int(given)
