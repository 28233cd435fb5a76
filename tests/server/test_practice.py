"""Practice: one person and bots, every move can be taken back, bots say why, and it counts nowhere."""

import asyncio
import random
from contextlib import AsyncExitStack

import msgspec
import pytest

from ludoteca.archive.fairness import checks
from ludoteca.archive.game_file import read_game_file
from ludoteca.client import Connection, Guest, Refusal
from ludoteca.server.settings import Limits, Rate
from server.conftest import Opened, RunningRoom
from server.people import BOT, MUCH, QUICK, SHORT, guest, make, play_on

pytestmark = pytest.mark.anyio

GAMES = ("dobro", "pega-em-6", "double-double-dominoes", "doppelt-so-clever")
ONE_HINT = Limits(socket_messages=MUCH, messages=MUCH, requests=MUCH, hints=Rate(1, 0.001), connects=MUCH)


async def practise(ana: Guest, game: str = "pega-em-6", **more: object) -> str:
    options = SHORT if game == "pega-em-6" else {}
    wanted = {"game": game, "options": options, "practice": True, "start": "ready"}
    return await make(ana, ["me", BOT], **wanted | more)


async def begun(stack: AsyncExitStack, ana: Guest, table: str) -> Connection:
    seat = await stack.enter_async_context(ana.connect(table))
    await seat.do("ready", entropy="ab" * 32)
    await my_turn(seat)
    return seat


async def my_turn(seat: Connection) -> None:
    while not (seat.to_choose and len(seat.table["legal"]) > 1) and seat.table["stage"] != "over":
        if seat.to_choose:
            await seat.act(seat.table["legal"][0])
        else:
            await seat.hear()


@pytest.mark.parametrize("game", GAMES)
async def test_moves_are_taken_back_across_rolls_and_draws_and_chance_brings_the_same(
    open_room: Opened, game: str
) -> None:
    async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
        ana = await guest(room)
        seat = await begun(stack, ana, await practise(ana, game))
        first, course = seat.table["view"], []
        for _ in range(4):
            course.append((seat.table["view"], random.choice(seat.table["legal"])))
            await seat.act(course[-1][1])
            await my_turn(seat)
        reached = seat.table["view"]
        while seat.table["can_take_back"]:
            await seat.do("take_back")
        assert seat.table["view"] == first
        for view, action in course:  # bots answer alike, and dice and decks are the same
            assert seat.table["view"] == view
            await seat.act(action)
            await my_turn(seat)
        assert seat.table["view"] == reached


async def test_a_practice_game_is_read_again_from_its_log_with_all_that_can_be_taken_back(
    open_room: Opened,
) -> None:
    async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
        ana = await guest(room)
        seat = await begun(stack, ana, await practise(ana))
        before = seat.table["view"]
        for _ in range(2):
            await seat.act(seat.table["legal"][0])
            await my_turn(seat)
        table, reached = seat.table["table"], seat.table["view"]
    async with open_room(limits=QUICK) as room:
        ana.url = room.url
        async with ana.connect(table) as seat:
            assert seat.table["view"] == reached
            await seat.do("take_back")
            await seat.do("take_back")
            assert seat.table["view"] == before


async def told_reasons(seat: Connection) -> list[dict]:
    await seat.send({"type": "history", "id": "past"})
    while (answer := await seat.hear()).get("id") != "past":
        pass
    steps = answer["steps"]
    return [reason for step in steps for reason in step.get("reasons", [])]


async def played_until_a_bot_says_why(seat: Connection) -> list[dict]:
    """A turn of Doppelt so clever may hold many choices, and all the while no bot has one."""
    for _ in range(40):
        await seat.act(random.choice(seat.table["legal"]))
        await my_turn(seat)
        if told := await told_reasons(seat):
            return told
    raise AssertionError("forty choices, and no bot said why")


@pytest.mark.parametrize("game", GAMES)
async def test_bots_say_why_and_people_do_not(open_room: Opened, game: str) -> None:
    async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
        ana = await guest(room)
        seat = await begun(stack, ana, await practise(ana, game))
        told = await played_until_a_bot_says_why(seat)
        assert {reason["seat"] for reason in told} == {1}
        eve = await stack.enter_async_context((await guest(room, "Eve")).connect(seat.table["table"]))
        assert await told_reasons(eve) == told
        for language in ("pt", "en", "de"):
            words = await ana.get(f"/api/games/{game}/words/{language}")
            assert all(f"reason.{reason['code']}" in words for reason in told)


