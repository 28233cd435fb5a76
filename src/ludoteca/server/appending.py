"""Entries appended to tables' logs, those of many tables with one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sql

from ludoteca.server.records import Entry
from ludoteca.server.schema import entries, leases

COLUMNS = [column.name for column in entries.columns]
MARKS = {"qmark": "?", "pyformat": "%s"}


class Fenced(Exception):
    """The table is run by another process now."""


@dataclass(frozen=True)
class Append:
    """The next entry of a table's log, written by who has the lease with this fencing number.

    Fails if the log already has an entry of that number, or has carried out that command.
    """

    table_id: str
    entry: Entry
    fence: int | None = None

    def __call__(self, connection: sql.Connection) -> None:
        append_all(connection, [self])

    def row(self) -> tuple[Any, ...]:
        entry = self.entry
        data = msgspec.json.encode(entry.data)
        return (self.table_id, entry.seq, entry.at, entry.did, data, entry.person, entry.command)


def append_all(connection: sql.Connection, appends: Sequence[Append]) -> None:
    require_leases(connection, {one.table_id: one.fence for one in appends if one.fence is not None})
    values = tuple(chain.from_iterable(one.row() for one in appends))
    connection.exec_driver_sql(statement(MARKS[connection.dialect.paramstyle], len(appends)), values)


@cache
def statement(mark: str, rows: int) -> str:
    row = f"({', '.join([mark] * len(COLUMNS))})"
    return f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES {', '.join([row] * rows)}"


def require_leases(connection: sql.Connection, fences: dict[str, int]) -> None:
    """All of these leases are still ours, and stay so until this is committed."""
    if not fences:
        return
    named = sql.select(leases.c.table_id, leases.c.fence).where(leases.c.table_id.in_(fences))
    held = {row.table_id: row.fence for row in connection.execute(named.with_for_update(read=True))}
    if held != fences:
        raise Fenced
