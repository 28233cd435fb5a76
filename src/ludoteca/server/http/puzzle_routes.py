"""What the server answers about puzzles. It keeps nothing of who solves them."""

from datetime import date
from typing import Any

import msgspec
from starlette.requests import Request

from ludoteca.bots.hint import reason_for
from ludoteca.bots.observation import observe
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.puzzles import Puzzle, puzzles_of
from ludoteca.server.daily.deals import day_at
from ludoteca.server.errors import Refused, refused_by_rules
from ludoteca.server.http.requests import body_of, game_of, room_of
from ludoteca.server.schemas import PuzzleAnswer, PuzzleList, PuzzleMove, PuzzleShown
from ludoteca.server.wall_clock import now

Json = dict[str, Any]
FIRST_DAY = date(2026, 1, 1)
STRIDE = 37  # so that the puzzles of two days differ in difficulty


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would do."""

    action: Json


async def list_puzzles(request: Request) -> PuzzleList:
    """How hard each is, and which one is today's."""
    game = game_of(request)
    found = puzzles_of(game)
    today = day_at(now(), room_of(request).settings.time_zone)
    daily = (today - FIRST_DAY).days * STRIDE % len(found) if found else None
    return PuzzleList([one.difficulty for one in found], daily)


async def show_puzzle(request: Request) -> PuzzleShown:
    """The table as the seat sees it, without the solution."""
    game, one = await puzzle_of(request)
    table = one.table(game)
    return PuzzleShown(one.seat, one.difficulty, table.view(one.seat), table.legal(one.seat))


async def try_puzzle(request: Request) -> PuzzleAnswer:
    game, one = await puzzle_of(request)
    tried = (await body_of(request, Try)).action
    try:
        one.table(game).play(one.seat, tried)
    except LudotecaError as wrong:
        raise refused_by_rules(wrong) from None
    seats = one.position["seats"]
    lines = [write_line(game, one, line.action, line.figure, line.behind, line.error) for line in one.lines]
    return PuzzleAnswer(
        tried == one.solution, "victory" if seats > 1 else "score", lines, one.worlds, one.source, one.missed
    )


def write_line(
    game: Game, one: Puzzle, action: Json, figure: float, behind: float, error: float
) -> PuzzleMove:
    notation = game.notation
    told = reason_for(observe(one.table(game), one.seat), notation.read_action(action))
    reason = {"code": told[0], "arguments": told[1]} if told else None
    return PuzzleMove(notation.action_kind(action), action, figure, behind, error, reason)


async def puzzle_of(request: Request) -> tuple[Game, Puzzle]:
    game, number = game_of(request), request.path_params["number"]
    found = puzzles_of(game)
    if not number.isdecimal() or len(number) > 6 or int(number) >= len(found):
        raise Refused("not_found")
    await room_of(request).bot_threads.ready_for(game)
    return game, found[int(number)]
