"""Nothing waits for ever: not for a lock, a database, another process, or the end."""

import asyncio
import contextlib
import json
import time
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from black_hole import black_hole
from ludoteca.client import Refusal
from ludoteca.server.settings import Rate
from ludoteca.server.store import queries
from ludoteca.server.store.database import open_database
from ludoteca.server.store.faults import code_of
from postgres import new_database
from server.conftest import running, settings
from server.people import QUICK, guest, make, two_at_a_table

pytestmark = pytest.mark.anyio


async def health_of(room, path):
    """The HTTP status and what it says."""
    reader, writer = await asyncio.open_connection("127.0.0.1", room.inside.settings.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await asyncio.wait_for(reader.read(), 10)).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), json.loads(body)["status"]


def test_postgresql_ends_what_waits_too_long(postgres):
    engine = open_database(new_database(postgres))
    with engine.connect() as connection:
        for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            assert connection.exec_driver_sql(f"SHOW {limit}").scalar() not in ("0", None)
    engine.dispose()


def test_a_host_may_set_other_limits_in_the_address(postgres):
    url = sql.make_url(new_database(postgres))
    url = url.update_query_dict({"options": "-c statement_timeout=1234"})
    engine = open_database(url.render_as_string(hide_password=False))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "1234ms"
    engine.dispose()


async def test_a_locked_lease_stops_no_other_table(postgres, tmp_path):
    database = new_database(postgres)
    async with running(settings(tmp_path, database=database)) as room, AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        other, _ = await two_at_a_table(room, stack)
        far = open_database(database)
        with far.connect() as stopped:
            row = "SELECT * FROM leases WHERE table_id = %s FOR UPDATE"
            stopped.exec_driver_sql(row, (other.table["table"],))
            waiting = asyncio.create_task(other.do("say", phrase="hello"))
            began = time.monotonic()
            for _ in range(5):
                await one.do("say", phrase="hello")
            assert time.monotonic() - began < 3
            assert not waiting.done()
            stopped.rollback()
        await asyncio.wait_for(waiting, 5)  # as soon as the lock is gone
        far.dispose()


async def test_who_comes_to_a_table_whose_lease_is_locked_is_told_soon(postgres, tmp_path):
    database = new_database(postgres)
    async with running(settings(tmp_path, database=database)) as room:
        ana = await guest(room)
        table = await make(ana, ["me", "open"])
        async with ana.connect(table):
            pass
        room.inside.tables.unload(room.inside.tables.awake[table])
        await asyncio.sleep(0.5)
        far = open_database(database)
        with far.connect() as stopped:
            stopped.exec_driver_sql("SELECT * FROM leases FOR UPDATE")
            with pytest.raises(Refusal, match="busy"):
                await asyncio.wait_for(ana.get(f"/api/tables/{table}"), 5)
        far.dispose()
        assert (await ana.get(f"/api/tables/{table}"))["table"] == table


async def test_a_database_that_is_swallowed_is_noticed_and_the_end_does_not_wait(postgres, tmp_path):
    async with AsyncExitStack() as stack:
        address, hole = stack.enter_context(black_hole(new_database(postgres)))
        room = await stack.enter_async_context(running(settings(tmp_path, database=address)))
        one, _ = await two_at_a_table(room, stack)
        assert await health_of(room, "/ready") == (200, "ok")
        await asyncio.sleep(1)  # what /ready says is said again for a second
        hole.open.clear()
        began = time.monotonic()
        assert await health_of(room, "/ready") == (503, "database_away")
        assert await health_of(room, "/health") == (200, "ok")
        assert time.monotonic() - began < 5
        with capture_logs() as lines:
            act = {"seq": one.table["seq"], "action": one.table["legal"][0]}
            await one.send({"type": "act", "id": "swallowed", **act})
            await asyncio.sleep(1)
            began = time.monotonic()
            await room.inside.drain()
            await room.inside.close()
        assert time.monotonic() - began < 10
        assert one.table["table"] not in json.dumps(lines)


async def test_what_was_swallowed_goes_on_when_the_database_is_back(postgres, tmp_path):
    async with AsyncExitStack() as stack:
        address, hole = stack.enter_context(black_hole(new_database(postgres)))
        room = await stack.enter_async_context(running(settings(tmp_path, database=address)))
        one, _ = await two_at_a_table(room, stack)
        hole.open.clear()
        waiting = asyncio.create_task(one.do("say", phrase="hello"))
        await asyncio.sleep(1)
        hole.open.set()
        await asyncio.wait_for(waiting, 10)
        assert await health_of(room, "/ready") == (200, "ok")


async def first_refusal(what):
    for _ in range(300):
        try:
            await what()
        except Refusal as refusal:
            return refusal.code
    return None


@pytest.mark.parametrize(
    ("pragma", "code"), [("max_page_count=1", "disk_full"), ("query_only=ON", "read_only")]
)
async def test_a_full_disk_and_a_database_that_can_only_be_read_are_told_as_such(open_room, pragma, code):
    much = Rate(9999, 9999)
    limits = replace(QUICK, new_tables=much, tables_of_address=much)
    async with open_room(limits=limits) as room, AsyncExitStack() as stack:
        ana = await guest(room)
        one, _ = await two_at_a_table(room, stack, chat=True)

        def harm(connection):
            connection.connection.driver_connection.execute(f"PRAGMA {pragma}")

        async def make_harmed():
            with contextlib.suppress(OperationalError):  # after a fault the writer may have a new connection
                await room.inside.store.write(harm)
            await make(ana, ["me", "open"])

        await room.inside.store.write(harm)
        with capture_logs() as lines:
            assert await first_refusal(lambda: one.do("say", text="a secret " * 20)) == code
            assert await health_of(room, "/health") == (200, "ok")
            assert await first_refusal(make_harmed) == code
        assert any(line.get("code") == code for line in lines)
        for secret in ("a secret", one.table["table"], "Ana", ana.person["id"]):
            assert secret not in json.dumps(lines)


async def test_the_text_of_a_fault_is_never_logged(room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)

        def wrong(connection):
            connection.execute(
                sql.text("INSERT INTO nowhere VALUES (:card)"), {"card": "the seven of hearts"}
            )

        with pytest.raises(sql.exc.OperationalError) as why:
            await room.inside.store.write(wrong)
        assert "seven" not in str(why.value)
        assert code_of(why.value) == "database_away"
        assert one.table["stage"] == "playing"


async def test_an_unreadable_table_is_told_to_its_people_and_not_among_the_open_ones(room):
    ana = await guest(room)
    fine = await make(ana, ["me", "open"])
    table = await make(ana, ["me", "open"], open=True)
    bad = queries.append(table, queries.StoredEntry(1, "act", b'{"seat": 9}'))
    await room.inside.store.write(bad)
    with pytest.raises(Refusal, match="unreadable"):
        await ana.get(f"/api/tables/{table}")
    assert (await ana.get("/api/tables"))["tables"] == []
    mine = {one["table"]: one["unreadable"] for one in (await ana.get("/api/mine"))["tables"]}
    assert mine == {fine: False, table: True}
