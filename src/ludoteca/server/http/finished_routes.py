"""What the server answers about finished games."""

import asyncio

import msgspec
from starlette.requests import Request

from ludoteca.archive.game_file import GameFile
from ludoteca.server.finished import export, replay
from ludoteca.server.finished.continue_game import Continue, continue_from_step, replay_frames
from ludoteca.server.finished.import_game import import_game_file
from ludoteca.server.http.requests import body_of, content_of, number_in, person_of, room_of, state_of
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
from ludoteca.server.store import queries
from ludoteca.server.store.models import Json, Person
from ludoteca.server.table.state import OVER

LATEST = 2**53


async def list_finished(request: Request) -> FinishedGames:
    room, person = room_of(request), await person_of(request)
    before = number_in(request, "before", LATEST, LATEST)
    games = await room.store.ask(queries.finished_of(person.id, before))
    return FinishedGames([finished_game(room, person, game) for game in games])


def finished_game(room: Room, person: Person, game: queries.Finished) -> FinishedGame:
    people = game.result["people"]
    return FinishedGame(
        table=game.table, link=room.link_to(game.table), over_at=game.over_at, starred=game.starred,
        you=people.index(person.id) if person.id in people else None, **outcome(room, game.result),
    )  # fmt: skip


def outcome(room: Room, result: Json) -> Json:
    """A kept result without what only the server needs; are the rules still those of the game?"""
    shown = {name: value for name, value in result.items() if name not in ("people", "rules")}
    game = room.games.get(result["game"])
    same = game is not None and result.get("rules", 1) == game.rules.VERSION
    return shown | {"kept": None if same else "other_rules"}


class Star(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game of one's own, to be kept for good or no longer."""

    table: str
    starred: bool


async def star_game(request: Request) -> Star:
    wanted, person = await body_of(request, Star), await person_of(request)
    await room_of(request).store.write(queries.star(person.id, wanted.table, wanted.starred))
    return wanted


async def export_game(request: Request) -> GameFile:
    return export.export(await state_of(request))


async def show_fairness(request: Request) -> Fairness:
    return await asyncio.to_thread(export.fairness_of, await state_of(request))


async def replay_game(request: Request) -> Replay:
    state = await state_of(request)
    if state.unplayable and state.stage == OVER:
        kept = outcome(room_of(request), export.result(state)) | {"kept": state.unplayable.why}
        return Replay(table=state.meta.id, last=-1, frames=[], **kept)
    frames = await replay_frames(room_of(request), state)
    seat = number_in(request, "seat", None, len(state.places) - 1)
    first, most = number_in(request, "from", 0, LATEST), number_in(request, "most", 100, replay.MOST_FRAMES)
    written = await asyncio.to_thread(replay.write_frames, frames, seat, first, most)
    ended = outcome(room_of(request), export.result(state)) | {"kept": None}
    return Replay(table=state.meta.id, last=len(frames) - 1, frames=written, **ended)


async def review_game(request: Request) -> ReviewProgress:
    state, start = await state_of(request), number_in(request, "start", 1, 1)
    if state.unplayable and state.stage == OVER:
        return ReviewProgress(state.meta.id, 1.0, None, state.unplayable.why)
    return room_of(request).reviews.of(state, start=bool(start))


async def continue_game(request: Request) -> TableMade:
    wanted, person = await body_of(request, Continue), await person_of(request)
    room, state = room_of(request), await state_of(request)
    may_make_table(room, person)
    return table_made(room, await continue_from_step(room, person, state, wanted))


async def import_game(request: Request) -> TableMade:
    room = room_of(request)
    content = await content_of(request, room.settings.limits.game_file)
    person = await person_of(request)
    may_make_table(room, person)
    return table_made(room, await import_game_file(room, person, content))
