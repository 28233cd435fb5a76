"""Entries appended to tables' logs, those of many tables with one statement."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sql

from ludoteca.server.store.models import StoredEntry
from ludoteca.server.store.schema import entries

COLUMNS = [column.name for column in entries.columns]
MOST_ROWS = 1000  # in one statement: databases take only so many values
PACKED = msgspec.msgpack.Decoder(list[StoredEntry])
MARKS = {"qmark": "?", "pyformat": "%s"}


class Fenced(Exception):
    """The table is run by another process now."""


@dataclass(frozen=True)
class Append:
    """The next entry of a table's log, written under the lease with this fencing number.

    Fails if the log already has an entry of that number, or has carried out that command.
    """

    table_id: str
    entry: StoredEntry
    fence: int | None = None

    def __call__(self, connection: sql.Connection) -> None:
        append_all(connection, [self])

    def row(self) -> tuple[Any, ...]:
        entry = self.entry
        return (self.table_id, entry.seq, entry.at, entry.did, entry.data, entry.person, entry.command)


@dataclass(frozen=True)
class AppendMany:
    """A part of a new table's log, packed: the writer's thread unpacks it."""

    table_id: str
    entries: bytes

    def __call__(self, connection: sql.Connection) -> None:
        append_all(connection, [Append(self.table_id, entry) for entry in PACKED.decode(self.entries)])


def pack_entries(entries: Iterable[StoredEntry]) -> bytes:
    return msgspec.msgpack.encode(list(entries))


def append_all(connection: sql.Connection, appends: Sequence[Append]) -> None:
    mark = MARKS[connection.dialect.paramstyle]
    require_leases(connection, mark, {one.table_id: one.fence for one in appends if one.fence is not None})
    for first in range(0, len(appends), MOST_ROWS):
        some = appends[first : first + MOST_ROWS]
        values = tuple(chain.from_iterable(one.row() for one in some))
        connection.exec_driver_sql(insertion(mark, len(some)), values)


def require_leases(connection: sql.Connection, mark: str, fences: dict[str, int]) -> None:
    """All of these leases are still ours, and stay so until this is committed."""
    if not fences:
        return
    if connection.dialect.name == "sqlite":  # it has one writer at a time
        written = connection.exec_driver_sql(in_one_row(len(fences)), tuple(fences)).scalar_one() or ""
        held = {table: int(fence) for table, fence in map(str.split, written.splitlines())}
    else:  # nobody waits for a lock: whoever has a lease may have been stopped
        rows = connection.exec_driver_sql(question(mark, len(fences)), tuple(fences))
        held = {row.table_id: row.fence for row in rows}
    if held != fences:
        raise Fenced


# Plain SQL, because SQLAlchemy takes longer to compose such a statement than the database to run it.


@cache
def insertion(mark: str, rows: int) -> str:
    row = f"({', '.join([mark] * len(COLUMNS))})"
    return f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES {', '.join([row] * rows)}"


@cache
def question(mark: str, tables: int) -> str:
    marks = ", ".join([mark] * tables)
    return f"SELECT table_id, fence FROM leases WHERE table_id IN ({marks}) FOR SHARE NOWAIT"


@cache
def in_one_row(tables: int) -> str:
    """For SQLite: at each row its driver gives the interpreter's lock away, and may wait long for it."""
    marks = ", ".join("?" * tables)
    return f"SELECT group_concat(table_id || ' ' || fence, char(10)) FROM leases WHERE table_id IN ({marks})"
