"""What the server answers about finished games."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request

from ludoteca.archive.game_file import GameFile
from ludoteca.server.errors import Refused
from ludoteca.server.finished import export, jobs, replay
from ludoteca.server.finished.continue_game import Continue, continue_from_step
from ludoteca.server.finished.import_game import import_game_file
from ludoteca.server.finished.reviews import review_progress
from ludoteca.server.finished.stored_games import require_over
from ludoteca.server.http.endpoints import Encoded
from ludoteca.server.http.origin import address_of
from ludoteca.server.http.requests import asker_of, body_of, content_of, number_in, person_of, room_of
from ludoteca.server.http.routes import may_make_table, table_made
from ludoteca.server.room import Room
from ludoteca.server.schemas import (
    Fairness,
    FinishedGame,
    FinishedGames,
    Replay,
    ReviewProgress,
    TableMade,
)
from ludoteca.server.settings import a_day
from ludoteca.server.store import queries, quotas
from ludoteca.server.store.models import Id, Person
from ludoteca.server.store.quotas import Share
from ludoteca.server.table.registry import MOST_SEATS, is_table_id
from ludoteca.server.table.state import OVER
from ludoteca.server.work.worker import Job

BUDGET = 60.0  # seconds of processor time
LATEST = 2**53


async def list_finished(request: Request) -> FinishedGames:
    room, person = room_of(request), await person_of(request)
    before = number_in(request, "before", LATEST, LATEST)
    games = await room.store.ask(queries.finished_of(person.id, before))
    return FinishedGames([finished_game(room, person, game) for game in games])


def finished_game(room: Room, person: Person, game: queries.Finished) -> FinishedGame:
    people = game.result["people"]
    ended = export.outcome_shown(room.games.get(game.result["game"]), game.result)
    return FinishedGame(
        table=game.table, link=room.link_to(game.table), over_at=game.over_at, starred=game.starred,
        you=people.index(person.id) if person.id in people else None, **ended,
    )  # fmt: skip


async def require_finished(request: Request) -> queries.Length:
    """The length of a finished game. No table is woken for it, unless lists do not know that it is over."""
    room, table = room_of(request), request.path_params["table"]
    found = await room.store.ask(queries.length_of(table)) if is_table_id(table) else None
    if found is None:
        raise Refused("no_such_table")
    if found.sealed:
        raise Refused("evening_running")
    if not found.over:
        require_over((await room.tables.find(table)).state)
    return found


class Star(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game of one's own, to be kept for good or no longer."""

    table: Id
    starred: bool


async def star_game(request: Request) -> Star:
    wanted, person = await body_of(request, Star), await person_of(request)
    await room_of(request).store.write(queries.star(person.id, wanted.table, wanted.starred))
    return wanted


async def of_finished(request: Request, work: Callable[..., Job], *arguments: Any) -> Any:
    """What the worker process makes of a finished game, once for all who ask."""
    await require_finished(request)
    room, table = room_of(request), request.path_params["table"]
    key = work.__name__, table, *map(repr, arguments)
    about = room.game_source, table, *arguments
    return await room.heavy_work.result(asker_of(request), key, BUDGET, work, *about)


async def export_game(request: Request) -> Encoded[GameFile]:
    return Encoded(await of_finished(request, jobs.export_game))


async def show_fairness(request: Request) -> Encoded[Fairness]:
    room, table = room_of(request), request.path_params["table"]
    found = await room.store.ask(queries.length_of(table)) if is_table_id(table) else None
    if found is None or not found.over:
        state = (await room.tables.find(table)).state
        if state.stage != OVER:
            return Encoded(msgspec.json.encode(export.fairness_of(state)))
    told = await of_finished(request, jobs.check_fairness)
    return Encoded(told if isinstance(told, bytes) else msgspec.json.encode(told))


async def replay_game(request: Request) -> Encoded[Replay]:
    seat = number_in(request, "seat", None, MOST_SEATS - 1)
    first, most = number_in(request, "from", 0, LATEST), number_in(request, "most", 100, replay.MOST_FRAMES)
    return Encoded(await of_finished(request, jobs.replay, seat, first, most))


async def review_game(request: Request) -> Encoded[ReviewProgress]:
    start = bool(number_in(request, "start", 1, 1))
    found, table = await require_finished(request), request.path_params["table"]
    return Encoded(await review_progress(room_of(request), asker_of(request), table, found.entries, start))


async def continue_game(request: Request) -> TableMade:
    await require_finished(request)
    wanted, person = await body_of(request, Continue), await person_of(request)
    room = room_of(request)
    await may_make_table(room, person, address_of(request))
    beginning = await of_finished(request, jobs.begin_from, wanted)
    return table_made(room, await continue_from_step(room, person, beginning, wanted))


async def import_game(request: Request) -> TableMade:
    room = room_of(request)
    content = await content_of(request, room.settings.limits.game_file)
    person = await person_of(request)
    await may_make_table(room, person, address_of(request))
    await may_import(room, person, address_of(request), len(content))
    return table_made(room, await import_game_file(room, asker_of(request), person, content))


async def may_import(room: Room, person: Person, address: str, size: int) -> None:
    limits, both = room.settings.limits, (person.id, room.source_of(address))
    games = [Share("imports", who, 1, a_day(limits.imports_a_day)) for who in both]
    await quotas.take(room.store, *games, *(Share("import bytes", who, size, limits.imports) for who in both))
