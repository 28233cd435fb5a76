"""Finished games as the worker reads them: from the database. The last ones are kept."""

from collections import OrderedDict
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import cache

import sqlalchemy as sql

from ludoteca.archive import recorded_steps
from ludoteca.core import game as games_there_are
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused
from ludoteca.server.finished.replay import finished
from ludoteca.server.store.database import engine_of, url_of
from ludoteca.server.store.queries import length_of, log_of
from ludoteca.server.table.log_reading import read_table
from ludoteca.server.table.state import GATHERING, OVER, TableState

KEPT_STEPS = 60_000  # of all games that are at hand
AT_ONCE = 200  # entries, or steps
READ = 0.0  # how far a job is that has only read


@dataclass(frozen=True)
class GameSource:
    """The database of finished games, and the games whose rules read them."""

    database: str
    games: Mapping[str, Game] | None = None  # those of the room, if the worker is a thread of its process
    room: str = ""  # and which room that is: a process may have several

    def game(self, id: str) -> Game:
        return games_there_are.game(id) if self.games is None else self.games[id]


@dataclass(frozen=True)
class Mark:
    """The table after so many actions."""

    actions: int
    table: Table


@dataclass
class StoredGame:
    """A finished game, and its table at every so many steps once somebody asked for its replay."""

    state: TableState
    marks: list[Mark] = field(default_factory=list)
    last: int = 0  # the number of its last step


KEPT: OrderedDict[tuple[str, str], StoredGame] = OrderedDict()


def forget_games() -> Generator[float, None, None]:
    """Read every game from the database again when it is asked for."""
    KEPT.clear()
    yield 1.0


@cache
def engine(database: str) -> sql.Engine:
    return engine_of(url_of(database))


def stored_game(source: GameSource, table_id: str) -> Generator[float, None, StoredGame]:
    """The game of a table that is over."""
    key = source.room, table_id
    found = KEPT.get(key)
    if found is None or found.state.game is not source.game(found.state.meta.game):
        found = StoredGame((yield from read_state(source, table_id)))
        require_over(found.state)
        KEPT[key] = found
    KEPT.move_to_end(key)
    while len(KEPT) > 1 and sum(one.state.seq for one in KEPT.values()) > KEPT_STEPS:
        KEPT.popitem(last=False)
    return found


def read_state(source: GameSource, table_id: str) -> Generator[float, None, TableState]:
    with engine(source.database).connect() as connection:
        stored = log_of(table_id)(connection)
        length = length_of(table_id)(connection)
    yield READ
    if stored is None:
        raise Refused("no_such_table")
    try:
        state = read_table(stored, source.game(stored.meta.game))
        state.round_over = length is not None and not length.sealed
        return state
    except Exception:  # damaged, or of rules that are gone
        raise Refused("unreadable") from None


def require_over(state: TableState) -> None:
    if state.stage == GATHERING:
        raise Refused("never_started")
    if state.stage != OVER:
        raise Refused(state.unplayable.why if state.unplayable else "not_over")


def with_marks(source: GameSource, table_id: str) -> Generator[float, None, StoredGame]:
    """The same with its marks: any part of a replay can be written without playing everything before it."""
    found = yield from stored_game(source, table_id)
    if not found.marks:
        table, actions, done, last = found.state.first_table(), finished(found.state).actions, 0, 0
        marks = [Mark(0, table)]
        for last, step in enumerate(recorded_steps.steps_of(table, actions), 1):
            done += len(step.taken)
            if last % AT_ONCE == 0:
                marks.append(Mark(done, step.after))
                yield READ
        found.marks, found.last = marks, last  # together: meanwhile another job may have made them
    return found
