"""A seat on another device, ending by agreement, taking back, and moves that make themselves."""

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from ludoteca.archive.recorded_steps import carried_out
from ludoteca.client import Refusal
from ludoteca.core.game import game as game_of
from ludoteca.server import wall_clock
from ludoteca.server.store import queries
from ludoteca.server.table import seat_codes
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.secrecy import shows_nothing, visibly_forced
from server.people import BOT, QUICK, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def code_of(seat):
    await seat.send({"type": "code", "id": "code"})
    while (answer := await seat.hear()).get("id") != "code":
        pass
    return answer


# Another device


async def finished(person):
    """The list of finished games, which knows of a game a moment after its end was told."""
    async with asyncio.timeout(10):
        while not (games := (await person.get("/api/mine/finished"))["games"]):
            await asyncio.sleep(0.05)
    return games


async def test_a_code_moves_the_seat_to_another_device(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        hand = one.table["view"]["hands"][0]
        code = (await code_of(one))["code"]
        phone = await guest(room, "Ana, phone")
        other = await stack.enter_async_context(phone.connect(one.table["table"]))
        assert other.table["view"]["hands"] == [10, 10]
        with pytest.raises(Refusal, match="bad_code"):
            await other.do("take", code="AAAA-AAAA")
        await other.do("take", code=code.lower().replace("-", " "))
        assert (other.table["you"]["seat"], other.table["view"]["hands"][0]) == (0, hand)
        assert other.table["host"] == phone.person["id"]
        await one.until(lambda table: table["you"]["seat"] is None)
        assert one.table["view"]["hands"] == [10, 10]
        with pytest.raises(Refusal, match="bad_code"):
            await one.do("take", code=code)
        await asyncio.wait_for(asyncio.gather(play_on(other), play_on(two)), 60)
        with pytest.raises(Refusal, match="not_playing"):
            await one.do("take", code=code)
        assert (await code_of(two))["code"] == "not_playing"
        assert (await finished(phone))[0]["you"] == 0


async def test_a_code_is_for_who_sits_and_for_some_minutes(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        state, now = room.inside.tables.awake[one.table["table"]].state, wall_clock.now()
        code = seat_codes.code_of(state, 1, now)
        assert (
            seat_codes.seat_of_code(state, code, now)
            == seat_codes.seat_of_code(state, code, now + 600_000)
            == 1
        )
        assert seat_codes.seat_of_code(state, code, now + 1_200_000) is None
        assert (
            len({seat_codes.code_of(state, seat, now + 600_000 * n) for seat in (0, 1) for n in range(5)})
            == 10
        )
        assert (await code_of(one))["code"] != (await code_of(two))["code"]
        with pytest.raises(Refusal, match="already_seated"):
            await one.do("take", code=code)
        eve = await stack.enter_async_context((await guest(room, "Eve")).connect(one.table["table"]))
        assert (await code_of(eve))["code"] == "not_seated"


async def test_a_code_outlives_the_server(open_room):
    async with AsyncExitStack() as stack, open_room() as room:
        one, _ = await two_at_a_table(room, stack)
        code = (await code_of(one))["code"]
    async with open_room() as room:
        phone = await guest(room, "Phone")
        async with phone.connect(one.table["table"]) as other:
            await other.do("take", code=code)
            assert other.table["you"]["seat"] == 0


# Ending by agreement


async def test_a_game_ends_when_all_agree_and_its_seed_is_told(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await one.do("agree")
        with pytest.raises(Refusal, match="already_said"):
            await one.do("agree")
        assert one.table["agreed"] == [0]
        await one.do("agree", agree=False)
        await two.do("agree")
        assert (two.table["agreed"], two.table["stage"]) == ([1], "playing")
        assert two.table["fairness"]["seed"] is None
        await one.do("agree")
        await one.until(lambda table: table["stage"] == "over")
        assert (one.table["ended"], one.table["legal"]) == ("agreement", [])
        assert one.table["fairness"]["seed"] is not None
        with pytest.raises(Refusal, match="not_playing"):
            await one.act({"card": 1})
        ana = await guest(room)
        exported = await ana.get(f"/api/tables/{one.table['table']}/export")
        assert (exported["ended"], exported["winners"], exported["actions"]) == ("agreement", [], [])
        brought = await ana.post("/api/import", exported)
        assert (await ana.get(f"/api/tables/{brought['table']}/export")) == exported
        await one.do("rematch")


async def test_who_plays_against_bots_ends_alone_and_who_is_away_is_not_asked(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        await seat.do("ready")
        await seat.until(lambda table: table["stage"] == "playing")
        await seat.do("agree")
        await seat.until(lambda table: table["stage"] == "over")
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        await one.do("agree")
        await two.do("leave")
        await one.until(lambda table: table["stage"] == "over")
        assert one.table["ended"] == "agreement"


# Taking back


async def solo(room, stack, **more):
    """Ana alone at Doppelt so clever, who has rolled and may choose a die."""
    ana = await guest(room)
    wanted = {"game": "doppelt-so-clever", "options": {}, "start": "ready", "take_back": True} | more
    table = await make(ana, ["me"], **wanted)
    seat = await stack.enter_async_context(ana.connect(table))
    await seat.do("ready", entropy="ab" * 32)
    await seat.until(lambda table: table["stage"] == "playing")
    return seat


async def test_a_move_is_taken_back_until_chance_has_spoken(open_room):
    async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
        seat = await solo(room, stack)
        assert not seat.table["can_take_back"]
        taken = 0
        for _ in range(30):
            before = seat.table["view"], seat.table["legal"]
            await seat.act(seat.table["legal"][0])
            if len(before[1]) == 1:
                continue  # a move without a choice goes with the one before
            if not seat.table["can_take_back"]:
                with pytest.raises(Refusal, match="nothing_to_take_back"):
                    await seat.do("take_back")
                continue
            await seat.do("take_back")
            assert (seat.table["view"], seat.table["legal"]) == before
            assert seat.table["steps"][-1]["did"] == "take_back"
            taken += 1
            await seat.act(seat.table["legal"][0])
        assert taken > 5
        state = room.inside.tables.awake[seat.table["table"]].state
        standing, view = state.live_game.actions, seat.table["view"]
    async with open_room() as room:
        actor = await room.inside.tables.find(seat.table["table"])
        assert actor.state.live_game.actions == standing
        assert actor.state.live_game.table.view(0) == view


def test_a_move_without_a_choice_is_taken_back_with_the_choice_before_it():
    """Else it would be forced again at once, and nothing would have been taken back."""
    without_choice = 0
    for seed in range(4):
        rng = random.Random(seed)
        live, choices = LiveGame(game_of("double-double-dominoes").start(2, {}, seed), 0), {}
        for seq in range(1, 60):
            if live.table.over:
                break
            seat = live.table.to_act[0]
            legal = live.table.legal(seat)
            _, played = live.try_action(seat, rng.choice(legal))
            live.play(seq, played, can_be_taken_back=True)
            if seat == 0:
                choices[seq] = len(legal)
            last = live.take_backs.last_of(0)
            assert last is None or choices[last] > 1
            without_choice += last is not None and last < max(choices)
    assert without_choice > 3


async def test_taking_back_is_for_those_who_play_without_other_people_and_wished_it(room):
    async with AsyncExitStack() as stack:
        seat = await solo(room, stack, take_back=False)
        while seat.table["view"]["phase"] == "before_roll":
            await seat.act(seat.table["legal"][0])
        await seat.act(seat.table["legal"][0])
        assert not seat.table["can_take_back"]
        with pytest.raises(Refusal, match="take_back_off"):
            await seat.do("take_back")
        one, _ = await two_at_a_table(room, stack, take_back=True)
        with pytest.raises(Refusal, match="nothing_to_take_back"):
            await one.do("take_back")


def test_what_shows_something_hidden_is_not_taken_back():
    dominoes = game_of("double-double-dominoes").start(2, {}, 5)
    seat = dominoes.to_act[0]
    move = dominoes.legal(seat)[0]
    assert not shows_nothing(carried_out(dominoes, [(seat, move)]), 1 - seat)
    pega = game_of("pega-em-6").start(2, {}, 5)
    both = [(seat, pega.legal(seat)[0]) for seat in (0, 1)]
    assert shows_nothing(carried_out(pega, both[:1]), 0)
    assert not shows_nothing(carried_out(pega, both), 0)


# Moves without a choice


def last_cards(table):
    """Play until every seat holds one card."""
    while table.view(None)["hands"] != [1, 1]:
        seat = table.to_act[0]
        table.play(seat, table.legal(seat)[0])
    return table


def test_a_last_card_is_visibly_forced_and_a_choice_is_not():
    pega = game_of("pega-em-6").start(2, {}, 3)
    assert not visibly_forced(pega, 0)
    assert visibly_forced(last_cards(pega), 0)


def test_what_only_hidden_tiles_force_is_not_visibly_forced():
    dominoes, found = game_of("double-double-dominoes"), 0
    for seed in range(40):
        table = dominoes.start(2, {}, seed)
        while not table.over:
            seat = table.to_act[0]
            legal = table.legal(seat)
            found += len(legal) == 1 and not visibly_forced(table, seat)
            table.play(seat, legal[-1])
        if found > 3:
            return
    raise AssertionError("no move was forced by hidden tiles alone")


async def play_choices(seat):
    """Act only where there is a choice."""
    while seat.table["stage"] != "over":
        if seat.to_choose and len(seat.table["legal"]) > 1:
            await seat.act(seat.table["legal"][0])
        else:
            await seat.hear()


async def test_forced_moves_make_themselves_where_it_was_wished(open_room):
    async with AsyncExitStack() as stack, open_room(forced_pace=0.01) as room:
        one, two = await two_at_a_table(room, stack, forced=True)
        assert one.table["forced"]
        await asyncio.wait_for(asyncio.gather(play_choices(one), play_choices(two)), 60)
        log = (await room.inside.store.ask(queries.log_of(one.table["table"]))).log
        forced = [entry for entry in log if b'"forced":true' in entry.data]
        assert len(forced) >= 2
        assert all(entry.person is None for entry in forced)


async def test_a_forced_move_is_not_made_where_it_was_not_wished(open_room):
    async with AsyncExitStack() as stack, open_room(forced_pace=0) as room:
        one, two = await two_at_a_table(room, stack)
        while one.table["view"]["hands"][1] > 1:
            for seat in (one, two):
                await seat.until(lambda table: table["seq"] >= max(one.table["seq"], two.table["seq"]))
                if seat.to_choose:
                    await seat.act(seat.table["legal"][0])
        seq = one.table["seq"]
        await asyncio.sleep(0.2)
        assert room.inside.tables.awake[one.table["table"]].state.seq <= seq + 1
