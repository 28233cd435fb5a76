"""What strangers may try: other pages, floods, frames too large or malformed, guesses."""

import asyncio
import contextlib
import json
import urllib.request
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludoteca.client import Guest, Refusal
from ludoteca.server.errors import Refused
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.store import queries
from ludoteca.server.store.schema import people
from ludoteca.server.table.messages import id_of, read_message
from ludoteca.server.wall_clock import now
from server.people import BOT, guest, hear_all, make, two_at_a_table

pytestmark = pytest.mark.anyio


async def test_another_pages_origin_is_refused(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT])
    own = room.url
    for origin in ("http://evil.example", "null", own + "0", own.replace("http", "https"), own + "/"):
        ana.headers = {"Origin": origin}
        with pytest.raises(Refusal, match="wrong_origin"):
            await make(ana, ["me", BOT])
        with pytest.raises(InvalidStatus, match="403"):
            await ana.connect(table).__aenter__()
    ana.headers = {"Origin": own}
    async with ana.connect(table):
        await make(ana, ["me", BOT])


async def test_behind_a_proxy_the_public_url_is_the_origin(open_room):
    async with open_room(public_url="https://example.org/games", root_path="/games") as room:
        stranger = Guest(room.url, headers={"Origin": room.url})
        with pytest.raises(Refusal, match="wrong_origin"):
            await stranger.name("Eve")
        ana = Guest(room.url + "/games", headers={"Origin": "https://example.org"})
        await ana.name("Ana")
        assert (await ana.get("/api/me"))["person"]["name"] == "Ana"
        made = await ana.post("/api/tables", {"game": "pega-em-6", "seats": ["me", BOT]})
        assert made["link"].startswith("https://example.org/games/table/")


async def test_a_frame_over_16_kib_closes_the_socket(shared_room):
    ana = await guest(shared_room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        await seat.socket.send(json.dumps({"type": "ping", "x": "x" * 17_000}))
        assert await hear_all(seat) == ([], 1009)


async def test_a_body_over_16_kib_is_refused(shared_room):
    with pytest.raises(Refusal, match="too_large"):
        await Guest(shared_room.url).name("x" * 17_000)


async def test_a_binary_frame_closes_the_socket(shared_room):
    ana = await guest(shared_room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        await seat.socket.send(b"{}")
        assert await hear_all(seat) == ([], 4400)


@pytest.mark.parametrize(
    ("frame", "where", "answered"),
    [
        ("", "$", None),
        ("[]", "$", None),
        ("null", "$", None),
        ("[" * 10_000, "$", None),
        ('{"a":' * 3_000, "$", None),
        ('{"type": "fly", "id": "a"}', "$.type", "a"),
        ('{"type": "act", "id": "a", "seq": "1", "action": {}}', "$.seq", "a"),
        ('{"type": "act", "id": "a", "seq": 1, "action": []}', "$.action", "a"),
        ('{"type": "act", "id": "a", "seq": -1, "action": {}}', "$.seq", "a"),
        ('{"type": "act", "id": "", "seq": 1, "action": {}}', "$.id", ""),
        ('{"type": "act", "id": 5, "seq": 1, "action": {}}', "$.id", None),
        ('{"type": "sit", "id": "a", "seat": 1e99}', "$.seat", "a"),
        ('{"type": "sit", "id": "a", "entropy": 4}', "$.entropy", "a"),
        ('{"type": "start", "id": "a", "fil": "random"}', "$", "a"),
    ],
)
async def test_a_malformed_frame_is_refused_and_named(shared_room, frame, where, answered):
    ana = await guest(shared_room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        await seat.socket.send(frame)
        answer = await seat.hear()
        assert (answer["type"], answer["code"]) == ("refused", "malformed")
        assert (answer["arguments"], answer["id"]) == ({"where": where}, answered)
        await seat.do("say", phrase="hello")


@pytest.mark.parametrize(
    "action",
    [
        {"card": 10**30},
        {"card": 1e308},
        {"card": None},
        {"card": [1]},
        {"card": {"card": 1}},
        {"card": True},
        {"": 1},
    ],
)
async def test_no_action_however_strange_harms_the_table(shared_room, action):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack)
        with pytest.raises(Refusal, match="no_such_action"):
            await one.act(action)
        await one.act(one.table["legal"][0])


TEXT = st.text('aé"\x00{', max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
FIELDS = [
    *("type", "id", "seq", "action", "seat", "bot", "fill", "phrase", "text", "entropy"),
    *("agree", "code", "before", "most"),
]
TYPES = st.sampled_from(
    [
        "act",
        "sit",
        "ready",
        "leave",
        "start",
        "bot",
        "kick",
        "say",
        "rematch",
        "agree",
        "take_back",
        "take",
        "code",
        "history",
        "ping",
        "x",
    ]
)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), TYPES)
def test_whatever_is_sent_is_a_message_or_refused(fields, kind):
    frame = json.dumps(fields | {"type": kind})
    with contextlib.suppress(Refused):
        read_message(frame)
    id_of(frame)


async def test_a_flood_is_slowed_down_and_then_cut_off(open_room):
    limits = Limits(socket_messages=Rate(5, 1))
    async with open_room(limits=limits) as room:
        ana = await guest(room)
        async with ana.connect(await make(ana, ["me", BOT])) as seat:
            for _ in range(60):
                await seat.send({"type": "ping"})
            heard, code = await hear_all(seat)
            assert code == 4429
            assert [message["type"] for message in heard[:6]] == ["pong"] * 5 + ["refused"]
            assert heard[5]["arguments"] == {"seconds": 1}


async def test_a_person_has_one_limit_on_all_sockets(open_room):
    async with open_room(limits=Limits(messages=Rate(3, 0.1))) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT])
        async with ana.connect(table) as one, ana.connect(table) as two:
            for seat in (one, two, one):
                await seat.do("say", phrase="hello")
            with pytest.raises(Refusal, match="too_many"):
                await two.do("say", phrase="hello")


