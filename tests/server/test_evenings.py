"""Club evenings: played round by round on the same deals, secret until a round is over, never lost."""

import asyncio
import contextlib
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import evening
from ludoteca.client import Connection, Guest, Refusal
from ludoteca.core.compiled import PLAIN
from ludoteca.server.evenings import evening_store
from server.conftest import Opened, RunningRoom
from server.people import QUICK, SHORT, guest

pytestmark = pytest.mark.anyio
searches = pytest.mark.skipif(PLAIN, reason="bots that stand in search, which takes too long in plain mode")
CALM: Any = {"limits": QUICK, "patience": 8, "forced_pace": 0.05, "hidden_pace": (0.05, 0.1)}
PLAN = {"game": "pega-em-6", "options": SHORT, "seats": 2, "rounds": 2, "name": "Thursday"}


async def opened(organiser: Guest, people: list[Guest], **changes: Any) -> str:
    code = str((await organiser.post("/api/evenings", PLAN | changes))["code"])
    for one in people:
        await do(one, code, "join")
    return code


async def do(who: Guest, code: str, what: str) -> Any:
    return await who.post(f"/api/evenings/{code}", {"do": what})


async def own_table(who: Guest, code: str) -> str:
    return str((await who.get(f"/api/evenings/{code}"))["table"])


async def play_on(seat: Connection) -> None:
    """Play anything; a forced move may be played automatically at the same moment."""
    while seat.table["stage"] != "over":
        if seat.to_choose:
            with contextlib.suppress(Refusal):
                await seat.act(random.choice(seat.table["legal"]))
        else:
            await seat.hear()


async def play_round(people: list[Guest], code: str) -> list[Any]:
    """Everybody plays; what each saw first."""
    first = []
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(one.connect(await own_table(one, code))) for one in people]
        for seat in seats:
            await seat.until(lambda table: table["stage"] == "playing")
            first.append(
                (seat.table["you"]["seat"], seat.table["view"], seat.table["fairness"]["commitment"])
            )
        await asyncio.gather(*map(play_on, seats))
        assert [seat.table["fairness"]["seed"] for seat in seats] == [None] * len(seats)
    return first


async def four(room: RunningRoom) -> list[Guest]:
    return [await guest(room, name) for name in ("Ana", "Ben", "Cleo", "Dora")]


