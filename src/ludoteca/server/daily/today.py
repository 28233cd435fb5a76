"""Today's deals in a room: begin a try, list the deals, show who scored what."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca import bots
from ludoteca.core.game import Game
from ludoteca.server.daily import tries
from ludoteca.server.daily.bot_scores import BotScores
from ludoteca.server.daily.deals import OPPONENT, PUBLIC_KEY, daily_of, day_at, places_for, seats_of, seed_of
from ludoteca.server.daily.standings import score_of, standings
from ludoteca.server.daily.tries import Try
from ludoteca.server.errors import Refused
from ludoteca.server.people.friends import played_with
from ludoteca.server.schemas import DailyDeal, DailyDeals, DailyResults
from ludoteca.server.store.models import Daily, Meta, Person
from ludoteca.server.table.registry import jobs_for, new_meta
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room


class Today:
    """The deals of the day, in the room's time zone."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.bot_scores = BotScores(room)

    async def deals(self, person: Person | None) -> DailyDeals:
        settings, daily = self.room.settings, self.daily(scored=True)
        found = await self.room.store.ask(tries.tries_at(daily.day))
        listed = [
            deal_of(game, daily, [one for id, one in found if id == game.id], person)
            for game in self.room.games.values()
        ]
        return DailyDeals(settings.time_zone, settings.daily_shared, listed)

    async def begin(self, person: Person, game: Game, scored: bool, address: str) -> Meta:
        """A table with the deal of the day: one scored try a person, and practice after it."""
        daily, hashed = self.daily(scored), self.room.source_of(address)
        mine = try_of(await self.tries(daily.day, game), person)
        if scored and mine:
            raise Refused("daily_tried")
        if not scored and not (mine and mine.result):
            raise Refused("daily_first")
        if scored:
            await self.require_few_tries(daily.day, game, hashed)
        return await self.add_table(person, game, daily, hashed)

    async def add_table(self, person: Person, game: Game, daily: Daily, address: str) -> Meta:
        """The try is written with its table: of two that come at once, the database refuses one."""
        places, seed, tables = places_for(game, person), self.seed(game, daily.day), self.room.tables
        meta = new_meta(
            seed, id=tables.new_id(), game=game.id, options=game.options(len(places)), places=places,
            host=person, open=False, chat=False, start="ready", forced=True,
            take_back=not daily.scored, hints=not daily.scored, daily=daily,
        )  # fmt: skip
        counted = [tries.add_try(daily.day, game.id, person.id, meta.id, address)] if daily.scored else []
        try:
            await self.room.store.write(*jobs_for(meta), *counted)
        except tries.TriedTwice:
            raise Refused("daily_tried") from None
        return meta

    async def results(self, person: Person, game: Game) -> DailyResults:
        """For people who have finished their try: others would learn what can be reached."""
        daily = self.daily(scored=True)
        found = await self.tries(daily.day, game)
        mine = try_of(found, person)
        if mine is None or mine.result is None:
            raise Refused("daily_first")
        scores = self.bot_scores.of(game, daily.day, self.seed(game, daily.day))
        friends = await self.room.store.ask(played_with(person.id, [one.person for one in found]))
        rows = standings(game, found, scores, person.id, friends)
        playing = sum(one.result is None for one in found)
        return DailyResults(game.id, daily.day, playing, len(scores) == len(bots.LEVELS), rows)

    # Parts of it

    def daily(self, scored: bool) -> Daily:
        zone = self.room.settings.time_zone
        return daily_of(day_at(now(), zone), zone, scored)

    async def tries(self, day: str, game: Game) -> list[Try]:
        return [one for _, one in await self.room.store.ask(tries.tries_at(day, game.id))]

    async def require_few_tries(self, day: str, game: Game, address: str) -> None:
        had = await self.room.store.ask(tries.tries_from(day, game.id, address))
        if had >= self.room.settings.limits.daily_tries:
            raise Refused("daily_too_many")

    def seed(self, game: Game, day: str) -> str:
        shared = self.room.settings.daily_shared
        return seed_of(PUBLIC_KEY if shared else self.room.secret.encode(), game, day)


def try_of(found: Sequence[Try], person: Person | None) -> Try | None:
    return next((one for one in found if person and one.person == person.id), None)


def deal_of(game: Game, daily: Daily, found: Sequence[Try], person: Person | None) -> DailyDeal:
    mine = try_of(found, person)
    score = score_of(mine) if mine and mine.finished else None
    seats, table = seats_of(game), mine.table if mine else None
    opponent = OPPONENT if seats > 1 else None
    complete = game.options(seats)
    return DailyDeal(game.id, daily.day, daily.ends_at, seats, complete, opponent, len(found), table, score)
