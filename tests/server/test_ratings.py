"""Ratings of people: which games count, what they change, and that it can always be computed again."""

import asyncio
import itertools
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sql

import ludoteca
import ratings as simulated
from ludoteca.client import Guest, Refusal
from ludoteca.core.compiled import PLAIN
from ludoteca.server.ratings import rating_store
from ludoteca.server.ratings.pools import anchors, pool_of
from ludoteca.server.ratings.rated_games import Course, RatedGame, rated_game
from ludoteca.server.ratings.rating_store import merge_ratings
from ludoteca.server.ratings.skill import Skill, after_game, anchor, ranks_of
from ludoteca.server.store.database import open_database, writing
from ludoteca.server.store.schema import ratings
from postgres import new_database
from server.conftest import Opened, RunningRoom
from server.people import QUICK, SHORT, guest, make, play_on

GAME = ludoteca.game("pega-em-6")
POOL = pool_of(GAME, GAME.options(2, SHORT))


def result(people: list[str | None], scores: list[int], **changes: Any) -> dict[str, Any]:
    best = min(scores)
    seats = [{"person": one, "bot": None if one else "skilled"} for one in people]
    won = [seat for seat, score in enumerate(scores) if score == best]
    made = {"game": GAME.id, "options": GAME.options(len(people), SHORT), "origin": None, "ended": None}
    return made | {"seats": seats, "people": people, "scores": scores, "winners": won} | changes


# The calculation


def test_the_winner_gains_what_the_loser_loses_and_both_get_surer() -> None:
    one, two = after_game([Skill(), Skill()], [0, 1])
    assert one.shown > 1500 > two.shown
    assert one.shown - 1500 == 1500 - two.shown
    assert one.uncertainty == two.uncertainty < Skill().uncertainty


def test_an_upset_changes_more_than_what_was_expected() -> None:
    strong, weak = anchor(1700), anchor(1300)
    expected = after_game([strong, weak], [0, 1])[0].mean - strong.mean
    upset = after_game([strong, weak], [1, 0])[1].mean - weak.mean
    assert upset > 5 * expected > 0


def test_400_points_are_odds_of_ten_to_one() -> None:
    strong, weak = Skill(anchor(1900).mean, 0.1), Skill(anchor(1500).mean, 0.1)
    won = after_game([strong, weak], [0, 1])[0].mean - strong.mean
    lost = strong.mean - after_game([strong, weak], [1, 0])[0].mean
    assert lost / won == pytest.approx(10, rel=0.03)  # one defeat in eleven games undoes ten victories


@pytest.mark.parametrize("seats", range(2, 11))
def test_places_count_at_tables_of_any_size(seats: int) -> None:
    found = after_game([Skill()] * seats, list(range(seats)))
    means = [skill.mean for skill in found]
    assert means == sorted(means, reverse=True)
    assert means[0] > 25 > means[-1]


def test_equal_scores_share_a_place_and_winners_come_first() -> None:
    assert ranks_of([3, 9, 3, 20], [0, 2], better=-1) == [0, 2, 0, 3]
    assert ranks_of([3, 9, 3, 20], [3], better=1) == [2, 1, 2, 0]
    assert ranks_of([5, 5], [1], better=1) == [1, 0]  # the rules broke the tie


def test_a_measured_bot_stays_where_it_is() -> None:
    course = Course(GAME, POOL, {})
    played = course.rate(RatedGame("t", 1, ("ana", "ben", "bot:master"), (0, 1, 2)))
    assert played.before[2] == played.after[2] == anchors(GAME)[POOL]["bot:master"]
    assert played.after[0].mean > Skill().mean


@pytest.mark.parametrize("id", ludoteca.games())
def test_measured_bots_are_in_the_order_of_their_levels(id: str) -> None:
    game = ludoteca.game(id)
    for found in anchors(game).values():
        means = [skill.mean for skill in found.values()]
        assert means == sorted(means)
        assert found["bot:skilled"].shown == 1500


# Simulated people of known strength


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_after_forty_games_the_order_is_nearly_known(seats: int) -> None:
    truth = [1200 + 30 * number for number in range(20)]
    found = simulated.course_of(seats, simulated.drawn_play(truth), truth, random.Random(seats))
    assert found[simulated.GAMES.index(40)] > 0.85
    assert found[simulated.GAMES.index(40)] > found[0] - 0.05


