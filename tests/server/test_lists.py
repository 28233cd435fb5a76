"""Lists of tables: read from stored summaries, which change in the transaction that changes the table."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sql

from ludoteca.client import Guest
from ludoteca.server.store import queries
from ludoteca.server.store.models import StoredEntry
from ludoteca.server.store.schema import leases, tables
from ludoteca.server.table.registry import read_table
from ludoteca.server.table.summaries import summary_of
from server.conftest import Opened, RunningRoom
from server.people import BOT, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio
NEVER = 10**6  # seconds


async def listed(who: Guest, path: str = "/api/mine") -> dict[str, Any]:
    return {one["table"]: one for one in (await who.get(path))["tables"]}


async def test_a_list_wakes_no_table_and_writes_nothing(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room() as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack, open=True)
        ana = Guest(room.url, one.headers["Cookie"])
        over = await make(ana, ["me", BOT], start="ready")
        async with ana.connect(over) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
        gathering = await make(ana, ["me", "open"], open=True)
        await two.do("leave")
        running = one.table["table"]
        await one.until(lambda table: table["seats"][1]["away"])
    async with open_room(lease=NEVER) as room:
        ana.url = room.url
        monkeypatch.setattr(room.inside.store, "write", None)
        mine = await listed(ana)
        assert list(mine) == [gathering, over, running]
        assert [table["stage"] for table in mine.values()] == ["gathering", "over", "playing"]
        assert [seat["away"] for seat in mine[running]["seats"]] == [False, True]
        assert [seat["bot"] for seat in mine[over]["seats"]] == [None, "random"]
        assert list(await listed(Guest(room.url), "/api/tables")) == [gathering, running]
        assert room.inside.tables.awake == {}
        monkeypatch.undo()


async def test_a_list_and_the_table_itself_tell_the_same(open_room: Opened) -> None:
    """No bot moves between two questions, which would change how the table stands."""
    async with open_room(bot_pace=NEVER) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        ana, table = Guest(room.url, one.headers["Cookie"]), one.table["table"]
        for who, command in [
            (two, {"what": "leave"}),
            (two, {"what": "sit"}),
            (one, {"what": "agree"}),
        ]:
            await who.do(**command)
            assert (await listed(ana))[table] == await ana.get(f"/api/tables/{table}")
            assert await stored_summary(room, table) == summary_of(room.inside.tables.awake[table].state)
        await one.do("kick", seat=1)  # then everybody who is there agrees
        await one.until(lambda table: table["stage"] == "over")
        assert (await listed(ana))[table] == await ana.get(f"/api/tables/{table}")
        assert (await listed(ana))[table]["stage"] == "over"
        assert (await ana.get("/api/mine/finished"))["games"][0]["table"] == table


async def stored_summary(room: RunningRoom, table: str) -> Any:
    stored = await room.inside.store.ask(queries.log_of(table))
    assert stored is not None
    return stored.summary


async def test_entry_summary_and_result_are_written_together_or_not_at_all(
    room: RunningRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the server were killed amid the last move: there is no moment at which they differ."""
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    write, seen = room.inside.store.write, []

    async def look_after(*jobs: Any) -> None:
        await write(*jobs)
        stored = await room.inside.store.ask(queries.log_of(table))
        assert stored is not None
        state = await asyncio.to_thread(read_table, stored, room.inside.games["pega-em-6"])
        result = await room.inside.store.ask(
            lambda connection: connection.execute(sql.select(tables.c.result)).scalar()
        )
        assert stored.summary == summary_of(state)
        assert (result is not None) == (state.stage == "over")
        seen.append(state.stage)

    monkeypatch.setattr(room.inside.store, "write", look_after)
    async with ana.connect(table) as seat:
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
    monkeypatch.undo()
    assert set(seen) == {"gathering", "playing", "over"}


async def test_a_game_that_an_older_version_did_not_note_as_over_is_noted_when_it_wakes(
    open_room: Opened,
) -> None:
    """Version 0.1.0 noted the end after the last move: it could be killed in between."""
    async with open_room() as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT], start="ready")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
        forget = tables.update().values(summary=None, over_at=None, result=None)
        await room.inside.store.write(lambda connection: connection.execute(forget))
    async with open_room() as room:
        ana.url = room.url
        assert (await listed(ana))[table]["stage"] == "playing"  # as far as the seats tell
        assert (await ana.get(f"/api/tables/{table}"))["stage"] == "over"
        assert (await listed(ana))[table]["stage"] == "over"
        assert (await ana.get("/api/mine/finished"))["games"][0]["table"] == table


async def test_one_unreadable_table_of_an_older_version_does_not_hide_the_others(room: RunningRoom) -> None:
    ana = await guest(room)
    damaged, good = await make(ana, ["me", BOT]), await make(ana, ["me", BOT])
    as_before = tables.update().values(summary=None)
    await room.inside.store.write(
        queries.append(damaged, StoredEntry(1, "sit", b"{}")),
        lambda connection: connection.execute(as_before),
    )
    assert list(await listed(ana)) == [good]
    assert await room.inside.store.ask(lambda connection: connection.execute(sql.select(leases)).all()) == []


async def test_a_list_tells_how_a_game_stands_also_while_nobody_is_there(open_room: Opened) -> None:
    async with open_room() as room, AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        ana, table = Guest(room.url, one.headers["Cookie"]), one.table["table"]
        assert (await listed(ana))[table]["standing"]["to_act"] == [0, 1]
        await one.act(one.table["legal"][0])
        awake = (await listed(ana))[table]["standing"]
        assert (awake["to_act"], awake["scores"]) == ([1], [0, 0])
        room.inside.tables.unload(room.inside.tables.awake[table])
        async with asyncio.timeout(10):
            while (asleep := (await listed(ana))[table]["standing"]) is None:
                await asyncio.sleep(0.02)
        assert asleep == awake
        assert table not in room.inside.tables.awake
    async with open_room() as room:  # after a restart too
        ana.url = room.url
        assert (await listed(ana))[table]["standing"] == awake
        async with ana.connect(
            table
        ) as again:  # who wakes it takes the note away: it would be stale after a move
            stored = await room.inside.store.ask(queries.log_of(table))
            assert stored is not None
            assert stored.summary is not None
            assert stored.summary.standing is None
            assert again.table["view"] is not None


async def test_those_who_wait_see_when_a_bot_plays_for_who_lost_the_connection(open_room: Opened) -> None:
    async with open_room(patience=20) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        assert [seat["bot_in"] for seat in one.table["seats"]] == [None, None]
        await two.socket.close()
        await one.until(lambda table: not table["seats"][1]["present"])
        assert 15_000 < one.table["seats"][1]["bot_in"] <= 20_000
        await two.__aenter__()
        await one.until(lambda table: table["seats"][1]["present"])
        assert one.table["seats"][1]["bot_in"] is None
