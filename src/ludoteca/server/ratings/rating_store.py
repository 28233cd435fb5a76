"""Ratings in the database: the rated games in order, and what they come to for each player."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from ludoteca.core.game import Game
from ludoteca.core.game import game as find_game
from ludoteca.server.ratings.pools import BOT, Pool
from ludoteca.server.ratings.rated_games import Course, RatedGame, counts, rate_all, rated_game, with_player
from ludoteca.server.ratings.skill import Skill
from ludoteca.server.store.queries import read_result
from ludoteca.server.store.schema import people, rated_games, ratings, tables

GAME = msgspec.json.Decoder(RatedGame)
AT_ONCE = 200  # games in one transaction
ONE_RATER = 0x1D0D07EC  # the number of a lock that all processes on a PostgreSQL database share
BOTS = ratings.c.player.like(BOT + "%")
KNOWN_PEOPLE = sql.exists().where(people.c.id == ratings.c.player)
Games = Mapping[str, Game]
Known = dict[str, tuple[Skill, int]]  # how strong each player is, and after how many games


class Listed(NamedTuple):
    """A line of a leaderboard."""

    person: str
    name: str
    skill: Skill
    games: int


class RateGames:
    """Rate the next finished games, in the order in which they ended; `more` if some are left."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.more = False

    def __call__(self, connection: sql.Connection) -> None:
        lock(connection)
        columns = sql.select(tables.c.id, tables.c.over_at, tables.c.result)
        over = columns.where(tables.c.to_rate, tables.c.over_at.is_not(None))
        found = connection.execute(over.order_by(tables.c.over_at, tables.c.id).limit(AT_ONCE)).all()
        for row in found:
            self._rate(connection, row)
        done = tables.update().where(tables.c.id.in_([row.id for row in found])).values(to_rate=False)
        connection.execute(done)
        self.more = len(found) == AT_ONCE

    def _rate(self, connection: sql.Connection, row: Any) -> None:
        result = read_result(row.result)
        game = self.games.get(result["game"]) if result else None
        counted = rated_game(game, row.id, row.over_at, result) if game and result else None
        if game is None or counted is None:
            return
        pool, played = counted
        course = Course(game, pool, known_in(connection, pool, played.players))
        keep(connection, pool, [course.rate(played)], course, played.players)


class Recompute:
    """Rate all games anew that were ever rated: from the results of tables, or as kept if a table is gone."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.rated = 0

    def __call__(self, connection: sql.Connection) -> None:
        lock(connection)
        for pool, played in self._pools(connection).items():
            if pool.game in self.games:
                for part in (rated_games, ratings):
                    connection.execute(part.delete().where(in_pool(part, pool)))
                rerate(connection, pool, played, {})
                self.rated += len(played)
        connection.execute(ratings.delete().where(~BOTS, ~KNOWN_PEOPLE))

    def _pools(self, connection: sql.Connection) -> dict[Pool, list[RatedGame]]:
        found = {row.table_id: kept_game(row) for row in connection.execute(sql.select(rated_games))}
        columns = sql.select(tables.c.id, tables.c.over_at, tables.c.result)
        for row in connection.execute(columns.where(tables.c.to_rate.is_(False))):
            result = read_result(row.result)
            game = self.games.get(result["game"]) if result else None
            counted = rated_game(game, row.id, row.over_at, result) if game and result else None
            if counted and row.id not in found:
                found[row.id] = counted
        pools: dict[Pool, list[RatedGame]] = {}
        for pool, played in found.values():
            pools.setdefault(pool, []).append(played)
        return pools


def merge_ratings(connection: sql.Connection, kept: str, gone: str) -> None:
    """All games of one guest become those of another: the same person on two devices.

    Everything is rated anew from the first of these games on; most guests that are merged are young.
    """
    lock(connection)
    mine = sql.select(ratings.c.game, ratings.c.variant, ratings.c.games).where(ratings.c.player == gone)
    for row in connection.execute(mine).all():
        pool = Pool(row.game, row.variant)
        since = first_game_of(connection, pool, gone, row.games)
        later = games_in(connection, pool, since)
        known = known_before(connection, pool, later, kept)
        connection.execute(
            rated_games.delete().where(in_pool(rated_games, pool), rated_games.c.over_at >= since)
        )
        played = [with_player(game, gone, kept) for game in later]
        alone = [game.table for game in played if not counts(game.players)]
        connection.execute(tables.update().where(tables.c.id.in_(alone)).values(to_rate=None))
        rerate(connection, pool, [one for one in played if counts(one.players)], known)
    connection.execute(ratings.delete().where(ratings.c.player == gone))


# Parts of jobs


def rerate(connection: sql.Connection, pool: Pool, played: list[RatedGame], known: Known) -> None:
    """Rate games one after the other from what was known of their players before."""
    course = Course(find_game(pool.game), pool, known)
    rated = rate_all(course, sorted(played, key=lambda one: (one.over_at, one.table)))
    keep(connection, pool, rated, course, course.known)


def first_game_of(connection: sql.Connection, pool: Pool, player: str, games: int) -> int:
    """When the first of a player's so many games was over, looked for from the last game backwards."""
    latest = sql.select(rated_games).where(in_pool(rated_games, pool)).order_by(rated_games.c.over_at.desc())
    over_at = 0
    with connection.execute(latest.execution_options(yield_per=AT_ONCE)) as rows:
        for game in (kept_game(row)[1] for row in rows):
            games -= game.players.count(player)
            over_at = game.over_at
            if games <= 0:
                break
    return over_at


