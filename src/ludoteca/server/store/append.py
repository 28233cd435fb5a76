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
    # SQLite has one writer at a time. Elsewhere nobody waits: whoever has a lease may have been stopped.
    lock = "" if connection.dialect.name == "sqlite" else " FOR SHARE NOWAIT"
    held = connection.exec_driver_sql(question(mark, len(fences)) + lock, tuple(fences))
    if {row.table_id: row.fence for row in held} != fences:
        raise Fenced


# Plain SQL, because SQLAlchemy takes longer to compose such a statement than the database to run it.


@cache
def insertion(mark: str, rows: int) -> str:
    row = f"({', '.join([mark] * len(COLUMNS))})"
    return f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES {', '.join([row] * rows)}"


@cache
def question(mark: str, tables: int) -> str:
    return f"SELECT table_id, fence FROM leases WHERE table_id IN ({', '.join([mark] * tables)})"
