"""What the server answers over HTTP about finished games."""

import asyncio
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from ludoteca.server import export, finished, replay, store
from ludoteca.server.errors import Refused
from ludoteca.server.house import House
from ludoteca.server.records import Json, Person
from ludoteca.server.routes import (
    answer,
    body_of,
    content_of,
    house_of,
    made,
    may_make_table,
    person_of,
)
from ludoteca.server.table_state import TableState

Number = TypeVar("Number", int, None)


async def list_finished(request: Request) -> Response:
    house, person = house_of(request), await person_of(request)
    before = number_in(request, "before", 2**53, 2**53)
    games = await house.store.ask(store.finished_of(person.id, before))
    return answer({"games": [write_finished(house, person, game) for game in games]})


def write_finished(house: House, person: Person, game: store.Finished) -> Json:
    people = game.result.pop("people")
    seat = people.index(person.id) if person.id in people else None
    return {
        "table": game.table,
        "over_at": game.over_at,
        **game.result,
        "you": seat,
        "link": house.link_to(game.table),
    }


async def export_game(request: Request) -> Response:
    return answer(export.export(await state_of(request)))


async def show_fairness(request: Request) -> Response:
    return answer(await asyncio.to_thread(export.fairness_of, await state_of(request)))


async def replay_game(request: Request) -> Response:
    state = await state_of(request)
    frames = await finished.frames_of(house_of(request), state)
    seat = number_in(request, "seat", None, len(state.places) - 1)
    first, most = number_in(request, "from", 0, 2**53), number_in(request, "most", 100, replay.MOST_FRAMES)
    written = await asyncio.to_thread(replay.write_frames, frames, seat, first, most)
    about = export.result(state)
    del about["people"]
    return answer({"table": state.meta.id, **about, "last": len(frames) - 1, "frames": written})


async def review_game(request: Request) -> Response:
    state = await state_of(request)
    return answer(house_of(request).reviews.of(state))


async def continue_game(request: Request) -> Response:
    wanted, person = await body_of(request, finished.Continue), await person_of(request)
    house, state = house_of(request), await state_of(request)
    may_make_table(house, person)
    return made(house, await finished.continued(house, person, state, wanted))


async def import_game(request: Request) -> Response:
    house = house_of(request)
    content = await content_of(request, house.settings.limits.game_file)
    person = await person_of(request)
    may_make_table(house, person)
    return made(house, await finished.brought_in(house, person, content))


async def state_of(request: Request) -> TableState:
    actor = await house_of(request).tables.find(request.path_params["table"])
    return actor.state


def number_in(request: Request, name: str, default: Number, most: int) -> int | Number:
    """A number of the query, at most so large; `malformed`, naming it, if it is none."""
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isdecimal() or not given.isascii() or len(given) > 16 or int(given) > most:
        raise Refused("malformed", where=name)
    return int(given)
