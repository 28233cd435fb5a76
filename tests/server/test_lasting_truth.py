"""Results outlive the rules: a game of other rules, or with a damaged log, is shown as it was kept."""

import asyncio
import dataclasses
import json
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from ludoteca.archive.fairness import verify
from ludoteca.client import Guest, Refusal
from ludoteca.core.table import Table
from ludoteca.server.check import check
from server.conftest import running, settings
from server.people import BOT, QUICK, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def finished_game(room: Any, ana: Guest) -> str:
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
    return table


def stored(folder: Path, query: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        found = connection.execute(query, values).fetchall()
        connection.commit()
        return found


def raise_rules(room: Any) -> None:
    """The same game, by a later version of its rules."""
    game = room.inside.games["pega-em-6"]
    later = type("Later", (), {**vars(game.rules), "VERSION": game.rules.VERSION + 1})
    room.inside.games["pega-em-6"] = dataclasses.replace(game, rules=later)


@pytest.fixture
def one_more_point(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Rules changed by one number."""

    def change() -> None:
        real = Table._results
        monkeypatch.setattr(
            Table, "_results", lambda self: ([score + 1 for score in real(self)[0]], real(self)[1])
        )

    return change


@pytest.mark.parametrize("raised", [True, False], ids=["version raised", "version forgotten"])
async def test_a_change_of_rules_changes_no_old_result(
    tmp_path: Path, one_more_point: Any, raised: bool
) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
        before = (await ana.get("/api/mine/finished"))["games"][0]
        file = await ana.get(f"/api/tables/{table}/export")
    one_more_point()
    why = "other_rules" if raised else "damaged"
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        if raised:
            raise_rules(room)
        listed = (await ana.get("/api/mine/finished"))["games"][0]
        assert {**listed, "link": "", "kept": None} == {**before, "link": ""}
        assert listed["kept"] == ("other_rules" if raised else None)
        replay = await ana.get(f"/api/tables/{table}/replay")
        assert (replay["scores"], replay["winners"]) == (before["scores"], before["winners"])
        assert (replay["frames"], replay["kept"]) == ([], why)
        review = await ana.get(f"/api/tables/{table}/review")
        assert (review["review"], review["kept"]) == (None, why)
        assert await ana.get(f"/api/tables/{table}/export") == file
        with pytest.raises(Refusal, match=why):
            await ana.post(f"/api/tables/{table}/continue", {"step": 1, "seat": 0})
        async with ana.connect(table) as seat:
            assert (seat.table["stage"], seat.table["unplayable"], seat.table["view"]) == ("over", why, None)


async def test_a_game_of_other_rules_that_went_the_same_is_replayed(tmp_path: Path) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        raise_rules(room)
        replay = await ana.get(f"/api/tables/{table}/replay")
        assert replay["kept"] is None
        assert replay["frames"]


async def test_without_a_last_checksum_a_game_of_other_rules_is_not_played_again(tmp_path: Path) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
    stored(tmp_path, "DELETE FROM checksums")
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        raise_rules(room)
        assert (await ana.get(f"/api/tables/{table}/replay"))["kept"] == "other_rules"


async def test_a_running_game_of_other_rules_is_ended_by_agreement(tmp_path: Path) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        table, cookies = one.table["table"], [one.headers, two.headers]
        await one.act(one.table["legal"][0])
    async with running(settings(tmp_path, limits=QUICK, patience=60)) as room, AsyncExitStack() as stack:
        raise_rules(room)
        people = [Guest(room.url, headers["Cookie"]) for headers in cookies]
        seats = [await stack.enter_async_context(person.connect(table)) for person in people]
        assert {(seat.table["stage"], seat.table["unplayable"]) for seat in seats} == {
            ("playing", "other_rules")
        }
        with pytest.raises(Refusal, match="other_rules"):
            await seats[0].do("act", seq=99, action={"card": 1})
        await seats[0].do("agree")
        await seats[1].do("agree")
        await seats[0].until(lambda table: table["stage"] == "over")
        game = (await people[0].get("/api/mine/finished"))["games"][0]
        assert (game["ended"], game["scores"], game["kept"]) == ("agreement", [], "other_rules")


async def test_a_table_that_gathers_begins_by_the_rules_of_the_day(tmp_path: Path) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT], start="ready")
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        raise_rules(room)
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
        assert (await ana.get("/api/mine/finished"))["games"][0]["kept"] is None
    [(start,)] = stored(tmp_path, "SELECT data FROM entries WHERE did = 'start'")
    assert json.loads(start)["rules"] == 2


DAMAGES = {
    "an entry is no JSON": "UPDATE entries SET data = 'x{' WHERE seq = 4",
    "an entry is missing": "DELETE FROM entries WHERE seq = 4",
    "the deal is lost": "UPDATE entries SET data = '[]' WHERE did = 'start'",
    "a checksum is another": "UPDATE checksums SET checksum = 'f'",
    "the result is another": "UPDATE tables SET result = replace(result, '\"scores\":[', '\"scores\":[9')",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_entry_hurts_one_table(tmp_path: Path, damage: str) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        tables = [await finished_game(room, ana) for _ in range(2)]
    before = {row[0]: row[1] for row in stored(tmp_path, "SELECT id, result FROM tables")}
    change = f"{DAMAGES[damage]} {'AND' if 'WHERE' in DAMAGES[damage] else 'WHERE'}"
    stored(tmp_path, f"{change} {'id' if 'UPDATE tables' in change else 'table_id'} = ?", tables[0])
    found = check(str(tmp_path / "room.db"))
    assert [(fault.table, fault.code) for fault in found.faults] == [(tables[0], "log")]
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        listed = {game["table"]: game for game in (await ana.get("/api/mine/finished"))["games"]}
        assert listed.keys() == set(tables)
        replay = await ana.get(f"/api/tables/{tables[0]}/replay")
        assert replay["kept"] == "damaged"
        assert replay["scores"] == listed[tables[0]]["scores"]
        assert (await ana.get(f"/api/tables/{tables[1]}/replay"))["kept"] is None
        verify(await ana.get(f"/api/tables/{tables[1]}/export"))
    assert stored(tmp_path, "SELECT result FROM tables WHERE id = ?", tables[1]) == [(before[tables[1]],)]


@pytest.mark.parametrize("column", ["meta", "summary", "result"])
async def test_a_damaged_row_leaves_the_lists_of_the_others(tmp_path: Path, column: str) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        tables = [await finished_game(room, ana) for _ in range(2)]
        gathering = await make(ana, ["me", "open"], open=True)
    stored(tmp_path, f"UPDATE tables SET {column} = ? WHERE id = ?", b"\xff{", tables[0])
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana.url = room.url
        assert tables[1] in {game["table"] for game in (await ana.get("/api/mine/finished"))["games"]}
        assert gathering in {game["table"] for game in (await ana.get("/api/mine"))["tables"]}
        assert [game["table"] for game in (await ana.get("/api/tables"))["tables"]] == [gathering]


async def test_checksums_are_written_on_the_way_and_at_the_end(tmp_path: Path) -> None:
    async with running(settings(tmp_path, limits=QUICK)) as room:
        ana = await guest(room)
        table = await make(ana, ["me", *[BOT] * 9], start="ready")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
    numbers = [seq for (seq,) in stored(tmp_path, "SELECT seq FROM checksums ORDER BY seq")]
    [(last,)] = stored(tmp_path, "SELECT max(seq) FROM entries")
    assert numbers == sorted({*range(64, last, 64), last})
    found = check(str(tmp_path / "room.db"))
    assert (found.faults, found.tables, found.entries, found.checksums) == ([], 1, last, len(numbers))


async def test_a_room_that_was_ended_while_people_played_is_in_order(tmp_path: Path) -> None:
    async with running(settings(tmp_path)) as room, AsyncExitStack() as stack:
        seats = await two_at_a_table(room, stack)
        await seats[0].act(seats[0].table["legal"][0])
    [(summary,)] = stored(tmp_path, "SELECT summary FROM tables")
    assert json.loads(summary)["standing"]  # kept for lists while the table is in nobody's memory
    assert check(str(tmp_path / "room.db")).faults == []


async def test_a_process_that_lost_a_table_changes_nothing_that_lists_show(tmp_path: Path) -> None:
    async with running(settings(tmp_path)) as room, AsyncExitStack() as stack:
        seats = await two_at_a_table(room, stack)
        table = seats[0].table["table"]
        stored(tmp_path, "UPDATE leases SET fence = fence + 1, process = 'another'")
        before = stored(tmp_path, "SELECT summary FROM tables")
        await room.inside.tables.keep_standings([room.inside.tables.awake[table]])
        assert stored(tmp_path, "SELECT summary FROM tables") == before