@pytest.mark.skipif(PLAIN, reason="bots look at many cards, which takes too long in plain mode")
def test_bots_with_noise_are_put_in_order_by_real_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated, "GAMES", (40,))
    care = [number / 7 for number in range(8)]
    play = simulated.noisy_play(GAME, {"rounds": 1}, "closest", care)
    courses = [simulated.course_of(4, play, care, random.Random(seed))[-1] for seed in (1, 2, 3)]
    assert sum(courses) / len(courses) > 0.7


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_the_interval_holds_what_it_says_at_tables_of_any_size(seats: int) -> None:
    truth = [1200 + 30 * number for number in range(20)]
    assert simulated.coverage(truth, seats, random.Random(seats)) >= 0.9


def test_a_pair_of_friends_gains_ever_less() -> None:
    gained = [simulated.friends(random.Random(1), games, 0)[0] for games in (0, 10, 20, 30)]
    steps = [after - before for before, after in itertools.pairwise(gained)]
    assert steps == sorted(steps, reverse=True)
    assert simulated.friends(random.Random(1), 20, 20)[0] < gained[2]


# Which games count


@pytest.mark.parametrize(
    "without",
    [
        result(["ana", None], [1, 2]),
        result(["ana", "ana"], [1, 2]),
        result(["ana", ""], [1, 2]),
        result(["ana", "ben"], [1, 2], ended="agreement", winners=[]),
        result(["ana", "ben"], [1, 2], origin="imported"),
    ],
    ids=["one person", "the same person twice", "somebody of elsewhere", "ended early", "imported"],
)
def test_some_games_do_not_count(without: dict[str, Any]) -> None:
    assert rated_game(GAME, "t", 1, result(["ana", "ben", None], [1, 2, 3])) is not None
    assert rated_game(GAME, "t", 1, without) is None


def test_who_left_counts_with_what_the_bot_made_of_it() -> None:
    left = result(["ana", "ben"], [1, 2])
    left["seats"][0]["bot"] = "skilled"
    counted = rated_game(GAME, "t", 1, left)
    assert counted
    assert counted[1].players == ("ana", "ben")


def test_the_length_of_a_game_makes_no_other_pool_but_a_variant_does() -> None:
    assert pool_of(GAME, GAME.options(2, {"rounds": 3})) == POOL
    assert pool_of(GAME, GAME.options(2, {"variant": "professional"})) != POOL


# In a room


async def play_rated(stack: AsyncExitStack, guests: list[Guest], **more: Any) -> str:
    """A whole game between these guests; the first is the host."""
    table = await make(guests[0], ["me", *["open"] * (len(guests) - 1)], rated=True, start="ready", **more)
    seats = [await stack.enter_async_context(one.connect(table)) for one in guests]
    for seat in seats[1:]:
        await seat.do("sit")
    await seats[0].do("ready")
    await asyncio.gather(*map(play_on, seats))
    return table