def known_before(connection: sql.Connection, pool: Pool, later: list[RatedGame], kept: str) -> Known:
    """What was known of the players of these games before the first of them, and of who is kept.

    Somebody who was forgotten since has no rating any more, and gets none.
    """
    count = Counter(player for game in later for player in game.players)
    now = known_in(connection, pool, {*count, kept})
    known = {player: (skill, games - count[player]) for player, (skill, games) in now.items()}
    for game in sorted(later, key=lambda one: (one.over_at, one.table), reverse=True):
        for player, skill in zip(game.players, game.before, strict=True):
            known[player] = skill, known[player][1] if player in now else -count[player]
    return known


def keep(
    connection: sql.Connection, pool: Pool, rated: list[RatedGame], course: Course, players: Iterable[str]
) -> None:
    for game in rated:
        row = {"table_id": game.table, "over_at": game.over_at, "data": msgspec.json.encode(game)}
        connection.execute(rated_games.insert(), {**pool._asdict(), **row})
    changed = set(players)
    these = in_pool(ratings, pool) & ratings.c.player.in_(changed)
    connection.execute(ratings.delete().where(these))
    for player in sorted(changed):
        skill, games = course.known[player]
        row = {"player": player, "mean": skill.mean, "deviation": skill.deviation, "games": games}
        if games:
            connection.execute(ratings.insert(), {**pool._asdict(), **row})


def lock(connection: sql.Connection) -> None:
    """One process rates at a time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text("SELECT pg_advisory_xact_lock(:number)"), {"number": ONE_RATER})


def in_pool(table: sql.Table, pool: Pool) -> sql.ColumnElement[bool]:
    return (table.c.game == pool.game) & (table.c.variant == pool.variant)


def known_in(connection: sql.Connection, pool: Pool, players: Iterable[str]) -> Known:
    these = sql.select(ratings).where(in_pool(ratings, pool), ratings.c.player.in_(list(players)))
    return {row.player: (Skill(row.mean, row.deviation), row.games) for row in connection.execute(these)}


def games_in(connection: sql.Connection, pool: Pool, since: int = 0) -> list[RatedGame]:
    these = sql.select(rated_games).where(in_pool(rated_games, pool), rated_games.c.over_at >= since)
    return [kept_game(row)[1] for row in connection.execute(these)]


def kept_game(row: sql.Row[Any]) -> tuple[Pool, RatedGame]:
    return Pool(row.game, row.variant), GAME.decode(row.data)


# Questions


def to_rate(connection: sql.Connection) -> bool:
    """Has a rated game ended since?"""
    ended = sql.select(tables.c.id).where(tables.c.to_rate, tables.c.over_at.is_not(None))
    return connection.execute(ended.limit(1)).first() is not None


def rated_at(table: str) -> Callable[[sql.Connection], tuple[Pool, RatedGame] | None]:
    """What a game changed; None if it was not rated."""

    def question(connection: sql.Connection) -> tuple[Pool, RatedGame] | None:
        row = connection.execute(sql.select(rated_games).where(rated_games.c.table_id == table)).first()
        return kept_game(row) if row else None

    return question


def pools_with_games(game: str) -> Callable[[sql.Connection], list[Pool]]:
    """The variants of a game that people have played, those with most players first."""
    asked = sql.select(ratings.c.variant).where(ratings.c.game == game, ~BOTS)
    by_players = asked.group_by(ratings.c.variant).order_by(sql.func.count().desc(), ratings.c.variant)
    return lambda connection: [Pool(game, row.variant) for row in connection.execute(by_players)]


def leaders(pool: Pool, fewest: int, most: int) -> Callable[[sql.Connection], list[Listed]]:
    """The people with enough games, the best first; bots that are rated as people are not listed."""
    columns = sql.select(
        ratings.c.player, people.c.name, ratings.c.mean, ratings.c.deviation, ratings.c.games
    )
    named = columns.join(people, people.c.id == ratings.c.player)
    these = named.where(in_pool(ratings, pool), ratings.c.games >= fewest)
    best = these.order_by(ratings.c.mean.desc(), ratings.c.player).limit(most)
    return lambda connection: [
        Listed(row.player, row.name, Skill(row.mean, row.deviation), row.games)
        for row in connection.execute(best)
    ]


def rating_of(pool: Pool, player: str) -> Callable[[sql.Connection], tuple[Skill, int] | None]:
    return lambda connection: known_in(connection, pool, [player]).get(player)
