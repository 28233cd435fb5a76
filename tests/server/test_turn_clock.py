"""The turn clock: a deadline that is in the log, a bot's move when it has passed, the seat after three."""

import asyncio
import time
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from ludoteca.client import Refusal
from ludoteca.server.store import queries
from ludoteca.server.store.models import Person
from ludoteca.server.table.entries import Act, Back, Draft, Entry, Reveal, Say, Start
from ludoteca.server.table.turn_times import MOST_SHOWING, SETTLING, SHOWING, TurnTimes, showing_time
from server.people import BOT, guest, make, two_at_a_table

pytestmark = pytest.mark.anyio
ANA = Person("p1", "Ana")


def in_a_hurry(room, table, seconds=0.15):
    """A clock shorter than anybody may ask for."""
    actor = room.inside.tables.awake[table]
    actor.state.meta = replace(actor.state.meta, clock=seconds)
    actor.clock.not_before = 0
    actor.trigger_automatic_actions()


async def test_the_clock_is_shown_and_counts_from_the_moment_the_table_waits(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack, clock=60)
        clock = one.table["clock"]
        assert (clock["seconds"], clock["late"]) == (60, [0, 0])
        assert abs(clock["now"] - 1000 * time.time()) < 5000
        for due in clock["due"]:
            assert 55_000 < due - clock["now"] <= 60_000
        await one.act(one.table["legal"][0])
        assert one.table["clock"]["due"] == [None, clock["due"][1]]
        await two.until(lambda table: table["seq"] == one.table["seq"])
        assert two.table["clock"]["due"] == one.table["clock"]["due"]
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        assert one.table["clock"] is None


@pytest.mark.parametrize("clock", [0, 4, -1, 10**9, "x", 1.5])
async def test_a_clock_has_five_seconds_to_a_week(shared_room, clock):
    with pytest.raises(Refusal, match="malformed"):
        await make(await guest(shared_room), ["me", BOT], clock=clock)


async def test_when_time_is_up_a_bot_makes_that_one_move_and_after_three_has_the_seat(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack, clock=60)
        in_a_hurry(room, one.table["table"])
        while not one.table["seats"][1]["away"]:
            if one.to_choose:
                await one.act(one.table["legal"][0])
            else:
                await one.hear()
        steps = room.inside.tables.awake[one.table["table"]].state.steps
        told = [step.told(0) for step in steps]
        assert len([step for step in told if step.get("late") and step["seat"] == 1]) == 3
        assert [step["why"] for step in told if step["did"] == "away"] == ["late"]
        await two.until(lambda table: table["seats"][1]["away"])
        await two.do("sit")
        assert not two.table["seats"][1]["away"]
        assert two.table["clock"]["late"][1] == 0


async def test_the_deadline_outlives_the_server_with_some_grace(open_room):
    async with AsyncExitStack() as stack, open_room(patience=60) as room:
        one, _ = await two_at_a_table(room, stack, clock=5)
        before = one.table["clock"]["due"]
        await one.act(one.table["legal"][0])
    async with open_room(grace=0.5, patience=60) as room:
        one.address = one.address.replace(one.address.split("/")[2], room.url.split("/")[2])
        async with one as again:
            assert again.table["clock"]["due"] == [None, before[1]]
            in_a_hurry(room, again.table["table"])
            room.inside.tables.awake[again.table["table"]].clock.give_grace()
            room.inside.tables.awake[again.table["table"]].trigger_automatic_actions()
            begun = time.monotonic()
            await asyncio.wait_for(again.until(lambda table: table["chosen"] == []), 10)
            assert time.monotonic() - begun > 0.4
            log = (await room.inside.store.ask(queries.log_of(again.table["table"]))).log
            assert any(b'"late":true' in entry.data for entry in log)


async def test_no_clock_counts_while_people_watch_what_the_last_step_changed(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack, clock=60)
        for seat in (one, two):
            await seat.act(seat.table["legal"][0])
        await one.until(lambda table: table["seq"] == two.table["seq"])
        state = room.inside.tables.awake[one.table["table"]].state
        events = len(state.steps[-1].told(0)["events"])
        waited = [due for due in one.table["clock"]["due"] if due is not None]
        assert events >= 4
        for due in waited:
            assert abs(due - one.table["clock"]["now"] - 60_000 - showing_time(events)) < 5000


def test_the_time_to_watch_grows_with_the_events_and_has_an_end():
    turns = TurnTimes(2)
    turns.note(Entry(1, Reveal(0, {}), at=1000), {0, 1}, events=3)
    assert turns.since == [1000 + 3 * SHOWING + SETTLING] * 2
    assert showing_time(1000) == MOST_SHOWING


def test_only_being_late_in_a_row_counts_and_who_comes_has_new_time():
    turns = TurnTimes(2)
    turns.note(Entry(1, Start(), at=100), {0, 1})
    turns.note(Entry(2, Say(ANA, "hello"), at=200), {0, 1})
    assert turns.since == [100, 100]
    turns.note(Entry(3, Draft(0, {}, late=True), at=300), {1})
    assert (turns.since, turns.late) == ([None, 100], [1, 0])
    turns.note(Entry(4, Reveal(1, {}), at=400), {0, 1})
    turns.note(Entry(5, Act(0, {}), at=500), {0, 1})
    assert (turns.since, turns.late) == ([500, 400], [0, 0])
    turns.note(Entry(6, Back(1), at=600), {0, 1})
    assert turns.since == [500, 600]