async def test_an_address_makes_only_so_many_guests_and_a_person_so_many_tables(open_room):
    limits = Limits(new_people=Rate(2, 0.01), new_tables=Rate(2, 0.01))
    async with open_room(limits=limits) as room:
        ana = await guest(room)
        for _ in range(2):
            await make(ana, ["me", BOT])
        with pytest.raises(Refusal) as refusal:
            await make(ana, ["me", BOT])
        assert refusal.value.answer["status"] == 429
        await guest(room)
        with pytest.raises(Refusal, match="too_many"):
            await guest(room)


async def test_an_address_has_only_so_many_sockets(open_room):
    async with open_room(limits=Limits(sockets_per_address=1)) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT])
        async with ana.connect(table):
            with pytest.raises(ConnectionClosed) as closed:
                await ana.connect(table).__aenter__()
            assert closed.value.rcvd.code == 4429
        async with ana.connect(table):
            pass


async def test_no_table_is_found_by_guessing(room):
    ana = await guest(room)
    for guess in ("x", "1", "../me", "A" * 16, "A" * 500):
        with pytest.raises(Refusal, match=r"no_such_table|not_found"):
            await ana.get(f"/api/tables/{guess}")
    with pytest.raises(ConnectionClosed) as closed:
        await ana.connect("AAAA").__aenter__()
    assert closed.value.rcvd.code == 4404
    assert room.inside.tables.awake == {}


async def test_a_cookie_ends_after_a_year_and_is_renewed_by_coming(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT])
    year = 365 * 24 * 3_600_000

    async def set_back(**when):
        change = people.update().where(people.c.id == ana.person["id"]).values(**when)
        await room.inside.store.write(lambda connection: queries.void(connection.execute(change)))

    await set_back(made_at=now() - year + 60_000)
    async with ana.connect(table) as seat:
        assert seat.table["you"]["seat"] == 0
    await set_back(made_at=now() - year)
    assert await ana.get("/api/me") == {"person": None}
    with pytest.raises(Refusal, match="no_person"):
        await ana.get("/api/mine")
    async with ana.connect(table) as seat:
        assert seat.table["you"] == {"person": None, "seat": None}
        with pytest.raises(Refusal, match="no_person"):
            await seat.do("sit")
    await set_back(renewed_at=now())
    assert (await ana.get("/api/me"))["person"] == ana.person
    await ana.name("Ana")
    assert (await ana.get("/api/me"))["person"] == ana.person


async def test_script_in_names_and_chat_stays_text_in_json_that_no_browser_runs(shared_room):
    evil = "<script>alert(1)</script>"[:24]
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack, chat=True, open=True)
        eve = await guest(shared_room, evil)
        three = await stack.enter_async_context(eve.connect(one.table["table"]))
        await three.do("say", text="<img src=x onerror=alert(1)>")
        await two.until(lambda table: table["steps"] and table["steps"][0]["did"] == "say")
        assert two.table["steps"][0] | {"seq": 0} == {
            "seq": 0, "did": "say", "person": eve.person, "text": "<img src=x onerror=alert(1)>",
        }  # fmt: skip
    await make(eve, ["me", "open"], open=True)
    for path in ("/api/tables", "/api/me", "/api/mine"):
        headers = await headers_of(eve, path)
        assert headers["Content-Type"] == "application/json"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "script-src 'self'" in headers["Content-Security-Policy"]


async def headers_of(who, path):
    request = urllib.request.Request(who.url + path, headers=who._headers())
    response = await asyncio.to_thread(urllib.request.urlopen, request)
    with response:
        return response.headers


async def test_a_replayed_id_of_any_command_does_nothing_again(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        first = await one.do("say", phrase="hello", id="again")
        for what, fields in [
            ("say", {"phrase": "oops"}), ("agree", {}), ("leave", {}), ("kick", {"seat": 1}),
            ("act", {"seq": one.table["seq"], "action": one.table["legal"][0]}),
        ]:  # fmt: skip
            assert await one.do(what, id="again", **fields) == first
        await two.do("say", phrase="hello")
        assert two.table["seq"] == first["seq"] + 1
        assert (two.table["agreed"], two.table["chosen"]) == ([], [])


async def test_nobody_does_for_another_seat_what_is_that_seats(shared_room):
    """No message names the seat that it is for, except those of the host."""
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        eve = await stack.enter_async_context((await guest(shared_room, "Eve")).connect(one.table["table"]))
        for what, fields in [("agree", {}), ("take_back", {}), ("leave", {}), ("rematch", {})]:
            with pytest.raises(Refusal, match=r"not_seated|not_over"):
                await eve.do(what, **fields)
            with pytest.raises(Refusal, match="malformed"):
                await two.do(what, seat=0, **fields)
        with pytest.raises(Refusal, match="seat_taken"):
            await eve.do("sit", seat=0)
        with pytest.raises(Refusal, match="not_host"):
            await eve.do("kick", seat=0)


async def test_codes_are_not_guessed_faster_than_messages_may_come(open_room):
    async with open_room(limits=Limits(messages=Rate(5, 0.1))) as room, AsyncExitStack() as stack:
        ana, eve = await guest(room), await guest(room, "Eve")
        seat = await stack.enter_async_context(eve.connect(await make(ana, ["me", BOT])))
        refused = []
        for number in range(8):
            with pytest.raises(Refusal) as refusal:
                await seat.do("take", code=f"AAAAAAA{number}")
            refused.append(refusal.value.code)
        assert refused == ["bad_code"] * 5 + ["too_many"] * 3
