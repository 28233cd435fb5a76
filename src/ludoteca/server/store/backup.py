"""A copy of everything while the room is open, and the way back.

A backup is one SQLite file, whatever the database is. So it also carries a room from SQLite to PostgreSQL.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sql

from ludoteca.core.errors import BadOptions
from ludoteca.server.store.database import (
    PRIVATE,
    engine_of,
    file_of,
    open_database,
    take_time,
    url_of,
    writing,
)
from ludoteca.server.store.schema import leases, metadata, processes, tables

KEPT = [table for table in metadata.sorted_tables if table not in (processes, leases)]
AT_ONCE = 1000  # rows
HALF_MADE = ".ludoteca-backup-"
ABANDONED = 600  # seconds without a write
PAGES = 2000  # that the copy takes before it lets others write


def back_up(database: str, file: Path) -> None:
    """Write a consistent copy to a new file. People may go on playing."""
    if file.exists():
        raise BadOptions("file_exists", f"{file} exists already")
    url = url_of(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise BadOptions("no_database", f"there is no database {url.database}")
    remove_abandoned(folder_of(file))
    with tempfile.TemporaryDirectory(dir=folder_of(file), prefix=HALF_MADE) as folder:
        copy = Path(folder) / "copy.db"
        copy.touch(PRIVATE)
        (copy_file if url.get_backend_name() == "sqlite" else copy_rows_of)(url, copy)
        as_one_file(copy)
        give_name(copy, file)


def give_name(copy: Path, file: Path) -> None:
    """Unlike a renaming this takes no other file's place, if another process was quicker."""
    try:
        os.link(copy, file)
    except FileExistsError:
        raise BadOptions("file_exists", f"{file} exists already") from None
    except OSError:  # a file system without links
        copy.rename(file)


def remove_abandoned(folder: Path) -> None:
    """Copies that were being made when their process was killed: a living one writes all the time."""
    for half_made in folder.glob(f"{HALF_MADE}*"):
        with contextlib.suppress(OSError):
            last = max(path.stat().st_mtime for path in (half_made, *half_made.iterdir()))
            if time.time() - last > ABANDONED:
                shutil.rmtree(half_made)


def restore(file: Path, database: str) -> None:
    """Bring a backup, if need be that of an older version, into a database that is new or empty."""
    require_backup(file)
    new = file_of(url_of(database)) if url_of(database).get_backend_name() == "sqlite" else None
    was_there = new is None or new.exists()
    try:
        copy_into(file, database)
    except BaseException:
        if new is not None and not was_there:
            remove_database(new)
        raise


def remove_database(file: Path) -> None:
    for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        part.unlink(missing_ok=True)


def copy_into(file: Path, database: str) -> None:
    with tempfile.TemporaryDirectory(prefix="ludoteca-restore-") as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(file, copy)
        source, target = open_database(str(copy)), open_database(database)
        try:
            with source.connect() as reading, writing(target).begin() as connection:
                take_time(connection)
                require_empty(connection, database)
                copy_rows(reading, connection)
        finally:
            source.dispose()
            target.dispose()


def copy_file(url: sql.URL, copy: Path) -> None:
    """SQLite's online backup: what is committed while it runs is in the copy too.

    The copy has no write-ahead log yet, with which it could not take over pages of another size.
    """
    source = engine_of(url)
    with source.connect() as reading, contextlib.closing(sqlite3.connect(copy)) as here:
        there = reading.connection.driver_connection
        assert there is not None
        there.backup(here, pages=PAGES, sleep=0.01)
    source.dispose()


def copy_rows_of(url: sql.URL, copy: Path) -> None:
    """All rows as of one moment: PostgreSQL shows a transaction a snapshot."""
    source, target = engine_of(url), open_database(str(copy))
    one_moment = source.execution_options(isolation_level="REPEATABLE READ")
    with one_moment.connect() as reading, writing(target).begin() as connection:
        take_time(reading)
        copy_rows(reading, connection)
    source.dispose()
    target.dispose()


def copy_rows(source: sql.Connection, target: sql.Connection) -> None:
    """Of a database that an older version left, the columns and tables that it has."""
    there = sql.inspect(source)
    for table in KEPT:
        if not there.has_table(table.name):
            continue
        columns = [table.c[one["name"]] for one in there.get_columns(table.name) if one["name"] in table.c]
        rows = source.execution_options(yield_per=AT_ONCE).execute(sql.select(*columns)).mappings()
        for some in rows.partitions():
            target.execute(table.insert(), [dict(row) for row in some])


def as_one_file(copy: Path) -> None:
    """Without the files that lie beside a database in use."""
    engine = engine_of(url_of(str(copy)))
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        connection.rollback()
        driver.execute("PRAGMA journal_mode=DELETE")
    engine.dispose()


# Refusals


def folder_of(file: Path) -> Path:
    if not file.absolute().parent.is_dir():
        raise BadOptions("no_folder", f"there is no folder {file.absolute().parent}")
    return file.absolute().parent


def require_backup(file: Path) -> None:
    """A whole SQLite file with our tables."""
    if not file.is_file():
        raise BadOptions("no_file", f"there is no file {file}")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True)) as connection:
            whole = connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    except sqlite3.DatabaseError:
        whole, names = False, []
    if not whole or not {"alembic_version", "tables", "entries"} <= set(names):
        raise BadOptions("not_a_backup", f"{file} is not a backup of a game room, or it is damaged")


def require_empty(connection: sql.Connection, database: str) -> None:
    if connection.execute(sql.select(tables.c.id).limit(1)).first():
        raise BadOptions(
            "not_empty", f"{url_of(database)!r} holds tables: restore into a new or empty database"
        )
