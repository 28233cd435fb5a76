"""Copies of everything, made while people play, and brought back."""

import asyncio
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from kills import PlayedTable
from ludoteca.cli.app import main
from ludoteca.core.errors import BadOptions
from ludoteca.server.check import Report, check, table_faults
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.store import backup, people_queries, queries
from ludoteca.server.store.backup import back_up, restore
from ludoteca.server.store.database import migrate, open_database
from ludoteca.server.store.models import Person
from ludoteca.server.store.queries import log_of
from ludoteca.server.store.schema import metadata, tables
from ludoteca.server.table.registry import read_table
from postgres import new_database
from room_process import RoomProcess
from server.conftest import running, settings
from server.people import guest, make, play_on

pytestmark = pytest.mark.anyio
DATA = Path(__file__).parent / "data"


async def test_a_backup_under_load_holds_all_that_was_acknowledged_before_it(any_database, tmp_path):
    room = RoomProcess(any_database)
    await room.start()
    players = [player for _ in range(3) for player in await PlayedTable.begin(room.url)]
    playing = [asyncio.create_task(player.play([room.url])) for player in players]
    await asyncio.sleep(1)
    before = [dict(player.acknowledged) for player in players]
    await asyncio.to_thread(back_up, any_database, tmp_path / "copy.ludoteca")
    made = [len(player.acknowledged) for player in players]
    while [len(player.acknowledged) for player in players] == made:
        await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    await room.end()
    await asyncio.to_thread(restore, tmp_path / "copy.ludoteca", str(tmp_path / "again.db"))
    again = queries.Store(str(tmp_path / "again.db"))
    for player, acknowledged in zip(players, before, strict=True):
        stored = await again.ask(log_of(player.table.id))
        logged = {entry.command: entry.seq for entry in stored.log}
        assert acknowledged
        assert {command: seq for command, (seq, _) in acknowledged.items()}.items() <= logged.items()
        assert read_table(stored, load_games()[stored.meta.game]).seq == len(stored.log)
    again.close()


async def test_a_room_goes_on_from_a_backup_in_any_database(any_database, tmp_path):
    async with running(settings(tmp_path, database=str(tmp_path / "first.db"))) as room:
        ana = await guest(room, "Ana")
        table = await make(ana, ["me", {"bot": "random"}], start="ready")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await seat.until(lambda table: table["legal"])
            await seat.act(seat.table["legal"][0])
            await asyncio.to_thread(back_up, room.inside.settings.database, tmp_path / "copy")
    await asyncio.to_thread(restore, tmp_path / "copy", any_database)
    async with running(settings(tmp_path, database=any_database)) as room:
        ana.url = room.url
        async with ana.connect(table) as seat:
            assert seat.table["you"]["person"] == ana.person
            await asyncio.wait_for(play_on(seat), 60)


def test_every_row_comes_back(any_database, tmp_path):
    def rows(database):
        engine = open_database(database)
        with engine.connect() as connection:
            found = {
                name: sorted(map(repr, connection.execute(sql.select(table))))
                for name, table in metadata.tables.items()
            }
        engine.dispose()
        return found

    engine = open_database(any_database)
    with engine.begin() as connection:
        for number in range(2500):
            people_queries.add_person(Person(f"p{number}", "Zé"), f"{number}")(connection)
    engine.dispose()
    back_up(any_database, tmp_path / "copy")
    restore(tmp_path / "copy", str(tmp_path / "again.db"))
    assert rows(str(tmp_path / "again.db")) == rows(any_database)
    assert sorted(tmp_path.glob("copy*")) == [tmp_path / "copy"]


