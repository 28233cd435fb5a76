"""The deal of the day: the same chance for everybody, one scored try, and a seed that stays secret."""

import asyncio
import itertools
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest

import ludoteca
from ludoteca import bots
from ludoteca.client import Connection, Guest, Refusal
from ludoteca.core.compiled import PLAIN
from ludoteca.server import wall_clock
from ludoteca.server.daily import deals
from ludoteca.server.daily.bot_scores import EVERYBODY, play_deal
from ludoteca.server.daily.today import Today
from ludoteca.server.errors import Refused
from ludoteca.server.finished.stored_games import GameSource
from ludoteca.server.settings import Limits
from ludoteca.server.table.state import TableState
from server.conftest import Opened, RunningRoom
from server.people import MUCH, QUICK, guest, play_on
from server.test_friends import two_who_played

every_game = pytest.mark.parametrize("id", ludoteca.games())
searches = pytest.mark.skipif(PLAIN, reason="the opponents search, which takes too long in plain mode")
SOLO = "doppelt-so-clever"
DAY = 24 * 3_600_000
OFTEN = replace(QUICK, new_tables=MUCH, tables_of_address=MUCH, daily_tries=99)
AT_ONCE: Any = {"forced_pace": 0.0, "hidden_pace": (0.0, 0.0)}


@pytest.fixture
def quick_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need not search, so that whole games are short."""
    monkeypatch.setattr(deals, "OPPONENT", "random")


async def begin(who: Guest, id: str, scored: bool = True) -> str:
    return str((await who.post(f"/api/daily/{id}", {"scored": scored}))["table"])


def result_of(job: Any) -> Any:
    """What a job of the worker comes to."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            return end.value


async def seated(who: Guest, table: str) -> Connection:
    seat = who.connect(table)
    await seat.__aenter__()
    await seat.do("ready", entropy="ab" * 32)
    return seat


async def play_first_legal(seat: Connection, most: int = 10**9) -> list[Any]:
    """Everything this seat saw, deciding always the same way."""
    seen = []
    for _ in range(most):
        await seat.until(lambda table: table["stage"] == "over" or seat.to_choose)
        seen.append((seat.table["view"], seat.table["legal"]))
        if seat.table["stage"] == "over":
            break
        await seat.act(seat.table["legal"][0])
    return seen


# Days and seeds


midnights = pytest.mark.parametrize(
    ("zone", "before", "after"),
    [
        ("UTC", "2026-11-18T23:59:59+00:00", "2026-11-19T00:00:00+00:00"),
        ("America/Sao_Paulo", "2026-11-18T23:59:59-03:00", "2026-11-19T00:00:00-03:00"),
        ("Asia/Tokyo", "2026-11-18T23:59:59+09:00", "2026-11-19T00:00:00+09:00"),
    ],
)


