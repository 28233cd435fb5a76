"""History, statistics and records of a person, from the results that are stored."""

import asyncio
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql

from ludoteca.client import Guest, Refusal
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.people import statistics
from ludoteca.server.people.history import Played, Result, ReviewedSeat, ReviewSummary, kind_of, place_of
from ludoteca.server.store.models import Daily
from ludoteca.server.store.schema import sittings, tables
from server.people import guest
from server.test_profiles import finished_game

GAMES = load_games()
OPTIONS = {"variant": "basic", "rounds": 1}


def result(scores: list[int], winners: list[int], people: list[str | None], **more: Any) -> Result:
    seats = [{"person": id and id.title(), "bot": None if id else "random"} for id in people]
    what = {"game": "pega-em-6", "options": OPTIONS, "origin": None, "ended": None} | more
    return Result(seats=seats, people=people, scores=scores, winners=winners, **what)


def games_of(*results: Result) -> list[Played]:
    """As the database gives them: the latest first, at 1000, 999, ..."""
    return [
        Played(f"t{number}", 1000 - number, False, kind_of(one, None), one.people.index("ana"), one)
        for number, one in enumerate(results)
    ]


def test_games_that_cannot_be_compared_are_kept_apart() -> None:
    with_ben, with_bot = result([1, 2], [0], ["ana", "ben"]), result([1, 2], [0], ["ana", None])
    day = Daily("2026-11-18", 0, True)
    assert kind_of(with_ben, None) == "people"
    assert kind_of(with_bot, None) == "bots"
    assert kind_of(result([9], [0], ["ana"]), None) == "bots"
    assert kind_of(with_bot, day) == "daily"
    assert kind_of(with_bot, msgspec.structs.replace(day, scored=False)) == "practice"
    assert kind_of(result([1, 2], [0], ["ana", None], origin="continued"), None) == "practice"
    assert kind_of(result([1, 2], [0], ["x", "y"], origin="imported"), None) == "imported"


def test_few_bull_heads_are_the_best() -> None:
    """Which score is better is the game's to say."""
    played = games_of(
        *(result([score, 30], [0 if score < 30 else 1], ["ana", "ben"]) for score in (20, 9, 41))
    )
    (figures,) = statistics.figures(GAMES, played, {})
    (variant,) = figures.variants
    assert (variant.best, variant.best_table, variant.average, variant.median) == (9, "t1", 70 / 3, 20)
    assert (figures.games, figures.won, variant.places) == (3, 2, [2, 1])
    assert [moment.score for moment in variant.moments] == [41, 9, 20]  # oldest first


def test_a_game_that_was_ended_by_agreement_has_no_figures() -> None:
    assert (
        statistics.figures(GAMES, games_of(result([3, 5], [], ["ana", "ben"], ended="agreement")), {}) == []
    )


def test_places_count_who_did_better() -> None:
    played = games_of(result([12, 12, 3, 40], [2], ["ben", "ana", "eva", None]))
    assert place_of(GAMES["pega-em-6"], played[0]) == 2


def test_head_to_head_a_victory_decides_then_the_score() -> None:
    played = games_of(
        result([5, 9, 30], [0], ["ana", "ben", None]),
        result([9, 5, 30], [1], ["ana", "ben", None]),
        result([20, 20, 3], [2], ["ana", "ben", None]),
        result([4, 4], [0, 1], ["ana", "ben"]),
    )
    by_kind = statistics.figures(GAMES, played, {})
    (people,) = by_kind
    rows = {(row.person, row.bot): (row.games, row.ahead, row.behind) for row in people.opponents}
    assert rows == {("ben", None): (4, 1, 1), (None, "random"): (3, 2, 1)}


@pytest.mark.parametrize("scores", [[5], [0, 100], list(range(-50, 200, 7)), [3, 3, 3, 4]])
def test_every_score_is_in_one_bar(scores: list[int]) -> None:
    found = statistics.bars(scores)
    assert sum(bar.count for bar in found) == len(scores)
    assert len(found) <= statistics.MOST_BARS + 1
    assert found[0].start <= min(scores)
    assert len({second.start - first.start for first, second in pairwise(found)}) <= 1