async def test_an_evening_from_the_invitation_to_the_results(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        ana = people[0]
        code = await opened(ana, people)
        assert (await ana.get(f"/api/evenings/{code}"))["stage"] == "gathering"
        for round in (1, 2):
            begun = await do(ana, code, "begin_round")
            assert (begun["stage"], begun["round"], len(begun["tables"])) == ("playing", round, 2)
            seen = await play_round(people, code)
            for seat in (0, 1):
                same = [(view, commitment) for number, view, commitment in seen if number == seat]
                assert same[0] == same[1]
        told = await ana.get(f"/api/evenings/{code}")
        assert told["stage"] == "over"
        assert sum(row["points"] for row in told["standings"]) == pytest.approx(200)
        computed = await evening.computed_from_exports(ana, code, better=-1)
        assert {row["name"]: (row["points"], row["rounds"]) for row in told["standings"]} == computed
        table = (await ana.ask("GET", f"/api/evenings/{code}/results.csv")).decode()
        assert table.count("\r\n") == 5 + 1 + 1 + 8
        assert b"Dora" in await ana.ask("GET", f"/api/evenings/{code}/results.svg")
        assert b"<svg" in await ana.ask("GET", f"/api/evenings/{code}/qr.svg")
        with pytest.raises(Refusal, match="evening_over"):
            await do(ana, code, "begin_round")


async def test_nobody_learns_the_deal_from_a_table_that_is_ahead(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        code = await opened(people[0], people)
        await do(people[0], code, "begin_round")
        tables = [await own_table(one, code) for one in people]
        ahead = [one for one, table in zip(people, tables, strict=True) if table == tables[0]]
        behind = [one for one, table in zip(people, tables, strict=True) if table != tables[0]]
        await play_round(ahead, code)
        for who in (behind[0], ahead[0]):
            for what in ("export", "replay", "review", "fairness"):
                with pytest.raises(Refusal, match="evening_running"):
                    await who.get(f"/api/tables/{tables[0]}/{what}")
            with pytest.raises(Refusal, match="evening_running"):
                await who.post(f"/api/tables/{tables[0]}/continue", {"step": 0, "seat": 0})
        with pytest.raises(Refusal, match="evening_closed"):
            await behind[0].get(f"/api/tables/{tables[0]}/text/en")
        for watch in (False, True):
            with pytest.raises(ConnectionClosed) as closed:
                await behind[0].connect(tables[0], watch=watch).__aenter__()
            assert closed.value.rcvd.code == 4423  # type: ignore[union-attr]
        assert (await behind[0].get(f"/api/evenings/{code}"))["standings"] == []
        await play_round(behind, code)
        await behind[0].get(f"/api/evenings/{code}")  # notes that the round is over
        assert (await behind[0].get(f"/api/tables/{tables[0]}/export"))["fairness"]["seed"]


async def test_only_the_organiser_leads_and_rounds_do_not_overlap(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        code = await opened(people[0], people)
        for what in ("begin_round", "close_round", "end"):
            with pytest.raises(Refusal, match="not_organiser"):
                await do(people[1], code, what)
        await asyncio.gather(*(do(people[0], code, "begin_round") for _ in range(3)), return_exceptions=True)
        assert len((await people[0].get(f"/api/evenings/{code}"))["tables"]) == 2
        with pytest.raises(Refusal, match="evening_running"):
            await do(people[0], code, "begin_round")
        closed = await do(people[0], code, "close_round")
        assert closed["stage"] == "between"
        assert {row["points"] for row in closed["standings"]} == {50.0}
        assert (await do(people[0], code, "end"))["stage"] == "over"
        with pytest.raises(Refusal, match="evening_over"):
            await do(people[1], code, "join")
        with pytest.raises(Refusal, match="no_such_evening"):
            await people[0].get("/api/evenings/abcdefgh")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [({"seats": 1}, "bad_seats"), ({"game": "chess"}, "unknown_game"), ({"rounds": 0}, "malformed")],
)
async def test_an_evening_that_cannot_be_is_refused(room: RunningRoom, wrong: Any, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        await opened(await guest(room), [], **wrong)


async def test_evenings_of_one_name_are_a_league(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        codes = []
        for _ in range(2):
            codes.append(await opened(people[0], people, rounds=1, league="Club"))
            await do(people[0], codes[-1], "begin_round")
            await play_round(people, codes[-1])
        other = await opened(people[1], people, rounds=1, league="Club")
        league = await people[2].get(f"/api/evenings/{codes[0]}/league")
        assert sorted(league["evenings"]) == sorted(codes)
        each = [await people[2].get(f"/api/evenings/{code}") for code in codes]
        for row in league["standings"]:
            points = [
                one["points"] for told in each for one in told["standings"] if one["name"] == row["name"]
            ]
            assert row["points"] == pytest.approx(sum(points) / 2, abs=0.11)
            assert row["rounds"] == 2
        assert (await people[2].get(f"/api/evenings/{other}/league"))["standings"] == []
        mine = (await people[2].get("/api/mine/evenings"))["evenings"]
        assert {one["code"] for one in mine} == {*codes, other}


async def test_two_guests_who_are_one_person_have_one_evening(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        code = await opened(people[0], people, rounds=1)
        await do(people[0], code, "begin_round")
        await play_round(people, code)
        phone = await guest(room, "Ana's phone")
        ids = [one.person["id"] for one in (people[0], phone) if one.person]
        before = (await people[0].get(f"/api/evenings/{code}"))["standings"]
        await room.inside.store.write(
            lambda connection: evening_store.merge_evenings(connection, ids[1], ids[0])
        )
        told = await phone.get(f"/api/evenings/{code}")
        assert told["organiser"]
        points = [{row["name"]: row["points"] for row in rows} for rows in (told["standings"], before)]
        assert points[0] == points[1]
        assert [row["name"] for row in told["standings"] if row["you"]] == ["Ana"]


@searches
async def test_with_nobody_there_bots_finish_the_round(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        people = (await four(room))[:3]
        code = await opened(people[0], people)
        await do(people[0], code, "begin_round")
        async with asyncio.timeout(60):
            while (await people[0].get(f"/api/evenings/{code}"))["stage"] == "playing":
                await asyncio.sleep(0.2)
        assert len((await people[0].get(f"/api/evenings/{code}"))["standings"]) == 3


@searches
async def test_an_evening_survives_a_kill_with_leavers_and_latecomers(any_database: str) -> None:
    about = evening.Evening(people=7, seats=3, rounds=2, late=1, leavers=1)
    told, computed = await evening.compared(about, any_database)
    assert {row["name"]: (row["points"], row["rounds"]) for row in told} == computed
    assert about.killed == 1
    assert len(told) == 7


@pytest.mark.long
@searches
async def test_an_evening_of_forty_people_survives_a_kill(tmp_path: Any) -> None:
    about = evening.Evening(people=40, seats=4, rounds=4, late=5, leavers=5)
    told, computed = await evening.compared(about, str(tmp_path / "room.db"))
    assert {row["name"]: (row["points"], row["rounds"]) for row in told} == computed
    assert len(told) == 40
