"""What the server answers about a person's own games: history, statistics, records."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import get_args

import msgspec
import sqlalchemy as sql
from starlette.requests import Request

from ludoteca.server.cluster.leases import Elsewhere
from ludoteca.server.errors import Refused
from ludoteca.server.finished.export import outcome_shown
from ludoteca.server.http.requests import number_in, person_of, room_of
from ludoteca.server.people import answers, statistics
from ludoteca.server.people.history import Kind, Length, Played, lengths_of, place_of, played_by, reviews_of
from ludoteca.server.room import Room
from ludoteca.server.store.queries import unread_tables_of

PAGE = 30  # games
LATEST = 2**53
READ_AT_ONCE = 10  # tables of older versions, at a request
KINDS = get_args(Kind)


async def show_history(request: Request) -> answers.History:
    room, person = room_of(request), await person_of(request)
    before, game, kind = (
        number_in(request, "before", LATEST, LATEST),
        asked_game(request),
        asked_kind(request),
    )
    room.run_in_background(read_older_tables(room, person.id))
    played = await room.store.ask(played_by(person.id))
    fit = [one for one in played if game in (None, one.result.game) and kind in (None, one.kind)]
    older = [one for one in fit if one.over_at < before]
    page = older[:PAGE]
    lengths = await room.store.ask(lengths_of([one.table for one in page]))
    games = [played_game(room, one, lengths.get(one.table)) for one in page]
    return answers.History(games, len(older) > PAGE, counts(played))


def asked_game(request: Request) -> str | None:
    game = request.query_params.get("game")
    if game is not None and game not in room_of(request).games:
        raise Refused("no_such_game")
    return game


def asked_kind(request: Request) -> str | None:
    kind = request.query_params.get("kind")
    if kind is not None and kind not in KINDS:
        raise Refused("malformed", where="kind")
    return kind


def played_game(room: Room, one: Played, length: Length | None) -> answers.PlayedGame:
    game = room.games.get(one.result.game)
    return answers.PlayedGame(
        table=one.table, link=room.link_to(one.table), over_at=one.over_at, starred=one.starred, you=one.you,
        kind=one.kind, place=place_of(game, one),
        moves=length.moves if length else None, seconds=length.seconds if length else None,
        **outcome_shown(game, msgspec.to_builtins(one.result)),
    )  # fmt: skip


def counts(played: Sequence[Played]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in played:
        found[one.result.game][one.kind] += 1
    return {game: dict(kinds) for game, kinds in found.items()}


async def show_statistics(request: Request) -> answers.Statistics:
    room, person = room_of(request), await person_of(request)
    played, reviews = played_by(person.id, asked_game(request)), reviews_of(person.id)

    def question(connection: sql.Connection) -> list[answers.GameFigures]:
        return statistics.figures(room.games, played(connection), reviews(connection))

    return answers.Statistics(await room.store.ask(question))  # on a thread: nobody's move waits for it


async def show_record(request: Request) -> answers.TableRecord:
    room, person = room_of(request), await person_of(request)
    table = request.path_params["table"]
    played = await room.store.ask(played_by(person.id))
    this = next((one for one in played if one.table == table), None)
    game = room.games.get(this.result.game) if this else None
    return answers.TableRecord(statistics.record(game, played, table) if game else None)


async def read_older_tables(room: Room, person: str) -> None:
    """Tables that an older version left without a result get one when they are read; a few at a time."""
    for table in await room.store.ask(unread_tables_of(person, READ_AT_ONCE)):
        try:
            await room.tables.find(table)
        except (Refused, Elsewhere):
            continue
