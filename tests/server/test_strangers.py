"""What a stranger can try to keep others waiting: long work, many connections, requests that never end."""

import asyncio
import contextlib
import time
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import InvalidStatus

from ludoteca.client import Guest, Refusal
from ludoteca.core.compiled import PLAIN
from ludoteca.server.http import timed_http
from ludoteca.server.http.origin import network_of
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.store import queries
from ludoteca.server.table import views
from server.people import BOT, QUICK, guest, make, play_on, two_at_a_table
from server.test_waking import long_table, longest_answer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_an_ipv6_network_as_one(address, counted):
    assert network_of(address) == counted


@pytest.mark.parametrize(
    "path",
    [
        "/" + "x" * 300,
        "/table/" + "x" * 5000,
        "/%00",
        "/assets/a%00b.js",
        "/api/tables/" + "x" * 500,
        "/api/tables/a%00b",
        "/api/tables/a%00b/replay",
        "/api/tables/a%00b/fairness",
        "/api/tables/" + "y" * 40 + "/review",
        "/é" + "%C3%A9" * 250,
    ],
)
async def test_an_address_that_cannot_be_is_not_found_and_nothing_is_logged(shared_room, path, capsys):
    with pytest.raises(Refusal) as refusal:
        await Guest(shared_room.url).get(path.replace("é", ""))
    assert refusal.value.answer["status"] == 404
    assert refusal.value.code in ("not_found", "no_such_table")
    assert capsys.readouterr().err == ""


async def test_an_address_opens_only_so_many_sockets_a_second(open_room):
    async with open_room(limits=Limits(connects=Rate(3, 0.01))) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT])
        for _ in range(3):
            async with ana.connect(table):
                pass
        with pytest.raises(InvalidStatus) as refused:
            await ana.connect(table).__aenter__()
        assert refused.value.response.status_code == 429
        assert b"too_many" in refused.value.response.body


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /api/me HT", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
)
async def test_a_request_that_does_not_arrive_is_cut_off(room, monkeypatch, sent):
    monkeypatch.setattr(timed_http, "ARRIVES_WITHIN", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", room.inside.settings.port)
    writer.write(sent)
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), 10) == b""
    writer.close()


async def test_a_second_request_on_the_same_connection_has_to_arrive_too(room, monkeypatch):
    monkeypatch.setattr(timed_http, "ARRIVES_WITHIN", 0.5)
    reader, writer = await asyncio.open_connection("127.0.0.1", room.inside.settings.port)
    for part in (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /health HT"):
        writer.write(part)
        await asyncio.sleep(0.1)
    with contextlib.suppress(ConnectionError):
        assert (await asyncio.wait_for(reader.read(), 10)).count(b"200 OK") == 1
    writer.close()


async def test_a_socket_outlives_the_time_for_requests(room, monkeypatch):
    monkeypatch.setattr(timed_http, "ARRIVES_WITHIN", 0.2)
    ana = await guest(room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        await asyncio.sleep(0.5)
        await seat.do("say", phrase="hello")


async def test_a_person_and_an_address_bring_in_only_so_much(open_room):
    async with open_room(limits=Limits(imports=Rate(1000, 0.01), new_tables=Rate(99, 9))) as room:
        ana = await guest(room)
        for size, code in ((900, "malformed"), (900, "quota"), (90, "malformed")):
            with pytest.raises(Refusal, match=code):
                await ana.ask("POST", "/api/import", b"x" * size)
        ben = await guest(room, "Ben")
        with pytest.raises(Refusal, match="quota"):
            await ben.ask("POST", "/api/import", b"x" * 900)


async def test_an_address_makes_only_so_many_tables_whoever_asks(open_room):
    async with open_room(limits=Limits(tables_of_address=Rate(2, 0.01))) as room:
        for name in ("Ana", "Ben"):
            await make(await guest(room, name), ["me", BOT])
        with pytest.raises(Refusal, match="too_many"):
            await make(await guest(room, "Eve"), ["me", BOT])


async def test_replay_export_fairness_and_review_wake_no_table(open_room):
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT], start="ready")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
        room.inside.tables.unload(room.inside.tables.awake[table])
        for part in ("replay", "export", "fairness", "review"):
            await ana.get(f"/api/tables/{table}/{part}")
        assert room.inside.tables.awake == {}


async def test_any_part_of_a_replay_is_told_as_in_one_piece(open_room, monkeypatch):
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT], start="ready", options={"rounds": 1 if PLAIN else 22})
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 120)
        whole = await ana.get(f"/api/tables/{table}/replay?most=500")
        assert PLAIN or whole["last"] > 210
        for first in (0, 1, 9, 199, 200, 201, whole["last"], whole["last"] + 1):
            part = await ana.get(f"/api/tables/{table}/replay?from={first}&most=3")
            assert part == {**whole, "frames": whole["frames"][first : first + 3]}


@pytest.mark.skipif(PLAIN, reason="a long log takes too long")
async def test_a_long_log_is_told_in_pages(open_room):
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await long_table(room, ana, 1500)
        async with ana.connect(table, since=0) as seat:
            assert seat.table["type"] == "view"
            assert "steps" not in seat.table
            told, before = [], None
            while before != 1:
                asked = {"most": 1000} | ({"before": before} if before else {})
                await seat.send({"type": "history", "id": "h", **asked})
                while (answer := await seat.hear())["type"] != "history":
                    pass
                assert len(answer["steps"]) <= views.MOST_TOLD
                told = answer["steps"] + told
                before = answer["since"] + 1
            assert [step["seq"] for step in told] == list(range(1, 1501))


@pytest.mark.skipif(PLAIN, reason="a long log takes too long")
async def test_a_very_long_game_is_brought_in_while_others_are_answered(open_room):
    """More entries than one statement takes, checked beside the event loop and stored in parts."""
    async with open_room(limits=QUICK) as room, AsyncExitStack() as stack:
        _, two = await two_at_a_table(room, stack)
        ana = await guest(room, "Ana")
        table = await long_table(room, ana, 12_000)
        async with ana.connect(table) as seat:
            await seat.do("agree")
            await seat.until(lambda table: table["stage"] == "over")
        exported = await ana.ask("GET", f"/api/tables/{table}/export")
        bringing = asyncio.create_task(ana.ask("POST", "/api/import", exported))
        assert await longest_answer(two, bringing) < 1.0
        assert b"table" in await bringing
        listed = (await ana.get("/api/mine/finished"))["games"]
        assert listed[0]["origin"] == "imported"
        stored = await room.inside.store.ask(queries.log_of(listed[0]["table"]))
        assert len(stored.log) > 11_000
        with pytest.raises(Refusal, match="too_long"):
            await ana.get(f"/api/tables/{table}/review")
        began = time.perf_counter()
        assert len((await ana.get("/api/mine"))["tables"]) == 2
        assert time.perf_counter() - began < 1


async def test_a_fault_is_a_problem_too(room, monkeypatch):
    async def wrong(_question):
        raise RuntimeError("p1234 has the 7")

    ana = await guest(room)
    monkeypatch.setattr(room.inside.store, "ask", wrong)
    with pytest.raises(Refusal) as refusal:
        await ana.get("/api/mine")
    assert refusal.value.answer == {"status": 500, "code": "failed", "arguments": {}, "rule": None}
    assert await ana.get("/health") == {"status": "ok"}
