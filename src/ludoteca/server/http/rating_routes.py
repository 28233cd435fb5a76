"""What the server answers about ratings."""

from starlette.requests import Request

from ludoteca.server.errors import Refused
from ludoteca.server.http.requests import game_of, room_of
from ludoteca.server.schemas import Leaderboard, TableRatings
from ludoteca.server.table.registry import is_table_id


async def show_ratings(request: Request) -> Leaderboard:
    room = room_of(request)
    return await room.ratings.leaderboard(game_of(request), await room.people.of(request))


async def show_table_ratings(request: Request) -> TableRatings:
    table = request.path_params["table"]
    if not is_table_id(table):
        raise Refused("no_such_table")
    return await room_of(request).ratings.of_table(table)
