"""Writing a row that another process may write at the same moment."""

from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
Row = dict[str, Any]


def insert_if_new(connection: sql.Connection, table: sql.Table, row: Row) -> None:
    """Insert a row unless there is one with its key; if another process is about to, wait for it."""
    connection.execute(INSERT[connection.dialect.name](table).values(row).on_conflict_do_nothing())


def upsert(connection: sql.Connection, table: sql.Table, row: Row, keep: tuple[str, ...] = ()) -> None:
    """Insert a row, or change the one with its key; of that one the columns `keep` stay."""
    key = [column.name for column in table.primary_key]
    insertion = INSERT[connection.dialect.name](table).values(row)
    change = {name: value for name, value in row.items() if name not in (*key, *keep)}
    connection.execute(insertion.on_conflict_do_update(index_elements=key, set_=change))