def left_by_0_1(postgres: str) -> tuple[str, dict[str, int]]:
    """A PostgreSQL room as 0.1.0 left it, and how many rows each of its tables has."""
    database, older = new_database(postgres), DATA / "room-0.1.0.db"
    engine = sql.create_engine(database)
    counts: dict[str, int] = {}
    with engine.begin() as there, closing(sqlite3.connect(f"file:{older}?mode=ro", uri=True)) as here:
        ((revision,),) = here.execute("SELECT version_num FROM alembic_version")
        migrate(there, revision)
        found = sql.MetaData()
        found.reflect(there)
        for table in found.sorted_tables:
            if table.name != "alembic_version":
                names = [column.name for column in table.columns]
                rows = here.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()
                counts[table.name] = len(rows)
                as_bool = [isinstance(column.type, sql.Boolean) for column in table.columns]
                for row in rows:
                    values = [bool(one) if flag else one for one, flag in zip(row, as_bool, strict=True)]
                    there.execute(table.insert(), dict(zip(names, values, strict=True)))
    engine.dispose()
    return database, counts


def revision_of(database: str) -> str:
    engine = sql.create_engine(database)
    with engine.connect() as connection:
        found = str(connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar_one())
    engine.dispose()
    return found


def test_a_room_of_0_1_on_postgresql_is_backed_up_before_the_new_version_ever_ran(postgres, tmp_path):
    database, counts = left_by_0_1(postgres)
    before = revision_of(database)
    assert counts["tables"] == 46
    assert main(["backup", str(tmp_path / "copy"), "--database", database, "--lang", "en"]) == 0
    assert revision_of(database) == before == "0004"  # a backup changes nothing
    again = str(tmp_path / "again.db")
    restore(tmp_path / "copy", again)
    with closing(sqlite3.connect(again)) as connection:
        for name in counts:
            count = f"SELECT count(*) FROM {name}"
            assert connection.execute(count).fetchone() == (counts[name],), name
    report = check(again)
    assert (report.tables, report.entries) == (counts["tables"], counts["entries"])
    assert [fault.code for fault in report.faults] == ["log"]  # tiles that 0.1.0 redrew and did not keep


def test_a_room_of_0_1_on_postgresql_is_brought_up_to_date_and_read(postgres):
    database, counts = left_by_0_1(postgres)
    engine, report = open_database(database), Report()
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        for name, count in counts.items():
            assert connection.execute(sql.text(f"SELECT count(*) FROM {name}")).scalar() == count, name
        ids = list(connection.execute(sql.select(tables.c.id)).scalars())
        faults = [fault for one in ids for fault in table_faults(connection, load_games(), one, report)]
    engine.dispose()
    assert report.entries == counts["entries"]
    assert [fault.code for fault in faults] == ["log"]  # as above


def empty(file: Path) -> str:
    open_database(str(file)).dispose()
    return str(file)


