"""Fairness between people: removed hands, locked tables, agreements, the lobby, and the pace of bots."""

import asyncio
import random
import time
from contextlib import AsyncExitStack

import pytest

from ludoteca.client import Refusal
from ludoteca.core.table import Table
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.table import bot_threads
from ludoteca.server.table.actor import until_next_beat
from server.people import BOT, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def three_at_a_table(room, stack):
    """Ana, the host, Ben and Cid, who begin a short game; Cid's seat is 2."""
    people = [await guest(room, name) for name in ("Ana", "Ben", "Cid")]
    table = await make(people[0], ["me", "open", "open"])
    seats = [await stack.enter_async_context(person.connect(table)) for person in people]
    for seat in seats[1:]:
        await seat.do("sit")
    await seats[0].do("ready")
    await seats[0].do("start")
    for seat in seats:
        await seat.until(lambda table: table["stage"] == "playing")
    return seats


async def test_the_hand_of_a_removed_player_passes_to_nobody(room):
    async with AsyncExitStack() as stack:
        ana, ben, _ = await three_at_a_table(room, stack)
        table = ana.table["table"]
        await ana.do("kick", seat=2)
        second = await stack.enter_async_context((await guest(room, "Ana again")).connect(table))
        for wanted in ({}, {"seat": 2}):
            with pytest.raises(Refusal, match="seat_closed" if wanted else "no_open_seat"):
                await second.do("sit", **wanted)
        await ana.do("admit", seat=2)
        assert ana.table["emptied"] == [{"seat": 2, "agreed": [0], "open": False}]
        with pytest.raises(Refusal, match="seat_closed"):
            await second.do("sit", seat=2)
        with pytest.raises(Refusal, match="not_seated"):
            await second.do("admit", seat=2)
        with pytest.raises(Refusal, match="no_such_seat"):
            await ben.do("admit", seat=1)
        await ben.do("admit", seat=2)
        await second.until(lambda table: table["emptied"][0]["open"])
        await ben.do("admit", seat=2, agree=False)
        with pytest.raises(Refusal, match="seat_closed"):
            await second.do("sit", seat=2)
        await ben.do("admit", seat=2)
        await second.do("sit", seat=2)
        assert second.table["emptied"] == []
        assert len(second.table["view"]["hands"][2]) == 10


async def test_a_removed_seat_is_closed_after_a_restart_too(open_room):
    async with open_room() as room, AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        table = one.table["table"]
        await one.do("kick", seat=1)
    async with open_room() as room, (await guest(room, "Eve")).connect(table) as eve:
        with pytest.raises(Refusal, match="no_open_seat"):
            await eve.do("sit")


async def test_nobody_is_removed_after_the_end(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        with pytest.raises(Refusal, match="not_playing"):
            await one.do("kick", seat=1)


async def test_a_locked_table_lets_nobody_new_in(room):
    async with AsyncExitStack() as stack:
        ana = await guest(room, "Ana")
        ben = await guest(room, "Ben")
        table = await make(ana, ["me", "open", "open"], open=True, chat=True)
        one = await stack.enter_async_context(ana.connect(table))
        two = await stack.enter_async_context(ben.connect(table))
        await two.do("sit")
        with pytest.raises(Refusal, match="not_host"):
            await two.do("lock")
        await one.do("kick", seat=1)
        await one.do("lock")
        again = await stack.enter_async_context((await guest(room, "Ben 2")).connect(table))
        assert again.table["locked"]
        for command in ({"what": "sit"}, {"what": "say", "phrase": "hello"}, {"what": "say", "text": "x"}):
            with pytest.raises(Refusal, match="locked"):
                await again.do(**command)
        assert (await ana.get("/api/tables"))["tables"] == []
        await one.do("say", phrase="hello")
        with pytest.raises(Refusal, match="already_said"):
            await one.do("lock")
        await one.do("lock", locked=False)
        await again.do("sit")
        assert [found["table"] for found in (await ana.get("/api/tables"))["tables"]] == [table]


async def test_those_who_are_away_at_a_locked_table_come_back(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await one.do("lock")
        await two.do("leave")
        await two.do("sit")
        assert two.table["you"]["seat"] == 1


async def test_a_game_does_not_end_while_somebody_has_just_gone(open_room):
    async with open_room(patience=1.5) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await two.do("leave")
        await one.do("agree")
        await asyncio.sleep(0.5)
        assert one.table["stage"] == "playing"
        gone = time.monotonic()
        await asyncio.wait_for(one.until(lambda table: table["stage"] == "over"), 10)
        assert time.monotonic() - gone > 0.3


async def test_who_comes_back_in_time_is_asked(open_room):
    async with open_room(patience=1.0) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await two.do("leave")
        await one.do("agree")
        await two.do("sit")
        await asyncio.sleep(1.5)
        await one.do("say", phrase="hello")
        assert one.table["stage"] == "playing"
        await two.do("agree")
        await one.until(lambda table: table["stage"] == "over")


async def test_the_lobby_shows_first_where_somebody_waits_and_cannot_be_filled_by_one_address(open_room):
    much = Rate(1000, 1000)
    limits = Limits(new_people=much, new_tables=much, requests=much, listed_tables=3)
    async with open_room(limits=limits) as room:
        first, second = await guest(room, "Ana"), await guest(room, "Ben")
        first.headers = {"X-Forwarded-For": "10.0.0.1"}
        second.headers = {"X-Forwarded-For": "10.0.0.2"}
        waiting = [await make(first, ["me", "open"], open=True) for _ in range(2)]
        left = await make(first, ["me", "open"], open=True)
        flood = [await make(second, ["me", "open"], open=True) for _ in range(60)]
        async with first.connect(waiting[0]), first.connect(waiting[1]):
            listed = [table["table"] for table in (await second.get("/api/tables"))["tables"]]
        assert listed == [*waiting, *reversed(flood[-3:]), left]


@pytest.mark.parametrize(
    ("passed", "pace", "wait"), [(0, 0.3, 0.3), (0.1, 0.3, 0.2), (0.31, 0.3, 0.29), (0.5, 0, 0)]
)
def test_a_bot_answers_on_the_beat(passed, pace, wait):
    assert until_next_beat(passed, pace) == pytest.approx(wait)


async def test_thinking_time_does_not_tell_what_a_bot_could_choose_from(open_room, monkeypatch):
    """However long it thought, it acts when the pace is over."""

    def slow(observation, _bot, _turn=None, _key=None):
        time.sleep(0.25 * random.random())
        return random.choice(Table(observation.game, observation.states).legal(observation.seat))

    monkeypatch.setattr(bot_threads, "choose", slow)
    async with open_room(bot_pace=0.8) as room:
        ana = await guest(room)
        async with ana.connect(await make(ana, ["me", BOT], start="ready")) as seat:
            await seat.do("ready")
            asked = time.monotonic()
            await seat.until(lambda table: table["chosen"] == [1])
            assert time.monotonic() - asked > 0.4  # we hear a little after the bot was asked
