"""Ratings as people see them: what a game changed, and who leads a pool."""

from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.core.game import Game
from ludoteca.server.ratings import rating_store
from ludoteca.server.ratings.pools import BOT, Pool, anchors_of, options_of
from ludoteca.server.ratings.rated_games import RatedGame
from ludoteca.server.ratings.skill import Skill
from ludoteca.server.schemas import Leaderboard, Leaders, RatedSeat, Rating, TableRatings
from ludoteca.server.store.models import Person

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
FEWEST_GAMES = 10  # until a person is listed
MOST_LISTED = 100


class Ratings:
    """The ratings of a room: kept up to date whenever a rated game ends, or somebody asks."""

    def __init__(self, room: "Room") -> None:
        self.room = room

    async def update(self) -> None:
        """Rate what has ended since. Who only asks waits for no lock and writes nothing."""
        more = await self.room.store.ask(rating_store.to_rate)
        while more:
            job = rating_store.RateGames(self.room.games)
            await self.room.store.write_apart(job)
            more = job.more

    async def update_quietly(self) -> None:
        """The same in the background: the next question tries again."""
        try:
            await self.update()
        except (SQLAlchemyError, TimeoutError) as wrong:
            log.error("not rated", why=type(wrong).__name__)

    async def of_table(self, table: str) -> TableRatings:
        """What a game changed for each seat; nothing if it was not rated."""
        await self.update()
        found = await self.room.store.ask(rating_store.rated_at(table))
        if found is None:
            return TableRatings(table, False, [])
        return TableRatings(table, True, seats_of(found[1]))

    async def leaderboard(self, game: Game, person: Person | None) -> Leaderboard:
        await self.update()
        pools = await self.room.store.ask(rating_store.pools_with_games(game.id))
        return Leaderboard(game.id, FEWEST_GAMES, [await self._leaders(game, pool, person) for pool in pools])

    async def _leaders(self, game: Game, pool: Pool, person: Person | None) -> Leaders:
        ask, mine = self.room.store.ask, None
        listed = await ask(rating_store.leaders(pool, FEWEST_GAMES, MOST_LISTED))
        if person:
            mine = await ask(rating_store.rating_of(pool, person.id))
        rows = [
            Rating(
                one.name, None, one.skill.shown, one.skill.uncertainty, one.games, is_of(person, one.person)
            )
            for one in listed
        ]
        if person and mine and not any(row.you for row in rows):
            rows.append(Rating(person.name, None, mine[0].shown, mine[0].uncertainty, mine[1], True))
        rows += [bot_row(bot, skill) for bot, skill in anchors_of(game, pool).items()]
        return Leaders(options_of(pool), sorted(rows, key=lambda row: -row.rating))


def is_of(person: Person | None, id: str) -> bool:
    return person is not None and person.id == id


def bot_row(player: str, skill: Skill) -> Rating:
    return Rating(None, player.removeprefix(BOT), skill.shown, 0, None, False)


def seats_of(game: RatedGame) -> list[RatedSeat]:
    seats = zip(game.players, game.before, game.after, strict=True)
    return [
        RatedSeat(seat, before.shown, after.shown, after.uncertainty)
        for seat, (player, before, after) in enumerate(seats)
        if not player.startswith(BOT)
    ]