def moment(text: str) -> int:
    """In milliseconds since 1970."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


@midnights
def test_a_day_begins_and_ends_at_midnight_of_the_rooms_time_zone(zone: str, before: str, after: str) -> None:
    assert [deals.day_at(moment(text), zone).day for text in (before, after)] == [18, 19]
    assert deals.end_of(date(2026, 11, 18), zone) == moment(after)


@midnights
@pytest.mark.anyio
async def test_at_midnight_every_game_has_a_new_deal_and_a_new_try(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch, zone: str, before: str, after: str
) -> None:
    async with open_room(time_zone=zone, limits=OFTEN) as room:
        ana, seeds = await guest(room), list[str]()
        for text, day in ((before, "2026-11-18"), (after, "2026-11-19")):
            monkeypatch.setattr(f"{Today.__module__}.now", lambda text=text: moment(text))
            listed = (await ana.get("/api/daily"))["deals"]
            assert {(deal["game"], deal["day"], deal["table"]) for deal in listed} == {
                (id, day, None) for id in ludoteca.games()
            }
            for id in ludoteca.games():
                table = await begin(ana, id)
                seeds.append((await room.inside.tables.find(table)).state.meta.seed)
                with pytest.raises(Refusal, match="daily_tried"):
                    await begin(ana, id)
        assert {deal["ends_at"] for deal in listed} == {moment(after) + DAY}
        assert len(set(seeds)) == 2 * len(ludoteca.games())


def test_a_day_of_25_hours_ends_at_its_midnight() -> None:
    began = datetime(2026, 10, 24, 22, tzinfo=UTC).timestamp() * 1000  # summer time ends on the 25th
    assert deals.end_of(date(2026, 10, 25), "Europe/Berlin") == began + 25 * 3_600_000


def test_seeds_differ_by_day_game_and_room() -> None:
    games = [ludoteca.game(id) for id in ludoteca.games()]
    asked = itertools.product((b"one", b"two"), games, ("2026-11-18", "2026-11-19"))
    seeds = [deals.seed_of(*one) for one in asked]
    assert len(set(seeds)) == len(seeds) == 4 * len(games)
    assert all(len(seed) == 64 for seed in seeds)


# Tries


@searches
@every_game
@pytest.mark.anyio
async def test_two_guests_meet_the_same_chance_and_the_same_bots(room: RunningRoom, id: str) -> None:
    seen = []
    for name in ("Ana", "Ben"):
        who = await guest(room, name)
        seat = await seated(who, await begin(who, id))
        seen.append(await play_first_legal(seat, most=12))
        await seat.__aexit__(None, None, None)
    assert seen[0] == seen[1]


async def play_first_of_several(seat: Connection) -> list[Any]:
    """Every decision of this seat to the end; forced moves are played automatically."""
    seen = []
    while True:
        await seat.until(
            lambda table: table["stage"] == "over" or (seat.to_choose and len(table["legal"]) > 1)
        )
        seen.append((seat.table["view"], seat.table["legal"]))
        if seat.table["stage"] == "over":
            return seen
        await seat.act(seat.table["legal"][0])


@every_game
@pytest.mark.usefixtures("quick_opponents")
@pytest.mark.anyio
async def test_two_guests_meet_the_same_chance_to_the_end_and_not_that_of_tomorrow(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    async with open_room(limits=OFTEN, **AT_ONCE) as room:
        seen, tomorrow = [], wall_clock.now() + DAY
        for name in ("Ana", "Ben", "Tom"):
            if name == "Tom":
                monkeypatch.setattr(f"{Today.__module__}.now", lambda: tomorrow)
            who = await guest(room, name)
            seat = await seated(who, await begin(who, id))
            seen.append(await asyncio.wait_for(play_first_of_several(seat), 120))
            await seat.__aexit__(None, None, None)
    assert len(seen[0]) > 3
    assert seen[0] == seen[1] != seen[2]


@pytest.mark.anyio
async def test_one_try_is_scored_and_practice_comes_after_it(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        with pytest.raises(Refusal, match="daily_first"):
            await begin(ana, SOLO, scored=False)
        table = await begin(ana, SOLO)
        for scored, code in ((True, "daily_tried"), (False, "daily_first")):
            with pytest.raises(Refusal, match=code):
                await begin(ana, SOLO, scored)
        with pytest.raises(Refusal, match="daily_first"):
            await ana.get(f"/api/daily/{SOLO}/results")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
            score = seat.table["view"]["scores"][0]
        mine = next(one for one in (await ana.get("/api/daily"))["deals"] if one["game"] == SOLO)
        assert (mine["table"], mine["score"], mine["tries"]) == (table, score, 1)
        practice = await begin(ana, SOLO, scored=False)
        assert (await ana.get(f"/api/tables/{practice}"))["daily"]["scored"] is False
        found = await ana.get(f"/api/daily/{SOLO}/results")
        assert [(one["name"], one["score"], one["you"]) for one in found["results"] if one["name"]] == [
            ("Ana", score, True)
        ]


@pytest.mark.anyio
async def test_people_one_has_played_with_are_marked_among_the_results(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        ana, ben = await two_who_played(room)
        everybody = [ana, ben, await guest(room, "Carla")]
        for one in everybody:
            async with one.connect(await begin(one, SOLO)) as seat:
                await seat.do("ready")
                await asyncio.wait_for(play_on(seat), 60)
        shown = [row for row in (await ana.get(f"/api/daily/{SOLO}/results"))["results"] if row["name"]]
        assert {(row["name"], row["you"], row["friend"]) for row in shown} == {
            ("Ana", True, False), ("Ben", False, True), ("Carla", False, False),
        }  # fmt: skip


@every_game
@pytest.mark.anyio
async def test_of_two_tries_at_once_one_is_refused(room: RunningRoom, id: str) -> None:
    ana = await guest(room)
    found = await asyncio.gather(*(begin(ana, id) for _ in range(4)), return_exceptions=True)
    assert sorted(getattr(one, "code", "begun") for one in found) == ["begun"] + ["daily_tried"] * 3


@pytest.mark.anyio
async def test_an_address_has_only_so_many_tries(open_room: Opened) -> None:
    async with open_room(limits=Limits(daily_tries=2)) as room:
        for _ in range(2):
            await begin(await guest(room), SOLO)
        with pytest.raises(Refusal, match="daily_too_many"):
            await begin(await guest(room), SOLO)


@pytest.mark.anyio
async def test_nobody_plays_for_the_person_and_nobody_joins(room: RunningRoom) -> None:
    ana, ben = await guest(room), await guest(room, "Ben")
    seat = await seated(ana, await begin(ana, "dobro"))
    other = ben.connect(seat.table["table"])
    async with other:
        for who, what, code in ((seat, "leave", "daily_waits"), (other, "sit", "daily_alone")):
            with pytest.raises(Refusal, match=code):
                await who.do(what)
    await seat.__aexit__(None, None, None)
    await asyncio.sleep(3 * room.inside.settings.patience)
    assert not (await ana.get(f"/api/tables/{seat.table['table']}"))["seats"][0]["away"]


@every_game
@pytest.mark.usefixtures("quick_opponents")
@pytest.mark.anyio
async def test_the_seed_is_in_no_message_before_the_day_is_over(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    async with open_room(limits=QUICK, **AT_ONCE) as room:
        ana = await guest(room)
        table = await begin(ana, id)
        heard: list[str] = []
        async with ana.connect(table) as seat:
            receive = seat.socket.recv

            async def note(*arguments: Any, **more: Any) -> Any:
                heard.append(str(await receive(*arguments, **more)))
                return heard[-1]

            seat.socket.recv = note  # type: ignore[method-assign]
            await seat.do("ready")
            await asyncio.wait_for(play_first_of_several(seat), 120)
        asked = ["", "/fairness", "/replay?seat=0", *["/review"] * (id == SOLO)]
        heard += [msgspec.json.encode(await ana.get(f"/api/tables/{table}{path}")).decode() for path in asked]
        seed = (await room.inside.tables.find(table)).state.meta.seed
        assert len(heard) > 20
        assert not any(seed in message for message in heard)
        with pytest.raises(Refusal, match="daily_running"):
            await ana.get(f"/api/tables/{table}/export")
        later = wall_clock.now() + DAY
        monkeypatch.setattr(f"{TableState.__module__}.now", lambda: later)
        assert (await ana.get(f"/api/tables/{table}/fairness"))["seed"] == seed
        assert (await ana.get(f"/api/tables/{table}/export"))["fairness"]["seed"] == seed


@pytest.mark.anyio
async def test_rooms_that_share_the_deal_of_the_day_deal_the_same(open_room: Opened, tmp_path: Any) -> None:
    views = []
    for number in range(2):
        database = str(tmp_path / f"room{number}.db")
        async with open_room(daily_shared=True, database=database) as room:
            seat = await seated(ana := await guest(room), await begin(ana, SOLO))
            views.append(seat.table["view"])
            await seat.__aexit__(None, None, None)
    assert views[0] == views[1]


@searches
@every_game
def test_bots_score_the_same_deal_the_same_each_time(id: str) -> None:
    seed = deals.seed_of(b"key", ludoteca.game(id), "2026-11-18")
    scores = [result_of(play_deal(GameSource(""), id, seed, "beginner")) for _ in range(2)]
    assert scores[0] == scores[1]


@pytest.mark.anyio
async def test_bots_play_the_deal_as_heavy_work_and_wait_while_visitors_fill_it(
    room: RunningRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def result(asker: Any, key: Any, budget: float, work: Any, *arguments: Any) -> int:
        asked.append((asker, key[-1], work))
        if len(asked) == 1:
            raise Refused("busy", seconds=1)
        if key[-1] == "master":
            raise Refused("too_long")
        return len(asked)

    monkeypatch.setattr(room.inside.heavy_work, "result", result)
    monkeypatch.setattr("ludoteca.server.daily.bot_scores.TRY_AGAIN", 0)
    scores, game = room.inside.today.bot_scores, ludoteca.game(SOLO)
    assert scores.of(game, "2026-11-18", "ab") == {}
    while len(asked) < len(bots.LEVELS) + 1:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)
    assert {one[0] for one in asked} == {EVERYBODY}
    assert {one[2] for one in asked} == {play_deal}
    assert scores.of(game, "2026-11-18", "ab").keys() == set(bots.LEVELS) - {"master"}
    assert len(asked) == len(bots.LEVELS) + 1, "asked once for all who want to know"