def test_a_record_is_told_among_games_alike() -> None:
    played = games_of(
        result([7, 30], [0], ["ana", "ben"]),
        result([9, 30], [0], ["ana", "ben"]),
        result([1, 30], [0], ["ana", None]),  # against a bot: apart
        result([2, 3, 4], [0], ["ana", "ben", "eva"]),  # three seats: apart
    )
    game = GAMES["pega-em-6"]
    best = statistics.record(game, played, "t0")
    assert best is not None
    assert (best.score, best.best, best.games, best.is_best) == (7, 9, 2, True)
    first = statistics.record(game, played, "t1")
    assert first is not None
    assert (first.best, first.games, first.is_best) == (None, 1, True)
    worse = statistics.record(game, [played[1]._replace(over_at=2000), played[0]], "t1")
    assert worse is not None
    assert (worse.best, worse.is_best) == (7, False)
    assert statistics.record(game, played, "unknown") is None


def test_luck_and_own_play_come_from_reviews() -> None:
    seat = ReviewedSeat({"victory": 0.2, "score": 3}, {"victory": -0.1, "score": 1}, 9, 0.02, {"best": 9})
    other = ReviewedSeat({"victory": 0.0, "score": 0}, {"victory": 0.0, "score": 0}, 0, None, {})
    played = games_of(result([5, 9], [1], ["ben", "ana"]))
    (figures,) = statistics.figures(GAMES, played, {"t0": ReviewSummary("victory", [other, seat])})
    assert [(one.luck, one.own, one.grades) for one in figures.reviewed] == [(0.2, -0.1, {"best": 9})]


# Over HTTP


@pytest.mark.anyio
async def test_history_tells_kind_place_and_length(room: Any) -> None:
    ana = await guest(room)
    table = await finished_game(ana)
    told = await ana.get("/api/me/history")
    (game,) = told["games"]
    assert (game["table"], game["kind"], game["you"], game["place"] in (1, 2)) == (table, "bots", 0, True)
    assert game["moves"] >= 10
    assert game["seconds"] >= 0
    assert told["counts"] == {"pega-em-6": {"bots": 1}}
    assert not told["more"]
    assert (await ana.get("/api/me/history?kind=people"))["games"] == []
    assert (await ana.get("/api/me/history?game=dobro"))["games"] == []
    assert len((await ana.get("/api/me/history?game=pega-em-6&kind=bots"))["games"]) == 1
    for wrong, code in (("kind=x", "malformed"), ("game=x", "no_such_game"), ("before=x", "malformed")):
        with pytest.raises(Refusal, match=code):
            await ana.get(f"/api/me/history?{wrong}")
    figures = (await ana.get("/api/me/statistics"))["games"]
    assert [(one["game"], one["kind"], one["games"]) for one in figures] == [("pega-em-6", "bots", 1)]
    record = (await ana.get(f"/api/tables/{table}/record"))["record"]
    assert record == {"score": game["scores"][0], "best": None, "games": 1, "is_best": True}
    assert (await (await guest(room, "Ben")).get(f"/api/tables/{table}/record"))["record"] is None


@pytest.mark.anyio
async def test_a_review_leaves_its_summary(room: Any) -> None:
    ana = await guest(room)
    table = await finished_game(ana)
    while (await ana.get(f"/api/tables/{table}/review"))["review"] is None:
        await asyncio.sleep(0.1)
    async with asyncio.timeout(10):
        while not (found := (await ana.get("/api/me/statistics"))["games"][0]["reviewed"]):
            await asyncio.sleep(0.05)
    assert found[0]["table"] == table
    assert sum(found[0]["grades"].values()) == found[0]["decisions"]


@pytest.mark.anyio
async def test_history_of_many_games_comes_in_pages(room: Any) -> None:
    ana = await guest(room)
    await room.inside.store.write(lambda connection: add_games(connection, ana, 75))
    seen: list[str] = []
    before = ""
    while True:
        page = await ana.get(f"/api/me/history{before}")
        seen += [game["table"] for game in page["games"]]
        before = f"?before={page['games'][-1]['over_at']}"
        if not page["more"]:
            break
    assert seen == [f"many{number}" for number in reversed(range(75))]


def add_games(connection: sql.Connection, one: Guest, count: int) -> None:
    """Finished games of a person, as if they had been played."""
    assert one.person
    connection.execute(tables.insert(), list(rows_of(one, count)))
    sat = [{"person": one.person["id"], "table_id": f"many{number}", "at": number} for number in range(count)]
    connection.execute(sittings.insert(), sat)


def rows_of(one: Guest, count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        ended = result([number % 40, 20], [0], [one.person["id"], None])
        written = json.dumps(msgspec.to_builtins(ended)).encode()
        yield {
            "id": f"many{number}", "meta": b"{}", "open": False, "made_at": number,
            "over_at": 1_000_000 + number, "result": written,
        }  # fmt: skip