async def test_at_other_tables_bots_keep_their_reasons(shared_room: RunningRoom) -> None:
    async with AsyncExitStack() as stack:
        ana = await guest(shared_room)
        seat = await begun(stack, ana, await practise(ana, practice=False, take_back=True))
        await seat.act(seat.table["legal"][0])
        await my_turn(seat)
        assert await told_reasons(seat) == []


async def test_hints_are_given_at_will(open_room: Opened) -> None:
    async with AsyncExitStack() as stack, open_room(limits=ONE_HINT) as room:
        ana = await guest(room)
        seat = await begun(stack, ana, await practise(ana))
        for _ in range(4):
            assert (await seat.do("hint"))["candidates"]
        usual = await begun(stack, ana, await practise(ana, practice=False))
        await usual.do("hint")
        with pytest.raises(Refusal, match="too_many_hints"):
            await usual.do("hint")


async def test_nobody_else_sits_down_and_the_game_waits(shared_room: RunningRoom) -> None:
    async with AsyncExitStack() as stack:
        ana = await guest(shared_room)
        seat = await begun(stack, ana, await practise(ana))
        eve = await stack.enter_async_context((await guest(shared_room, "Eve")).connect(seat.table["table"]))
        for who, what, code in ((eve, "sit", "practice_alone"), (seat, "leave", "practice_waits")):
            with pytest.raises(Refusal, match=code):
                await who.do(what)


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ("seats", {"seats": ["me", "open"]}),
        ("seats", {"seats": [BOT, BOT]}),
        ("open", {"open": True}),
        ("rated", {"rated": True}),
        ("clock", {"clock": 30}),
    ],
)
async def test_what_is_no_practice_is_refused_by_name(
    shared_room: RunningRoom, field: str, wanted: dict
) -> None:
    ana = await guest(shared_room)
    with pytest.raises(Refusal) as why:
        await make(ana, **{"seats": ["me", BOT], "practice": True} | wanted)
    assert (why.value.code, why.value.answer["arguments"]) == ("bad_practice", {"field": field})


async def test_a_practice_game_is_marked_and_counts_nowhere(open_room: Opened) -> None:
    async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await practise(ana, hints=False, take_back=False)
        seat = await begun(stack, ana, table)
        assert (seat.table["practice"], seat.table["hints"], seat.table["take_back"]) == (True, True, True)
        (listed,) = (await ana.get("/api/mine"))["tables"]
        assert listed["practice"]
        await seat.act(seat.table["legal"][0])
        await my_turn(seat)
        await seat.do("take_back")
        await asyncio.wait_for(play_on(seat), 60)
        (finished,) = (await ana.get("/api/mine/finished"))["games"]
        assert finished["practice"]
        assert (await ana.get(f"/api/tables/{table}/replay"))["practice"]
        assert (await ana.get(f"/api/tables/{table}/record"))["record"] is None
        (played,) = (await ana.get("/api/me/history"))["games"]
        assert (played["kind"], played["place"]) == ("practice", None)
        assert (await ana.get("/api/me/statistics"))["games"] == []
        assert not (await ana.get(f"/api/tables/{table}/ratings"))["rated"]
        file = read_game_file(msgspec.json.encode(await ana.get(f"/api/tables/{table}/export")))
        assert file.practice
        assert list(checks(file))  # what stands at the end follows from the deal
        again = (await ana.post("/api/import", msgspec.to_builtins(file)))["table"]
        assert (await ana.get(f"/api/tables/{again}/export"))["practice"]


async def test_a_rematch_is_practice_again(shared_room: RunningRoom) -> None:
    async with AsyncExitStack() as stack:
        ana = await guest(shared_room)
        seat = await begun(stack, ana, await practise(ana))
        await asyncio.wait_for(play_on(seat), 60)
        await seat.do("rematch")
        await seat.until(lambda table: table["rematch"])
        assert (await ana.get(f"/api/tables/{seat.table['rematch']}"))["practice"]
