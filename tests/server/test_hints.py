"""Hints at a table: for the own seat alone, while it has something to decide, and not at tables without."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ludoteca.bots import observe
from ludoteca.bots.observation import observe_view
from ludoteca.client import Refusal
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.table import bot_threads
from server.people import BOT, guest, make, two_at_a_table

pytestmark = pytest.mark.anyio


async def refused(seat):
    with pytest.raises(Refusal) as why:
        await seat.do("hint")
    return why.value.code


async def test_a_seat_asks_for_a_hint_and_gets_one_from_its_own_view(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        before = one.table["seq"]
        hint = await one.do("hint")
        assert (hint["type"], hint["seat"], hint["seq"]) == ("hint", 0, before)
        assert 1 <= len(hint["candidates"]) <= 5
        for one_of_them in hint["candidates"]:
            assert one_of_them["action"] in one.table["legal"]
            assert one_of_them["action"] not in two.table["legal"]
            assert 0 <= one_of_them["figure"] <= 1
            assert one_of_them["kind"] == "card"
            assert one_of_them["reason"]["code"] in ("lands", "full", "low")
        assert hint["measure"] == "victory"
        told = [each["action"] for each in (*hint["candidates"], *hint["others"])]
        assert sorted(map(str, told)) == sorted(map(str, one.table["legal"]))
        assert one.table["seq"] == before  # nobody was told, nothing was noted
        await two.act(two.table["legal"][0])
        assert (await two.do("hint"))["candidates"][0]["action"] in two.table["legal"]


async def test_a_hint_is_made_from_the_live_table_so_it_knows_what_was_played(room, monkeypatch):
    handed = []

    def noted(observation, turn, action):
        handed.append(observation)
        return {"measure": "victory", "candidates": [], "others": []}

    monkeypatch.setattr(bot_threads, "hint", noted)
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        while one.table["view"]["hands"][1] > 6 or not one.to_choose:
            for seat in (one, two):
                if seat.to_choose:
                    await seat.act(seat.table["legal"][0])
            for seat in (one, two):
                await seat.until(lambda table: table["seq"] >= max(one.table["seq"], two.table["seq"]))
        await one.do("hint")
        table = room.inside.tables.awake[one.table["table"]].state.live_game.table
        by_view = observe_view(table.game, one.table["view"], 0)
        (observation,) = handed
        assert observation.view == by_view.view
        assert observation.states.tobytes() == observe(table, 0).states.tobytes()
        assert observation.states.tobytes() != by_view.states.tobytes()


async def test_why_not_this_one_is_answered_in_the_same_worlds(shared_room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack)
        (asked, *_) = (await one.do("hint"))["others"]
        hint = await one.do("hint", action=asked["action"])
        shown = [each["action"] for each in hint["candidates"]]
        assert asked["action"] in shown
        assert asked["action"] not in [each["action"] for each in hint["others"]]
        figures = [each["figure"] for each in hint["candidates"]]
        assert figures == sorted(figures, reverse=True)


async def test_an_action_that_is_not_legal_cannot_be_asked_about(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        other = next(card for card in two.table["legal"] if card not in one.table["legal"])
        with pytest.raises(Refusal) as why:
            await one.do("hint", action=other)
        assert why.value.code == "not_in_hand"


async def test_who_only_watches_gets_no_hint_nor_does_who_is_not_to_act(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack, game="dobro", options={})
        eve = await stack.enter_async_context((await guest(shared_room, "Eve")).connect(one.table["table"]))
        assert await refused(eve) == "not_seated"
        waiting = two if one.table["legal"] else one
        assert await refused(waiting) == "nothing_to_decide"


async def test_before_the_start_there_is_nothing_to_decide(shared_room):
    ana = await guest(shared_room)
    async with ana.connect(await make(ana, ["me", BOT])) as seat:
        assert await refused(seat) == "not_playing"


async def test_a_table_may_be_without_hints(shared_room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(shared_room, stack, hints=False)
        assert one.table["hints"] is False
        assert await refused(one) == "hints_off"


async def test_hints_are_not_for_every_moment(open_room):
    async with open_room(limits=Limits(hints=Rate(1, 1e-6))) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await one.do("hint")
        assert await refused(one) == "too_many_hints"
        await two.do("hint")


async def test_the_table_goes_on_while_a_hint_is_made(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        await one.send({"type": "hint", "id": "t"})
        await asyncio.wait_for(two.act(two.table["legal"][0]), 0.9)
        while (await one.hear()).get("id") != "t":
            pass
