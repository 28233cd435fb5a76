"""Who sits where: joining, leaving, bots, taking over, kicking, talking, and playing again."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ludoteca.client import Connection, Guest, Refusal
from ludoteca.server.table.bot_threads import choose
from server.people import BOT, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def test_an_open_table_is_listed_and_a_private_one_is_not(room):
    ana = await guest(room)
    table = await make(ana, ["me", "open"], open=True)
    await make(ana, ["me", "open"])
    listed = (await Guest(room.url).get("/api/tables"))["tables"]
    assert [one["table"] for one in listed] == [table]
    assert listed[0] == await ana.get(f"/api/tables/{table}")
    assert listed[0]["stage"] == "gathering"
    assert listed[0]["seats"][1] == {
        "seat": 1, "person": None, "bot": None, "away": False, "present": False, "ready": False,
        "bot_in": None,
    }  # fmt: skip
    assert len((await ana.get("/api/mine"))["tables"]) == 2


async def test_who_follows_the_link_gets_a_seat(shared_room):
    ana, ben, eve = [await guest(shared_room, name) for name in ("Ana", "Ben", "Eve")]
    made = await ana.post("/api/tables", {"game": "pega-em-6", "seats": ["me", BOT, "open"]})
    table = made["link"].rsplit("/table/")[1]
    async with ben.connect(table) as two, eve.connect(table) as three:
        await two.do("sit")
        assert two.table["you"]["seat"] == 2
        await three.do("sit")
        assert three.table["you"]["seat"] == 1
        with pytest.raises(Refusal, match="already_seated"):
            await three.do("sit", seat=0)
        await three.do("leave")
        assert three.table["you"]["seat"] is None
        for seat, code in [(0, "seat_taken"), (7, "no_such_seat")]:
            with pytest.raises(Refusal, match=code):
                await three.do("sit", seat=seat)


async def test_only_the_host_starts_and_gives_seats_to_bots(shared_room):
    ana, ben = await guest(shared_room, "Ana"), await guest(shared_room, "Ben")
    table = await make(ana, ["me", "open", "open"])
    async with ana.connect(table) as one, ben.connect(table) as two:
        await two.do("sit")
        for command in (
            {"what": "start"},
            {"what": "bot", "seat": 2, "bot": "random"},
            {"what": "kick", "seat": 0},
        ):
            with pytest.raises(Refusal, match="not_host"):
                await two.do(**command)
        with pytest.raises(Refusal, match="seats_open"):
            await one.do("start")
        with pytest.raises(Refusal, match="unknown_bot"):
            await one.do("bot", seat=2, bot="genius")
        await one.do("bot", seat=2, bot="closest")
        await one.do("bot", seat=2, bot=None)
        await one.do("start", fill="random")
        assert one.table["seats"][2]["bot"] == "random"
        assert one.table["stage"] == "playing"


async def test_the_game_starts_by_itself_when_all_are_ready(shared_room):
    ana, ben = await guest(shared_room, "Ana"), await guest(shared_room, "Ben")
    table = await make(ana, ["me", "open"], start="ready")
    async with ana.connect(table) as one, ben.connect(table) as two:
        await one.do("ready", entropy="01" * 32)
        await two.do("sit")
        await one.until(lambda table: table["stage"] == "playing")
        assert one.table["fairness"]["entropy"] == ["01" * 32, None]


async def test_a_leavers_seat_is_played_on_by_a_bot_and_given_back_on_return(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await two.do("leave")
        await two.socket.close()
        await one.until(lambda table: 1 in table["chosen"])
        assert one.table["seats"][1]["away"]
        assert one.table["seats"][1]["person"]["name"] == "Ben"
        await one.act(one.table["legal"][0])
        async with two as again:
            await again.until(lambda table: not table["seats"][1]["away"])
            assert again.table["you"]["seat"] == 1
            await asyncio.wait_for(asyncio.gather(play_on(one), play_on(again)), 60)


async def test_a_lost_connection_becomes_a_bot_after_a_while(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await two.socket.close()
        await one.until(lambda table: not table["seats"][1]["present"])
        assert not one.table["seats"][1]["away"]
        await asyncio.wait_for(one.until(lambda table: table["seats"][1]["away"]), 5)
        assert one.table["host"] == one.table["you"]["person"]["id"]


async def test_who_comes_back_in_time_hears_of_no_bot(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        await two.socket.close()
        await one.until(lambda table: table["seats"][1]["bot_in"] is not None)
        async with two as again:
            assert again.table["seats"][1]["bot_in"] is None


async def test_a_table_with_nobody_there_rests(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await two.do("leave")
        await one.until(lambda table: 1 in table["chosen"])
        await one.socket.close()
        await two.socket.close()
        actor = room.inside.tables.awake[one.table["table"]]
        await asyncio.sleep(0.6)
        assert not any(place.away for place in actor.state.places[:1])
        assert actor.state.seq == one.table["seq"]


async def test_a_bot_chooses_once_and_sees_its_own_view_only(room, monkeypatch):
    handed = []

    def note(observation, bot, asked, key=None):
        handed.append((observation.seat, observation.view))
        return choose(observation, bot, asked, key)

    await room.inside.bot_threads.ready_for(room.inside.games["pega-em-6"])
    monkeypatch.setattr("ludoteca.server.table.bot_threads.choose", note)
    ana = await guest(room)
    table = await make(ana, ["me", BOT, BOT], start="ready")
    async with ana.connect(table) as one:
        await one.do("ready")
        await one.until(lambda table: table["chosen"] == [1, 2])
        for _ in range(3):
            await one.do("say", phrase="hurry")
        assert sorted(seat for seat, _ in handed) == [1, 2]
        for seat, view in handed:
            assert [type(hand) for hand in view["hands"]] == [list if s == seat else int for s in range(3)]


async def test_a_bot_that_fails_plays_anything(room, monkeypatch):
    await room.inside.bot_threads.ready_for(room.inside.games["pega-em-6"])
    monkeypatch.setattr("ludoteca.server.table.bot_threads.choose", None)
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as one:
        await one.do("ready")
        await asyncio.wait_for(play_on(one), 60)


async def test_a_person_takes_over_a_bots_seat_during_the_game(shared_room):
    ana, ben = await guest(shared_room, "Ana"), await guest(shared_room, "Ben")
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as one, ben.connect(table) as two:
        await one.do("ready")
        await two.until(lambda table: table["stage"] == "playing")
        assert two.table["view"]["hands"] == [10, 10]
        await two.do("sit")
        assert two.table["you"]["seat"] == 1
        assert len(two.table["view"]["hands"][1]) == 10
        async with (await guest(shared_room, "Eve")).connect(table) as three:
            with pytest.raises(Refusal, match="no_open_seat"):
                await three.do("sit")


@pytest.mark.parametrize("text", ["a\x00", "\x1f", "b\x7f", "\x85"])
async def test_control_characters_are_refused_at_every_door(shared_room, text):
    ana = await guest(shared_room)
    table = await make(ana, ["me", "open"], chat=True)
    doors = {
        "say": {"phrase": "hello", "id": text},
        "bot": {"seat": 1, "bot": text},
        "start": {"fill": text},
        "take": {"code": text},
    }
    async with ana.connect(table) as seat:
        for what, fields in doors.items():
            await seat.send({"type": what, "id": "x"} | fields)
            answer = await seat.hear()
            assert (answer["type"], answer["code"]) == ("refused", "malformed")
        with pytest.raises(Refusal, match="bad_text"):
            await seat.do("say", text=text)
    for wanted in ({"game": text}, {"seats": [{"bot": text}]}):
        with pytest.raises(Refusal):
            await make(ana, **{"seats": ["me", "open"]} | wanted)


async def test_the_kicked_do_not_come_back(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        with pytest.raises(Refusal, match="no_such_person"):
            await one.do("kick", seat=0)
        await one.do("kick", seat=1)
        await two.until(lambda table: table["you"]["seat"] is None)
        assert two.table["view"]["hands"] == [10, 10]
        for command in ({"what": "sit"}, {"what": "say", "phrase": "hello"}):
            with pytest.raises(Refusal, match="kicked"):
                await two.do(**command)
        assert one.table["seats"][1]["bot"] == "skilled"


async def test_the_host_is_passed_on_and_given_back(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        ana, ben = one.table["you"]["person"]["id"], two.table["you"]["person"]["id"]
        await one.do("leave")
        assert one.table["host"] == ben
        await one.do("sit")
        assert one.table["host"] == ana


async def test_people_say_phrases_and_where_it_is_allowed_anything(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        await one.do("say", phrase="well_played")
        await two.until(lambda table: table["steps"][0]["did"] == "say")
        assert two.table["steps"][0]["phrase"] == "well_played"
        for said, code in [
            ({"text": "hi"}, "chat_off"),
            ({"phrase": "buy now"}, "unknown_phrase"),
            ({}, "chat_off"),
        ]:
            with pytest.raises(Refusal, match=code):
                await one.do("say", **said)
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack, chat=True)
        await one.do("say", text=" <b>hi</b> ")
        await two.until(lambda table: table["steps"][0]["did"] == "say")
        assert two.table["steps"][0]["text"] == "<b>hi</b>"
        for text in ("", "x" * 201, "\x07"):
            with pytest.raises(Refusal, match="bad_text"):
                await one.do("say", text=text)


async def test_a_rematch_brings_the_same_people_to_a_new_table(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        with pytest.raises(Refusal, match="not_over"):
            await one.do("rematch")
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        await two.do("rematch")
        with pytest.raises(Refusal, match="already_said"):
            await two.do("rematch")
        assert (two.table["rematch_offers"], two.table["rematch"]) == ([1], None)
        await two.do("rematch", offer=False)
        assert two.table["rematch_offers"] == []
        await two.do("rematch")
        await one.do("rematch")
        for seat in (one, two):
            await seat.until(lambda table: table["rematch"] is not None)
        assert one.table["rematch"] == two.table["rematch"]
        old = one.table["table"]
        for seat in (one, two):
            seat.address = seat.address.replace(old, seat.table["rematch"])
            await stack.enter_async_context(seat)
            await seat.do("ready")
        await one.until(lambda table: table["stage"] == "playing")
        assert [seat["person"]["name"] for seat in one.table["seats"]] == ["Ana", "Ben"]
        assert one.table["host"] == two.table["you"]["person"]["id"]


async def test_who_has_gone_is_not_waited_for_and_not_seated_at_the_rematch(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        await one.do("rematch")
        assert one.table["rematch"] is None
        await two.socket.close()
        await one.until(lambda table: table["rematch"] is not None)
        address = one.address.replace(one.table["table"], one.table["rematch"])
        again = await stack.enter_async_context(Connection(address, one.headers))
        assert [seat["person"] and seat["person"]["name"] for seat in again.table["seats"]] == ["Ana", None]
        await again.do("ready")
        assert again.table["stage"] == "gathering"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"seats": ["me"]}, "bad_seats"),
        ({"seats": ["me"] * 2}, "bad_seats_list"),
        ({"seats": ["open"] * 500}, "bad_seats"),
        ({"seats": ["me", {"bot": "genius"}]}, "unknown_bot"),
        ({"seats": ["me", "you"]}, "malformed"),
        ({"options": {"colour": "red"}}, "unknown_option"),
        ({"options": {"variant": "basic", "target": 3, "rounds": 1}}, "target_and_rounds"),
        ({"start": "never"}, "malformed"),
        ({"seed": "00"}, "malformed"),
    ],
)
async def test_what_is_no_table_is_refused(shared_room, wanted, code):
    ana = await guest(shared_room)
    with pytest.raises(Refusal, match=f"^{code}$"):
        await ana.post("/api/tables", {"game": "pega-em-6", "seats": ["me", "open"]} | wanted)
    with pytest.raises(Refusal, match="no_person"):
        await make(Guest(shared_room.url), ["me", "open"])
