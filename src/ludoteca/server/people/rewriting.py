"""A table's log and what is stored beside it, with every text changed that names a person."""

from collections.abc import Callable

import sqlalchemy as sql

from ludoteca.server.store.schema import entries, tables

COLUMNS = ("meta", "summary", "result")
Change = Callable[[bytes], bytes]


def rewrite_table(connection: sql.Connection, table_id: str, change: Change) -> None:
    """Store what `change` makes of every JSON text of a table."""
    this = tables.c.id == table_id
    row = connection.execute(sql.select(*(tables.c[name] for name in COLUMNS)).where(this)).first()
    if row is None:
        return
    written = {name: change(text) for name in COLUMNS if (text := getattr(row, name)) is not None}
    connection.execute(tables.update().where(this).values(written))
    of_table = sql.select(entries.c.seq, entries.c.data).where(entries.c.table_id == table_id)
    for entry in connection.execute(of_table).all():
        changed = change(entry.data)
        if changed != entry.data:
            this_entry = (entries.c.table_id == table_id) & (entries.c.seq == entry.seq)
            connection.execute(entries.update().where(this_entry).values(data=changed))
