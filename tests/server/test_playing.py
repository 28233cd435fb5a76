"""A game at a table: moves, drafts, refusals, repeats, and coming back."""

import asyncio
import time
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.client import Refusal
from ludoteca.server.store.models import Person, StoredEntry
from ludoteca.server.store.queries import append
from ludoteca.server.table.entries import Entry, Say, store_entry
from server.people import BOT, guest, hear_all, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def test_a_game_against_a_bot_goes_to_its_end(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        assert seat.table["stage"] == "gathering"
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
        assert seat.table["view"]["over"]
        assert seat.table["fairness"]["seed"] is not None


async def test_two_people_play_and_each_sees_the_own_hand_only(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        assert one.table["you"]["seat"] == 0
        hands = one.table["view"]["hands"], two.table["view"]["hands"]
        assert [type(hand) for hand in hands[0]] == [list, int]
        assert [type(hand) for hand in hands[1]] == [int, list]
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        assert one.table["view"]["scores"] == two.table["view"]["scores"]


async def test_a_secret_choice_is_a_draft_and_may_be_changed_until_the_last_seat_has_chosen(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        first, second = one.table["legal"][:2]
        await one.act(first)
        assert one.table["draft"] == first
        assert one.table["steps"] == [{"seq": one.table["seq"], "did": "draft", "seat": 0}]
        await one.act(second)
        assert one.table["draft"] == second
        await two.until(lambda table: table["seq"] == one.table["seq"])
        assert (two.table["draft"], two.table["chosen"]) == (None, [0])
        await two.act(two.table["legal"][0])
        assert two.table["chosen"] == []
        told = [event for event in two.table["steps"][0]["events"] if event["event"] == "revealed"]
        assert told[0] == {"event": "revealed", "seat": 0, "card": second["card"]}


async def test_a_seat_hears_of_its_own_choice_what_others_do_not(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        await one.act(one.table["legal"][0])
        await two.act(two.table["legal"][0])
        await one.until(lambda table: table["seq"] == two.table["seq"])
        chose = [
            [event for event in seat.table["steps"][0]["events"] if event["event"] == "chose"]
            for seat in (one, two)
        ]
        assert ["card" in event for event in chose[0]] == [True, False]
        assert ["card" in event for event in chose[1]] == [False, True]


async def test_an_illegal_action_is_refused_with_the_rule_and_the_current_view(shared_room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack)
        not_mine = next(card for card in range(1, 105) if {"card": card} not in one.table["legal"])
        for action, code, rule in [
            ({"card": not_mine}, "not_in_hand", "P3"),
            ({"row": 1}, "choose_first", "P3"),
            ({"card": "7"}, "no_such_action", None),
            ({}, "no_such_action", None),
        ]:
            with pytest.raises(Refusal) as refusal:
                await one.act(action)
            assert (refusal.value.code, refusal.value.rule) == (code, rule)
            assert refusal.value.answer["now"]["view"] == one.table["view"]


async def test_a_stale_action_is_refused_but_talk_and_others_choices_make_none_stale(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        seen = one.table["seq"]
        await two.do("say", phrase="hello")
        await two.act(two.table["legal"][0])
        await one.act(one.table["legal"][0], seq=seen)
        with pytest.raises(Refusal, match="stale"):
            await one.act(one.table["legal"][0] if one.table["legal"] else {"place": True}, seq=seen)


async def test_a_repeated_command_is_answered_as_before_and_done_once(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        first = await one.act(one.table["legal"][0], id="once")
        assert await one.act(one.table["legal"][0], id="once") == first
        await two.act(two.table["legal"][0])
        await one.until(lambda table: table["seq"] == two.table["seq"])
        assert await one.act(one.table["legal"][0] if one.table["legal"] else {}, id="once") == first
        with pytest.raises(Refusal):  # another person's id of the same letters is another command
            await two.act({"card": 0}, id="once")


async def test_nobody_acts_for_another_seat_or_without_one(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        table = one.table["table"]
        eve = await stack.enter_async_context((await guest(shared_room, "Eve")).connect(table))
        with pytest.raises(Refusal, match="not_seated"):
            await eve.act(one.table["legal"][0])
        nobody = await guest(shared_room)
        nobody.cookie = "ludoteca=guessed"
        watcher = await stack.enter_async_context(nobody.connect(table))
        assert watcher.table["you"] == {"person": None, "seat": None}
        with pytest.raises(Refusal, match="no_person"):
            await watcher.act(one.table["legal"][0])
        with pytest.raises(Refusal, match="malformed"):
            await one.do("act", seq=one.table["seq"], action=two.table["legal"][0], seat=1)


async def test_who_comes_back_hears_what_was_missed(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        seen = one.table["seq"]
        await one.act(one.table["legal"][0])
        await two.act(two.table["legal"][0])
        two.address = two.address + f"since={seen}"
        await two.socket.close()
        async with two as again:
            assert again.table["since"] == seen
            assert [step["did"] for step in again.table["steps"]] == ["draft", "act"]
            assert again.table["you"]["seat"] == 1
        two.address = two.address.replace(f"since={seen}", "since=99999")
        async with two as again:
            assert again.table["type"] == "view"


async def test_the_spectator_and_the_tv_see_no_hand(shared_room):
    async with AsyncExitStack() as stack:
        _, two = await two_at_a_table(shared_room, stack)
        two.address += "watch=1"
        await two.socket.close()
        async with two as tv:
            assert tv.table["you"] == {"person": None, "seat": None}
            assert tv.table["view"]["hands"] == [10, 10]
            assert tv.table["legal"] == []
            assert tv.table["spectators"] == 1
            with pytest.raises(Refusal, match="no_person"):
                await tv.act({"card": 1})


async def test_everything_is_there_after_a_restart(open_room):
    async with AsyncExitStack() as stack, open_room() as room:
        one, _ = await two_at_a_table(room, stack)
        draft = one.table["legal"][3]
        await one.act(draft, id="kept")
        before = one.table
    async with open_room() as room:
        ana = one
        ana.address = ana.address.replace(ana.address.split("/")[2], room.url.split("/")[2])
        async with ana as again:
            assert again.table["draft"] == draft
            same = ("seq", "view", "legal", "chosen", "fairness", "stage", "table")
            assert {key: again.table[key] for key in same} == {key: before[key] for key in same}
            ack = await again.act(draft, id="kept")
            assert ack["seq"] == before["seq"]


async def test_nothing_is_acknowledged_or_told_before_it_is_on_disk(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        slow_disk = asyncio.create_task(room.inside.store.write(lambda connection: time.sleep(0.4)))
        await asyncio.sleep(0.05)
        await one.send({"type": "act", "id": "a", "seq": one.table["seq"], "action": one.table["legal"][0]})
        heard = [asyncio.create_task(seat.hear()) for seat in (one, two)]
        done, _ = await asyncio.wait(heard, timeout=0.2)
        assert not done
        await slow_disk
        assert [(await message)["type"] for message in heard] == ["ack", "news"]


async def test_a_table_at_rest_is_read_again_from_its_log(open_room):
    async with AsyncExitStack() as stack, open_room(idle_timeout=0.05) as room:
        one, two = await two_at_a_table(room, stack)
        await one.act(one.table["legal"][0])
        await one.socket.close()
        await two.socket.close()
        while room.inside.tables.awake:
            await asyncio.sleep(0.05)
        async with one as again:
            assert again.table["draft"] == again.table["legal"][0]
            assert room.inside.tables.awake.keys() == {again.table["table"]}


async def test_when_the_log_has_moved_on_the_table_is_read_again(room):
    """As if another process had written the next step: nobody overwrites it."""
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        said = Entry(one.table["seq"] + 1, Say(Person(**one.table["you"]["person"]), "oops"))
        await room.inside.store.write(append(one.table["table"], store_entry(said)))
        seen = one.table["seq"]
        await one.send({"type": "act", "id": "kept", "seq": seen, "action": one.table["legal"][0]})
        assert (await hear_all(one))[1] == 1001
        one.address += f"since={seen}"
        async with one as again:
            assert [step.get("phrase") for step in again.table["steps"]] == ["oops"]
            await again.act(again.table["legal"][0], id="kept", seq=seen)
            assert again.table["seq"] == seen + 2


@pytest.mark.parametrize(
    "damaged",
    [
        StoredEntry(1, "act", b'{"seat":0,"action":{"card":1}}'),  # before the start
        StoredEntry(1, "fly", b"{}"),
        StoredEntry(1, "sit", b"{}"),
        StoredEntry(1, "ready", b'{"seat":"0"}'),
        StoredEntry(1, "ready", b'{"seat":0,"colour":"red"}'),
        StoredEntry(1, "bot", b'{"seat":9,"bot":"random"}'),
        StoredEntry(1, "bot", b'{"seat":-1,"bot":"random"}'),
        StoredEntry(1, "start", b"\xff"),
    ],
    ids=lambda entry: f"{entry.seq} {entry.did} {entry.data!r}",
)
async def test_a_log_that_cannot_be_read_is_named_so(shared_room, damaged):
    ana = await guest(shared_room)
    table = await make(ana, ["me", BOT])
    await shared_room.inside.store.write(append(table, damaged))
    with pytest.raises(Refusal, match="unreadable"):
        await ana.get(f"/api/tables/{table}")
    with pytest.raises(ConnectionClosed) as closed:
        await ana.connect(table).__aenter__()
    assert closed.value.rcvd.code == 4410
    assert [one["table"] for one in (await ana.get("/api/mine"))["tables"]] == [table]