@pytest.mark.anyio
async def test_a_rated_game_changes_ratings_and_says_so(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room, AsyncExitStack() as stack:
        guests = [await guest(room, name) for name in ("Ana", "Ben", "Cleo")]
        table = await play_rated(stack, guests)
        told = await guests[0].get(f"/api/tables/{table}/ratings")
        assert told["rated"]
        assert {seat["before"] for seat in told["seats"]} == {1500}
        winners = (await guests[0].get("/api/mine/finished"))["games"][0]["winners"]
        best = max(told["seats"], key=lambda seat: seat["after"])
        assert best["seat"] in winners
        assert best["after"] > 1500
        variant = (await guests[0].get("/api/ratings/pega-em-6"))["variants"][0]
        assert variant["options"] == {"variant": "basic"}
        people = [row for row in variant["ratings"] if row["name"]]
        assert [(row["name"], row["games"], row["you"]) for row in people] == [
            ("Ana", 1, True)
        ]  # too few games
        assert next(row["bot"] for row in variant["ratings"] if row["bot"]) == "master"


@pytest.mark.anyio
async def test_an_unrated_game_changes_nothing(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room, AsyncExitStack() as stack:
        ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
        table = await make(ana, ["me", "open"], start="ready")
        one, two = [await stack.enter_async_context(who.connect(table)) for who in (ana, ben)]
        await two.do("sit")
        await one.do("ready")
        await asyncio.gather(play_on(one), play_on(two))
        assert not (await ana.get(f"/api/tables/{table}/ratings"))["rated"]
        assert (await ana.get("/api/ratings/pega-em-6"))["variants"] == []


@pytest.mark.anyio
async def test_a_rated_table_gives_no_hints_and_nobody_new_sits_down_in_the_middle(room: RunningRoom) -> None:
    ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
    table = await make(ana, ["me", {"bot": "random"}], rated=True, hints=True, take_back=True)
    shown = await ana.get(f"/api/tables/{table}")
    assert (shown["rated"], shown["hints"], shown["take_back"]) == (True, False, False)
    async with ana.connect(table) as one, ben.connect(table) as two:
        await one.do("start")
        with pytest.raises(Refusal, match="seat_closed"):
            await two.do("sit")


async def all_ratings(room: RunningRoom) -> dict[str, Any]:
    ask = room.inside.store.ask
    return await ask(lambda connection: rating_store.known_in(connection, POOL, people_in(connection)))


def people_in(connection: Any) -> list[str]:
    games = rating_store.games_in(connection, POOL)
    return sorted({player for game in games for player in game.players})


@pytest.mark.anyio
async def test_ratings_computed_anew_are_the_same(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        guests = [await guest(room, name) for name in ("Ana", "Ben", "Cleo", "Dora")]
        for _ in range(4):
            async with AsyncExitStack() as stack:
                await play_rated(stack, random.sample(guests, random.randint(2, 4)))
            await room.inside.ratings.update()
        before = await all_ratings(room)
        job = rating_store.Recompute(room.inside.games)
        await room.inside.store.write(job)
        assert job.rated == 4
        assert await all_ratings(room) == before


@pytest.mark.anyio
async def test_two_guests_who_are_one_person_have_one_rating_with_all_games(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        old, new, ben = [await guest(room, name) for name in ("Ana", "Ana too", "Ben")]
        for pair in ((old, ben), (new, ben), (old, new)):
            async with AsyncExitStack() as stack:
                await play_rated(stack, list(pair))
            await room.inside.ratings.update()
        ids = [one.person["id"] for one in (old, new, ben) if one.person]
        await room.inside.store.write(
            lambda connection: rating_store.merge_ratings(connection, ids[1], ids[0])
        )
        found = await all_ratings(room)
        assert {player: games for player, (_, games) in found.items()} == {ids[1]: 2, ids[2]: 2}
        await room.inside.store.write(rating_store.Recompute(room.inside.games))
        assert await all_ratings(room) == found


def test_a_merge_rates_anew_what_was_played_since_and_no_more(any_database: str) -> None:
    luck, pairs = random.Random(7), list(itertools.permutations(("a", "b", "c"), 2))
    played = [RatedGame(f"t{number}", number, luck.choice(pairs), (0, 1)) for number in range(300)]
    played += [RatedGame("t300", 300, ("a", "gone"), (0, 1)), RatedGame("t301", 301, ("gone", "b"), (0, 1))]
    engine = open_database(any_database)
    with writing(engine).begin() as connection:
        rating_store.rerate(connection, POOL, played, {})
        connection.execute(ratings.delete().where(ratings.c.player == "c"))  # was forgotten meanwhile
        written = rows_written(connection, "rated_games", lambda: merge_ratings(connection, "b", "gone"))
        course = Course(GAME, POOL, {})
        for game in played[:300]:
            course.rate(game)
        course.rate(RatedGame("t300", 300, ("a", "b"), (0, 1)))
        found = rating_store.known_in(connection, POOL, ("a", "b", "c", "gone"))
    assert written == 1
    assert found == {player: course.known[player] for player in ("a", "b")}
    engine.dispose()


def rows_written(connection: sql.Connection, table: str, work: Callable[[], None]) -> int:
    statements: list[str] = []
    sql.event.listen(connection, "before_cursor_execute", lambda *told: statements.append(told[2]))
    work()
    return sum(one.startswith(f"INSERT INTO {table}") for one in statements)


@pytest.mark.anyio
async def test_computing_anew_brings_nobody_back_who_was_forgotten(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
        async with AsyncExitStack() as stack:
            await play_rated(stack, [ana, ben])
        await room.inside.ratings.update()
        await ana.ask("DELETE", "/api/me")
        await room.inside.store.write(rating_store.Recompute(room.inside.games))
        assert ben.person
        assert list(await all_ratings(room)) == [ben.person["id"]]


@pytest.mark.anyio
async def test_who_asks_while_games_are_computed_anew_does_not_wait(open_room: Opened, postgres: str) -> None:
    async with open_room(database=new_database(postgres)) as room:
        with room.inside.store.engine.begin() as recomputing:
            rating_store.lock(recomputing)
            told = await asyncio.wait_for((await guest(room)).get("/api/ratings/pega-em-6"), 1.5)
    assert told["variants"] == []


@pytest.mark.anyio
async def test_who_is_forgotten_leaves_the_leaderboard(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room:
        ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
        async with AsyncExitStack() as stack:
            await play_rated(stack, [ana, ben])
        await room.inside.ratings.update()
        assert (await ana.get("/api/me/data"))["kept"]["ratings"][0]["games"] == 1
        await ana.ask("DELETE", "/api/me")
        variant = (await ben.get("/api/ratings/pega-em-6"))["variants"][0]
        assert "Ana" not in [row["name"] for row in variant["ratings"]]