def test_what_cannot_be_is_refused_and_nothing_is_overwritten(tmp_path):
    room, file = empty(tmp_path / "room.db"), tmp_path / "copy"
    back_up(room, file)
    damaged = tmp_path / "damaged"
    shutil.copyfile(file, damaged)
    with damaged.open("r+b") as bytes_of_it:
        bytes_of_it.truncate(file.stat().st_size // 2)
    for code, act in [
        ("file_exists", lambda: back_up(room, file)),
        ("no_database", lambda: back_up(str(tmp_path / "none.db"), tmp_path / "x")),
        ("no_folder", lambda: back_up(room, tmp_path / "no" / "x")),
        ("no_file", lambda: restore(tmp_path / "none", str(tmp_path / "y.db"))),
        ("not_a_backup", lambda: restore(Path(__file__), str(tmp_path / "y.db"))),
        ("not_a_backup", lambda: restore(damaged, str(tmp_path / "y.db"))),
        ("unknown_database", lambda: restore(file, "mysql://x/y")),
    ]:
        with pytest.raises(BadOptions) as refused:
            act()
        assert refused.value.code == code
    assert not (tmp_path / "y.db").exists()
    assert not (tmp_path / "none.db").exists()


async def test_a_room_that_holds_tables_is_not_overwritten(room, tmp_path):
    await make(await guest(room), ["me", "open"])
    back_up(room.inside.settings.database, tmp_path / "copy")
    with pytest.raises(BadOptions, match="new or empty"):
        await asyncio.to_thread(restore, tmp_path / "copy", room.inside.settings.database)


def test_the_commands(tmp_path, capsys):
    room, file = empty(tmp_path / "room.db"), str(tmp_path / "copy")
    assert main(["backup", file, "--database", room, "--lang", "en"]) == 0
    assert main(["restore", file, "--database", str(tmp_path / "again.db"), "--lang", "pt"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"The backup is in {file}.",
        f"Tudo o que havia em {file} foi restaurado.",
        "Conferido: 0 mesa, 0 registro e 0 soma de verificação.",
        "Está tudo em ordem.",
    ]
    assert main(["backup", file, "--database", room, "--lang", "pt"]) == 2
    assert main(["backup", file + "2", "--database", "postgresql://x@127.0.0.1:1/y", "--lang", "en"]) == 2
    assert "the database cannot be used" in capsys.readouterr().err


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def open_umask():
    """What a shell usually has: others may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


async def test_databases_and_backups_are_private_files(open_umask, tmp_path):
    (tmp_path / "room.db").touch(0o644)  # one from before
    async with running(settings(tmp_path)) as room:
        await make(await guest(room), ["me", "open"])
        assert {mode(path) for path in tmp_path.glob("room.db*")} == {0o600}
        back_up(str(tmp_path / "room.db"), tmp_path / "copy")
    restore(tmp_path / "copy", str(tmp_path / "again.db"))
    assert mode(tmp_path / "copy") == mode(tmp_path / "again.db") == 0o600


def test_a_half_made_copy_is_removed(tmp_path, monkeypatch):
    room = empty(tmp_path / "room.db")
    left, being_made = tmp_path / ".ludoteca-backup-killed", tmp_path / ".ludoteca-backup-other"
    for folder in (left, being_made):
        folder.mkdir()
        (folder / "copy.db").touch()
    for path in (left / "copy.db", left):
        os.utime(path, (0, 0))

    def fails(_copy: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(backup, "as_one_file", fails)
    with pytest.raises(OSError, match="no space"):
        back_up(room, tmp_path / "copy")
    assert sorted(tmp_path.glob(".ludoteca-*")) == [being_made]
    assert not (tmp_path / "copy").exists()


def test_a_restore_that_fails_leaves_no_database(tmp_path, monkeypatch):
    back_up(empty(tmp_path / "room.db"), tmp_path / "copy")

    def fails(*_arguments: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(backup, "copy_rows", fails)
    with pytest.raises(OSError, match="no space"):
        restore(tmp_path / "copy", str(tmp_path / "again.db"))
    assert not list(tmp_path.glob("again.db*"))


async def test_a_backup_is_ended_politely(tmp_path):
    """SIGTERM in the middle of a copy leaves nothing behind."""
    room = empty(tmp_path / "room.db")
    slow = (
        "import sys, time\n"
        "from ludoteca.server.store import backup\n"
        "backup.as_one_file = lambda copy: (print('copying', flush=True), time.sleep(60))\n"
        "from ludoteca.cli.app import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = ("backup", str(tmp_path / "copy"), "--database", room)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", slow, *command, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    await process.stdout.readline()
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 20) == 130
    assert not list(tmp_path.glob("copy")) + list(tmp_path.glob(".ludoteca-*"))


def test_a_check_tells_what_is_wrong_and_a_restore_too(tmp_path, capsys):
    room = str(tmp_path / "room.db")
    shutil.copyfile(Path(__file__).parent / "data" / "room-0.1.0.db", room)
    back_up(room, tmp_path / "copy")
    with closing(sqlite3.connect(room)) as connection:
        connection.execute("UPDATE entries SET data = CAST('[]' AS BLOB) WHERE did = 'start'")
        connection.commit()
    assert main(["check", "--database", room, "--lang", "en"]) == 1
    assert "its log is damaged" in capsys.readouterr().out
    back_up(room, tmp_path / "damaged")
    assert main(["restore", str(tmp_path / "damaged"), "--database", f"{room}2", "--lang", "pt"]) == 1
    assert "o registro dela está danificado" in capsys.readouterr().out
    assert main(["check", "--database", room, "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["faults"]) > 20
