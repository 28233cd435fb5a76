"""What the server answers about the deal of the day."""

import msgspec
from starlette.requests import Request

from ludoteca.server.http.endpoints import Answered
from ludoteca.server.http.origin import address_of
from ludoteca.server.http.requests import body_of, game_of, person_of, room_of
from ludoteca.server.http.routes import may_make_table, table_made
from ludoteca.server.schemas import DailyDeals, DailyResults, TableMade


class NewTry(msgspec.Struct, forbid_unknown_fields=True):
    """The first try is scored; practice comes after it."""

    scored: bool = True


async def list_daily(request: Request) -> DailyDeals:
    room = room_of(request)
    return await room.today.deals(await room.people.of(request))


async def begin_daily(request: Request) -> Answered[TableMade]:
    wanted, person = await body_of(request, NewTry), await person_of(request)
    room, game = room_of(request), game_of(request)
    await may_make_table(room, person, address_of(request))
    meta = await room.today.begin(person, game, wanted.scored, address_of(request))
    return Answered(table_made(room, meta), 201)


async def show_daily_results(request: Request) -> DailyResults:
    return await room_of(request).today.results(await person_of(request), game_of(request))
