"""Is everything in a database what it should be? Every table is read from its log and compared.

The check works on a copy of its own, so people may go on playing, and nothing is changed.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import sqlalchemy as sql

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.store.backup import back_up
from ludoteca.server.store.database import open_database
from ludoteca.server.store.queries import StoredTable, log_of
from ludoteca.server.store.schema import tables
from ludoteca.server.table.entries import UnreadableEntry
from ludoteca.server.table.log_reading import OtherGame, replayed, rules_of
from ludoteca.server.table.summaries import is_summary_of

Progress = Callable[[int], None]
Begin = Callable[[int], Progress]  # called with the number of tables


class Fault(msgspec.Struct, frozen=True):
    """What is wrong: with a table, or with the whole file."""

    table: str | None
    code: str
    detail: str = ""


class Report(msgspec.Struct):
    """What was looked at, and what was found."""

    tables: int = 0
    entries: int = 0
    checksums: int = 0
    other_rules: int = 0  # games that are shown as they were kept, because rules have changed since
    faults: list[Fault] = []

    def note(self, table: StoredTable) -> None:
        self.entries += len(table.log)
        self.checksums += len(table.checksums)


def check(database: str, begin: Begin = lambda count: lambda more: None) -> Report:
    """Check a database, or a backup, which is one too."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-check-") as folder:
        copy = Path(folder) / "copy.db"
        try:
            back_up(database, copy)
        except (sql.exc.DatabaseError, sqlite3.DatabaseError) as wrong:
            return Report(faults=[Fault(None, "file", first_line(wrong))])
        engine = open_database(str(copy))
        try:
            with engine.connect() as connection:
                return check_copy(connection, begin)
        finally:
            engine.dispose()


def check_copy(connection: sql.Connection, begin: Begin) -> Report:
    report = Report(faults=list(file_faults(connection)))
    ids = connection.execute(sql.select(tables.c.id).order_by(tables.c.made_at)).scalars().all()
    games, progress = load_games(), begin(len(ids))
    for table_id in ids:
        report.tables += 1
        report.faults += table_faults(connection, games, table_id, report)
        progress(1)
    return report


def file_faults(connection: sql.Connection) -> Iterator[Fault]:
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if said != "ok":
            yield Fault(None, "file", said)
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield Fault(None, "file", f"{row[0]} refers to a row of {row[2]} that is missing")


def table_faults(
    connection: sql.Connection, games: dict[str, Game], table_id: str, report: Report
) -> Iterator[Fault]:
    try:
        stored = log_of(table_id)(connection)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        yield Fault(table_id, "row", first_line(wrong))
        return
    if stored is None or stored.meta.game not in games:
        yield Fault(table_id, "no_such_game")
        return
    report.note(stored)
    game = games[stored.meta.game]
    if rules_of(stored) not in (None, game.rules.VERSION):
        report.other_rules += 1
        return
    yield from log_faults(stored, game)


def log_faults(stored: StoredTable, game: Game) -> Iterator[Fault]:
    try:
        state = replayed(stored, game)
    except (LudotecaError, ValueError, LookupError, TypeError) as wrong:
        told = isinstance(wrong, OtherGame | UnreadableEntry | LudotecaError)
        yield Fault(stored.meta.id, "log", first_line(wrong) if told else type(wrong).__name__)
        return
    if stored.summary is not None and not is_summary_of(stored.summary, state):
        yield Fault(stored.meta.id, "summary")


def first_line(wrong: Exception) -> str:
    return str(getattr(wrong, "orig", None) or wrong).splitlines()[0]
