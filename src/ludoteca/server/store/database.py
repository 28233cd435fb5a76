"""How the database is opened and brought up to date."""

import contextlib
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from ludoteca.core.errors import BadOptions

SQLITE = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=0",
    "foreign_keys=ON",
    "busy_timeout=5000",
)
STATEMENTS = 512  # kept prepared: one for each number of entries that are written together
PRIVATE = 0o600
POSTGRES = {  # nothing waits for ever: not for a machine that is gone, a lock, or somebody who was stopped
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "6000",
    "options": "-c lock_timeout=2000 -c statement_timeout=6000 -c idle_in_transaction_session_timeout=3000",
}
MIGRATING = 5_170_406  # the number of PostgreSQL's lock under which one process at a time migrates


def url_of(database: str) -> sql.URL:
    """A plain file name means SQLite."""
    if "://" not in database:
        return sql.URL.create("sqlite", database=database)
    try:
        url = sql.make_url(database)
    except sql.exc.ArgumentError:
        raise unknown(database) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql") or not url.database:
        raise unknown(database)
    return url


def unknown(database: str) -> BadOptions:
    forms = "a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
    return BadOptions("unknown_database", f"the database is {forms}, not {database!r}")


def open_database(database: str) -> sql.Engine:
    """An engine on a database that has the present schema."""
    engine = engine_of(url_of(database))
    if engine.name == "sqlite":
        keep_private(file_of(engine.url))
    with writing(engine).begin() as connection:
        if engine.name == "postgresql":
            take_time(connection)
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        migrate(connection)
    return engine


def engine_of(url: sql.URL) -> sql.Engine:
    if url.get_backend_name() == "sqlite":
        engine = sql.create_engine(url, connect_args={"cached_statements": STATEMENTS}, hide_parameters=True)
        sql.event.listen(engine, "connect", make_durable)
        sql.event.listen(engine, "begin", begin)
        return engine
    try:
        return sql.create_engine(
            url,
            connect_args={name: value for name, value in POSTGRES.items() if name not in url.query},
            hide_parameters=True,  # they are cards, names and seeds
            pool_pre_ping=True,  # the database may have been restarted
            pool_timeout=5,
        )
    except ModuleNotFoundError:
        raise BadOptions(
            "no_driver", "PostgreSQL needs its driver: pip install 'ludoteca[postgres]'"
        ) from None


def file_of(url: sql.URL) -> Path | None:
    """The file of an SQLite database, if it is in one."""
    return Path(url.database) if url.database and url.database != ":memory:" else None


def keep_private(file: Path | None) -> None:
    """Only its owner may read a database: it holds secret seeds. SQLite's other files follow it."""
    if file is None or (file.exists() and not file.stat().st_mode & 0o077):
        return
    with contextlib.suppress(OSError):  # another user's file, or a folder that is not there: SQLite will tell
        file.touch(PRIVATE)
        file.chmod(PRIVATE)


def take_time(connection: sql.Connection) -> None:
    """For a transaction that may be long: a migration, a copy of everything."""
    if connection.dialect.name == "postgresql":
        for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def writing(engine: sql.Engine) -> sql.Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(writes=True)


def make_durable(connection: Any, _record: object) -> None:
    """What is committed survives a crash of the machine; readers do not wait for the writer."""
    connection.isolation_level = None  # the driver's own transactions do not cover DDL
    for setting in SQLITE:
        connection.execute(f"PRAGMA {setting}")
    connection.create_function("lower", 1, str.lower, deterministic=True)  # its own knows ASCII alone


def begin(connection: sql.Connection) -> None:
    """A transaction that reads first and then writes would fail if another process wrote in between."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def checkpoint(writer: sql.Connection) -> None:
    """Copy SQLite's write-ahead log back into the database file, so that the log can start anew.

    SQLite would do so by itself after a commit. But up to 3.51.2 it may then lose what another process
    commits at that very moment, so here nobody else writes meanwhile.
    """
    with writer.begin(), contextlib.closing(writer.engine.raw_connection()) as other:
        other.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def migrate(connection: sql.Connection, revision: str = "head") -> None:
    from alembic import command  # here: the worker process only reads, and starts the sooner
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
