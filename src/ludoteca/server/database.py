"""How the database is opened and brought up to date."""

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from ludoteca.core.errors import BadOptions


def url_of(database: str) -> sql.URL:
    """A plain file name means SQLite."""
    url = sql.make_url(database) if "://" in database else sql.URL.create("sqlite", database=database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadOptions("unknown_database", f"the database is a file or sqlite:///FILE, not {database!r}")
    return url


def open_database(database: str) -> sql.Engine:
    """An engine on a database that has the present schema."""
    engine = sql.create_engine(url_of(database))
    sql.event.listen(engine, "connect", make_durable)
    sql.event.listen(engine, "begin", begin)
    with engine.begin() as connection:
        migrate(connection)
    return engine


def make_durable(connection: Any, _record: object) -> None:
    """What is committed survives a crash of the machine; readers do not wait for the writer."""
    connection.isolation_level = None  # the driver's own transactions do not cover DDL
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def begin(connection: sql.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def migrate(connection: sql.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
