"""The store: what is committed, what is refused, and the schema."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from ludoteca.core.errors import BadOptions
from ludoteca.server.store import queries
from ludoteca.server.store.database import open_database
from ludoteca.server.store.models import Person, StoredEntry
from ludoteca.server.store.schema import metadata
from ludoteca.server.store.writer import CHECKPOINT_AFTER, LONGEST_GATHERING
from ludoteca.server.table.registry import new_meta
from postgres import new_database

pytestmark = pytest.mark.anyio
ANA = Person("p1", "Ana")


def entry(seq: int, person: str | None = None, command: str | None = None) -> StoredEntry:
    return StoredEntry(seq, "say", b"{}", person, command)


def meta(table: str = "t"):
    return new_meta(
        id=table, game="pega-em-6", options={}, places=(), host=ANA, open=True, chat=False, start="host"
    )


@pytest.fixture
def database(any_database: str):
    opened = queries.Store(any_database)
    yield opened
    opened.close()


def test_the_migrations_lead_to_the_schema(any_database: str):
    engine = open_database(any_database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    open_database(any_database).dispose()


def test_several_processes_may_bring_a_new_database_up_to_date_at_once(any_database: str):
    with ThreadPoolExecutor(4) as processes:
        for engine in processes.map(open_database, [any_database] * 4):
            engine.dispose()


def test_sqlite_is_durable_and_lets_readers_read(tmp_path: Path):
    engine = open_database(str(tmp_path / "room.db"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


async def write_many(database: queries.Store) -> None:
    await database.write(queries.add_table(meta()))
    for seq in range(1, 3 * CHECKPOINT_AFTER):
        await database.write(queries.append("t", entry(seq)))


async def test_a_question_that_is_being_answered_gives_its_connection_back_before_the_end(any_database):
    database = queries.Store(any_database)
    asked = asyncio.create_task(database.ask(lambda connection: time.sleep(0.3)))
    while not database.asked:
        await asyncio.sleep(0.01)
    asked.cancel()
    await asyncio.to_thread(database.close)
    assert not database.asked


async def test_the_write_ahead_log_is_copied_back_and_begins_anew(tmp_path: Path):
    database = queries.Store(str(tmp_path / "room.db"))
    await write_many(database)
    pages = 3 * CHECKPOINT_AFTER * 4  # that were written
    assert (tmp_path / "room.db-wal").stat().st_size < 4096 * pages / 2
    database.close()


async def test_nobody_else_can_write_while_the_write_ahead_log_is_copied_back(tmp_path: Path):
    """SQLite up to 3.51.2 may lose what another process commits at that moment."""
    database = queries.Store(str(tmp_path / "room.db"))
    other = sqlite3.connect(tmp_path / "room.db", timeout=0, check_same_thread=False)
    tried = []

    def try_to_write(statement: str) -> None:
        if "wal_checkpoint" in statement:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            tried.append(statement)

    def watch(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_trace_callback(try_to_write)

    sql.event.listen(database.engine, "connect", watch)
    await write_many(database)
    assert len(tried) >= 2
    other.close()
    database.close()


async def turns_of_the_loop() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_plays_alone_waits_for_nobody_and_moves_of_a_busy_room_gather(tmp_path: Path):
    database = queries.Store(str(tmp_path / "room.db"))
    await database.write(queries.add_table(meta()))
    writer = database.writer
    alone = asyncio.create_task(database.write(queries.append("t", entry(1))))
    await turns_of_the_loop()
    assert not writer.gathered  # it is on its way to the disk
    await alone
    together = [asyncio.create_task(database.write(queries.append("t", entry(seq)))) for seq in range(2, 12)]
    await turns_of_the_loop()
    another = asyncio.create_task(database.write(queries.append("t", entry(12))))
    await turns_of_the_loop()
    assert len(writer.gathered) == 1  # more may come
    await asyncio.gather(*together, another)
    database.close()


async def test_a_busy_room_commits_many_moves_together(tmp_path: Path):
    commits: list[int] = []
    database = queries.Store(str(tmp_path / "room.db"), commits.append)
    await database.write(queries.add_table(meta()))
    writing: list[asyncio.Task[None]] = []
    began = time.monotonic()
    while len(writing) < 400:
        due = int(1500 * (time.monotonic() - began)) + 1
        for seq in range(len(writing) + 1, min(due, 400) + 1):
            writing.append(asyncio.create_task(database.write(queries.append("t", entry(seq)))))
        await asyncio.sleep(0.001)
    await asyncio.gather(*writing)
    assert sum(commits) == 401
    assert len(commits) < 10 + 1.2 * (time.monotonic() - began) / LONGEST_GATHERING
    database.close()


@pytest.mark.parametrize("database", ["mysql://x/y", "sqlite://", "://"])
def test_other_databases_are_refused(database):
    with pytest.raises(BadOptions):
        open_database(database)


async def test_one_log_has_each_number_and_each_command_once(database):
    await database.write(queries.add_table(meta()))
    await database.write(queries.append("t", entry(1, "p1", "c1")))
    for twice in (entry(1, "p1", "c2"), entry(2, "p1", "c1")):
        with pytest.raises(IntegrityError):
            await database.write(queries.append("t", twice))
    await database.write(queries.append("t", entry(2, "p2", "c1")))
    log = (await database.ask(queries.log_of("t"))).log
    assert [(one.seq, one.person, one.command) for one in log] == [(1, "p1", "c1"), (2, "p2", "c1")]


async def test_of_many_written_together_only_the_wrong_one_fails(database):
    await database.write(*(queries.add_table(meta(f"t{table}")) for table in range(20)))
    jobs = [queries.append(f"t{table}", entry(1)) for table in range(20)]
    jobs.insert(7, queries.append("t3", entry(1)))
    done = await asyncio.gather(*(database.write(job) for job in jobs), return_exceptions=True)
    assert [type(one) for one in done if one is not None] == [IntegrityError]
    counted = sql.select(sql.func.count()).select_from(metadata.tables["entries"])
    assert await database.ask(lambda connection: connection.execute(counted).scalar()) == 20


async def test_what_is_written_together_is_all_or_nothing(database):
    with pytest.raises(IntegrityError):
        await database.write(queries.add_table(meta("a")), queries.append("no table", entry(1)))
    assert await database.ask(queries.log_of("a")) is None


async def test_many_tables_share_a_commit(tmp_path):
    commits = []
    database = queries.Store(str(tmp_path / "room.db"), commits.append)
    await database.write(*(queries.add_table(meta(f"t{table}")) for table in range(50)))
    await asyncio.gather(*(database.write(queries.append(f"t{table}", entry(1))) for table in range(50)))
    database.close()
    assert sum(commits) == 51
    assert len(commits) < 15


async def test_the_writer_goes_on_when_the_database_hung_up(postgres):
    database = queries.Store(new_database(postgres))
    await database.write(queries.add_table(meta()))
    others = sql.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert await database.ask(lambda connection: len(connection.execute(others).all())) > 0
    await database.write(queries.append("t", entry(1)))
    log = (await database.ask(queries.log_of("t"))).log
    assert len(log) == 1
    database.close()


AT_ONCE = """
import sys, threading
sys.setswitchinterval(1e-6)
import sqlalchemy as sql
from ludoteca.server.store.queries import log_of
engine = sql.create_engine(f"sqlite:///{sys.argv[1]}")
start = threading.Barrier(12)
def read():
    with engine.connect() as connection:
        start.wait()
        for _ in range(20):
            log_of("t")(connection)
threads = [threading.Thread(target=read) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


async def test_many_tables_may_be_read_at_once_when_the_server_has_just_started(tmp_path):
    """msgspec crashed when several threads were the first to decode a type."""
    file = str(tmp_path / "room.db")
    database = queries.Store(file)
    await database.write(queries.add_table(meta()))
    database.close()
    for _ in range(3):
        subprocess.run([sys.executable, "-c", AT_ONCE, file], check=True, timeout=60)
