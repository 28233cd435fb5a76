"""What the server answers at the analysis board."""

import json
from typing import Annotated, Any

import msgspec
from starlette.requests import Request

from ludoteca.server.analysis.boards import SetUp, set_up_board
from ludoteca.server.analysis.jobs import analyse
from ludoteca.server.errors import Refused
from ludoteca.server.http.endpoints import Encoded
from ludoteca.server.http.requests import asker_of, body_of, game_of, room_of
from ludoteca.server.schemas import Analysis, Board

Json = dict[str, Any]
BUDGET = 120.0  # seconds of processor time; the first look at a game compiles it
MOST_WORLDS = 20_000


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What should this seat do? Deeper means more worlds."""

    position: Json
    seat: int
    worlds: Annotated[int, msgspec.Meta(ge=1, le=MOST_WORLDS)] = 200


async def show_board(request: Request) -> Board:
    game, wanted = game_of(request), await body_of(request, SetUp)
    await room_of(request).bot_threads.ready_for(game)
    return set_up_board(game, wanted)


async def analyse_position(request: Request) -> Encoded[Analysis]:
    """Done by the worker process, in fair shares, once for all who ask the same."""
    game, asked = game_of(request), await body_of(request, Question)
    position = json.dumps(asked.position, sort_keys=True)
    to_act = asked.position.get("to_act", [])
    if not isinstance(to_act, list):
        raise Refused("malformed", where="$.position.to_act")
    if asked.seat not in to_act:
        raise Refused("nothing_to_decide")
    about = game.id, position, asked.seat, asked.worlds
    work = room_of(request).heavy_work
    return Encoded(await work.result(asker_of(request), ("analysis", *about), BUDGET, analyse, *about))
