"""A real server on a real socket with a real database, in the test's own event loop."""

import asyncio
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
import structlog

from ludoteca.server.room import Room
from ludoteca.server.run import Server
from ludoteca.server.settings import Limits, Rate, Settings
from ludoteca.server.store.database import open_database
from ludoteca.server.store.queries import void
from postgres import new_database, postgres_server, wait_for_no_disk

structlog.configure([structlog.processors.JSONRenderer()], logger_factory=structlog.ReturnLoggerFactory())
Opened = Callable[..., AbstractAsyncContextManager["RunningRoom"]]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


class RunningRoom:
    """A running server."""

    def __init__(self, inside: Room) -> None:
        self.inside = inside
        self.url = f"http://127.0.0.1:{inside.settings.port}"

    async def execute(self, statement: str, **values: Any) -> None:
        """Change the database behind the server's back, whichever it is."""
        written = sql.text(statement).bindparams(**values)
        await self.inside.store.write(lambda connection: void(connection.execute(written)))

    async def rows(self, table: str) -> list[Any]:
        """All that a table of the database holds."""
        every = sql.text(f"SELECT * FROM {table}")
        return await self.inside.store.ask(lambda connection: list(connection.execute(every).all()))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(folder: Path, **changes: Any) -> Settings:
    quick = {"database": str(folder / "room.db"), "patience": 0.3, "bot_pace": 0, "compile_all": False}
    quick["worker_process"] = False  # starting one takes seconds
    return Settings("127.0.0.1", free_port(), **quick | changes)


@cache
def empty_room() -> bytes:
    """The file of a new room. Its migrations take longer than many a test, and test_store.py tries them."""
    with tempfile.TemporaryDirectory() as folder:
        open_database(f"{folder}/room.db").dispose()
        return Path(folder, "room.db").read_bytes()


def migrate_beforehand(database: str) -> None:
    if "://" not in database and not Path(database).exists():
        Path(database).write_bytes(empty_room())


@asynccontextmanager
async def running(chosen: Settings) -> AsyncIterator[RunningRoom]:
    migrate_beforehand(chosen.database)
    inside = Room(chosen)
    server = Server(inside)
    with server.capture_signals():
        task = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield RunningRoom(inside)
        finally:
            server.should_exit = True
            await task


@pytest.fixture
async def room(
    anyio_backend: str, tmp_path: Path, own_database: dict[str, str]
) -> AsyncIterator[RunningRoom]:
    async with running(settings(tmp_path, **own_database)) as room:
        yield room


@pytest.fixture(scope="module")
async def shared_room(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[RunningRoom]:
    """One server for many small tests that do not disturb each other."""
    generous = Limits(new_people=Rate(1000, 1000), requests=Rate(1000, 1000))
    async with running(settings(tmp_path_factory.mktemp("room"), limits=generous)) as room:
        yield room


@pytest.fixture
def open_room(tmp_path: Path, own_database: dict[str, str]) -> Opened:
    """A server with other settings; twice in a test it is the same database."""
    return lambda **changes: running(settings(tmp_path, **own_database | changes))


@pytest.fixture
def own_database(request: pytest.FixtureRequest) -> dict[str, str]:
    """SQLite, unless LUDOTECA_TEST_DATABASE=postgresql: then every test has a new PostgreSQL database."""
    if os.environ.get("LUDOTECA_TEST_DATABASE") != "postgresql":
        return {}
    return {"database": new_database(request.getfixturevalue("postgres"))}


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_server() as address:
        wait_for_no_disk(address)
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "room.db")
    return new_database(request.getfixturevalue("postgres"))
