"""Several processes on one database: any of them takes any visitor, and one runs each table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.client import Guest, Refusal
from ludoteca.server.cluster.forwarding import Visitor, headers_for
from ludoteca.server.cluster.leases import Claim, Elsewhere
from ludoteca.server.store import queries
from ludoteca.server.store.append import Fenced
from ludoteca.server.store.models import Person, Process, StoredEntry
from server.conftest import RunningRoom, running, settings
from server.people import guest, hear_all, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


LEASE = 60  # seconds: on a busy machine a sign of life may come a second late, and a table change hands


@asynccontextmanager
async def two_processes(database: str, folder: Path, lease: float) -> AsyncIterator[list[RunningRoom]]:
    async with AsyncExitStack() as stack:
        chosen = [settings(folder, database=database, lease=lease) for _ in range(2)]
        yield [await stack.enter_async_context(running(one)) for one in chosen]


@pytest.fixture
async def two_rooms(any_database, tmp_path):
    async with two_processes(any_database, tmp_path, LEASE) as rooms:
        yield rooms


def at(room: RunningRoom, person: Guest) -> Guest:
    """The same person at another process."""
    other = Guest(room.url, person.cookie)
    other.person = person.person
    return other


async def test_people_at_two_processes_play_at_one_table(two_rooms):
    first, second = two_rooms
    ana, ben = await guest(first, "Ana"), await guest(second, "Ben çé")
    table = await make(ana, ["me", "open"], start="ready")
    async with ana.connect(table) as one, ben.connect(table) as two:
        await one.do("ready")
        await two.do("sit")
        assert two.table["you"]["person"] == ben.person
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        assert one.table["view"]["scores"] == two.table["view"]["scores"]
    assert (await at(second, ana).get(f"/api/tables/{table}/export"))["game"] == "pega-em-6"
    assert table in first.inside.tables.awake
    assert table not in second.inside.tables.awake


async def test_what_concerns_a_table_is_answered_by_any_process(two_rooms):
    first, second = two_rooms
    ana = await guest(first, "Ana")
    table = await make(ana, ["me", "open"], open=True)
    async with ana.connect(table):
        for room, present in ((first, True), (second, False)):  # only its own process knows who is connected
            listed = (await at(room, ana).get("/api/tables"))["tables"]
            assert [(one["table"], one["seats"][0]["present"]) for one in listed] == [(table, present)]
        assert (await at(second, ana).get(f"/api/tables/{table}"))["table"] == table
        with pytest.raises(Refusal, match="never_started"):
            await at(second, ana).get(f"/api/tables/{table}/export")


async def test_a_limit_counts_for_the_address_of_who_asks_and_not_of_who_passes_it_on(two_rooms):
    first, second = two_rooms
    ana = await guest(first, "Ana")
    table = await make(ana, ["me", "open"])
    async with ana.connect(table):
        far = at(second, ana)
        far.headers = {**far.headers, "X-Forwarded-For": "192.0.2.7"}
        await far.post(f"/api/tables/{table}/program", {"name": "Program"})
    assert "192.0.2.7" in first.inside.new_people.buckets


async def test_refusals_and_closing_codes_come_through(two_rooms):
    first, second = two_rooms
    ana = await guest(first, "Ana")
    table = await make(ana, ["me", "open"])
    async with ana.connect(table), at(second, ana).connect(table) as far:
        with pytest.raises(Refusal, match="seats_open"):
            await far.do("start")
        await far.socket.send(b"{}")
        assert (await hear_all(far))[1] == 4400


async def test_when_the_process_that_runs_a_table_stops_the_other_goes_on(any_database, tmp_path):
    async with running(settings(tmp_path, database=any_database)) as second:
        async with running(settings(tmp_path, database=any_database)) as first, AsyncExitStack() as stack:
            one, _ = await two_at_a_table(first, stack)
            draft = one.table["legal"][0]
            await one.act(draft)
            table = one.table["table"]
            far = Guest(second.url, one.headers["Cookie"])
            async with far.connect(table) as passed_on:
                assert passed_on.table["draft"] == draft
                await first.inside.drain()
                assert (await hear_all(passed_on))[1] == 1001
        async with far.connect(table) as again:
            assert again.table["draft"] == draft
        assert table in second.inside.tables.awake


async def test_a_process_whose_signs_of_life_ended_loses_its_tables_and_can_write_nothing(two_rooms):
    first, second = two_rooms
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(first, stack)
        table = one.table["table"]
        with pytest.raises(Elsewhere):
            await second.inside.tables.find(table)
        for task in list(first.inside.tasks):
            task.cancel()
        await first.execute("UPDATE processes SET seen_at = seen_at - :lease", lease=LEASE * 1000)
        taken = await second.inside.tables.find(table)
        actor = first.inside.tables.awake[table]
        entry = StoredEntry(actor.state.seq + 1, "say", b"{}")
        with pytest.raises(Fenced):
            await first.inside.store.write(queries.append(table, entry, actor.fence))
        await one.send({"type": "say", "id": "x", "phrase": "hello"})
        assert (await hear_all(one))[1] == 1001
        assert taken.state.seq == one.table["seq"]


async def test_a_name_that_was_forgotten_at_one_process_is_shown_at_no_other(any_database, tmp_path):
    async with two_processes(any_database, tmp_path, lease=5) as (first, second), AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(first, stack, chat=True)
        await ana.do("say", text="a word of mine")
        await Guest(second.url, ana.headers["Cookie"]).ask("DELETE", "/api/me")
        assert (await asyncio.wait_for(hear_all(ben), 15))[1] == 1001
        again = Guest(first.url, ben.headers["Cookie"])
        async with again.connect(ben.table["table"]) as seat:
            assert [place["person"]["name"] for place in seat.table["seats"]] == ["–", "Ben"]


async def test_a_process_looks_which_tables_are_left_to_it(any_database, tmp_path):
    async with two_processes(any_database, tmp_path, lease=1) as (first, second), AsyncExitStack() as stack:
        one, _ = await two_at_a_table(first, stack)
        table = one.table["table"]
        await second.inside.store.write(
            Claim(table, second.inside.leases.me.id, first.inside.leases.me.id, 1)
        )
        assert (await asyncio.wait_for(hear_all(one), 5))[1] == 1001
        assert table not in first.inside.tables.awake


async def test_the_successor_at_an_address_has_its_tables_at_once(any_database, tmp_path):
    chosen = settings(tmp_path, database=any_database, lease=60)
    async with running(chosen) as room:
        ana = await guest(room)
        table = await make(ana, ["me", "open"])
        async with ana.connect(table):
            room.inside.leases.end = nothing  # as if it had been killed
    async with running(chosen), ana.connect(table) as seat:
        assert seat.table["table"] == table


async def nothing() -> None:
    pass


async def test_two_processes_never_get_the_same_lease(two_rooms):
    ana = await guest(two_rooms[0])
    for _ in range(5):
        table = await make(ana, ["me", "open"])
        found = await asyncio.gather(
            *(room.inside.tables.find(table) for room in two_rooms), return_exceptions=True
        )
        assert sum(isinstance(one, Elsewhere) for one in found) == 1


async def test_an_evening_is_led_from_any_process_and_each_table_is_run_by_one(two_rooms, monkeypatch):
    first, second = two_rooms
    people = [await guest(first, name) for name in ("Ana", "Ben", "Cleo", "Dora")]
    plan = {"game": "pega-em-6", "seats": 2, "rounds": 1}
    evening = f"/api/evenings/{(await people[0].post('/api/evenings', plan))['code']}"
    for one in people:
        await one.post(evening, {"do": "join"})
    await people[0].post(evening, {"do": "begin_round"})
    claimed = []
    claim = second.inside.leases.claim
    monkeypatch.setattr(second.inside.leases, "claim", lambda table: claimed.append(table) or claim(table))
    await second.inside.evenings.run_tables()
    assert claimed == []  # it would disturb the moves there
    assert len(first.inside.tables.awake) == 2
    far = at(second, people[0])
    assert (await far.post(evening, {"do": "close_round"}))["stage"] == "over"


async def test_nobody_is_believed_who_does_not_know_the_key(two_rooms):
    first, _ = two_rooms
    ana, eve = await guest(first, "Ana"), await guest(first, "Eve")
    table = await make(ana, ["me", "open"])
    owner = Process("x", first.url, "guessed")
    eve.headers = headers_for(owner, Visitor(Person(**ana.person), "1.2.3.4"))
    async with eve.connect(table) as seat:
        assert seat.table["you"]["person"] == eve.person
    assert (await eve.get("/api/me"))["person"] == eve.person


async def test_a_visitor_is_passed_on_once(two_rooms):
    """If the table has changed hands on the way, the visitor is asked to come again."""
    first, second = two_rooms
    ana = await guest(first, "Ana")
    table = await make(ana, ["me", "open"])
    async with ana.connect(table):
        me = second.inside.leases.me
        ana.headers = headers_for(me, Visitor(None, "1.2.3.4"))
        far = Guest(second.url, headers=ana.headers)
        with pytest.raises(ConnectionClosed) as closed:
            await far.connect(table).__aenter__()
        assert closed.value.rcvd.code == 1001
        with pytest.raises(Refusal, match="stopping"):
            await far.get(f"/api/tables/{table}")


async def test_a_room_that_closes_leaves_no_task_behind(tmp_path):
    """A task that is cancelled may start another, as a table that is unloaded starts its release."""
    forever = asyncio.Event().wait

    async def start_another() -> None:
        try:
            await forever()
        finally:
            room.inside.run_in_background(forever())

    async with running(settings(tmp_path)) as room:
        room.inside.run_in_background(start_another())
        await asyncio.sleep(0)
    assert not room.inside.tasks
