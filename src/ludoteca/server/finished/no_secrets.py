"""The finished games of a database on which nobody's secrets depend any more, for whoever learns from them.

They are read from a copy, so people may go on playing. Left out are games that run, deals that others may
still play (of today, or of an evening that goes on), and games that somebody continues from one of their
steps.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import sqlalchemy as sql

from ludoteca.archive.recorded_steps import PlayedStep, steps_of
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.evenings.answers import stage_of
from ludoteca.server.evenings.evening_store import evening
from ludoteca.server.finished.replay import finished
from ludoteca.server.store.backup import back_up
from ludoteca.server.store.database import open_database
from ludoteca.server.store.models import Json, Meta
from ludoteca.server.store.queries import META, length_of, log_of
from ludoteca.server.store.schema import tables
from ludoteca.server.table.log_reading import read_table
from ludoteca.server.table.state import TableState


def games_without_secrets(database: str, game: Game) -> Iterator[Sequence[PlayedStep]]:
    """The steps of each of them, the latest game first."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-games-") as folder:
        copy = Path(folder) / "copy.db"
        back_up(database, copy)
        engine = open_database(str(copy))
        try:
            with engine.connect() as connection:
                yield from read_games(connection, game)
        finally:
            engine.dispose()


def read_games(connection: sql.Connection, game: Game) -> Iterator[Sequence[PlayedStep]]:
    running = [one for one in metas(connection, over=False) if one.game == game.id]
    begun_at = [one.begin for one in running if one.begin]
    seeds = {one.seed for one in running}
    for meta in metas(connection, over=True):
        if meta.game == game.id and meta.seed not in seeds and not evening_goes_on(connection, meta):
            steps = steps_if_revealed(connection, game, meta)
            if steps and not any(leads_to(steps, begin) for begin in begun_at):
                yield steps


def metas(connection: sql.Connection, over: bool) -> list[Meta]:
    """How tables were made; of a table that nobody can read nothing is told."""
    ended = tables.c.over_at.is_not(None) if over else tables.c.over_at.is_(None)
    rows = connection.execute(sql.select(tables.c.meta).where(ended).order_by(tables.c.over_at.desc()))
    return [meta for (stored,) in rows if (meta := readable_meta(stored))]


def readable_meta(stored: bytes) -> Meta | None:
    try:
        return META.decode(stored)
    except (msgspec.DecodeError, UnicodeError):
        return None


def evening_goes_on(connection: sql.Connection, meta: Meta) -> bool:
    found = evening(meta.evening.code)(connection) if meta.evening else None
    return found is not None and stage_of(found) != "over"


def steps_if_revealed(connection: sql.Connection, game: Game, meta: Meta) -> Sequence[PlayedStep]:
    """None of a game whose seed is not public, or that cannot be read by today's rules."""
    try:
        state = state_of(connection, game, meta.id)
        if state is None or not state.seed_revealed or state.unplayable:
            return []
        return list(steps_of(state.first_table(), finished(state).actions))
    except Exception:  # damaged, or of rules that are gone
        return []


def state_of(connection: sql.Connection, game: Game, table_id: str) -> TableState | None:
    stored, length = log_of(table_id)(connection), length_of(table_id)(connection)
    if stored is None or length is None:
        return None
    state = read_table(stored, game)
    state.round_over = not length.sealed
    return state


def leads_to(steps: Sequence[PlayedStep], begin: Json) -> bool:
    """Does somebody play on from one of these tables?"""
    return any(begins_at(step.before, begin) for step in steps)


def begins_at(table: Table, begin: Json) -> bool:
    if begin.get("position") is not None:
        return bool(table.position() == begin["position"])
    return bool(table.view(begin["seat"]) == begin["view"])
