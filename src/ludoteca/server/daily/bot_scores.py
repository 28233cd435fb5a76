"""What each level scores with a deal of the day: played once, by the worker process, when somebody asks."""

import asyncio
from collections.abc import Generator
from typing import TYPE_CHECKING

import structlog

from ludoteca import bots
from ludoteca.archive.fairness import deal, deal_key
from ludoteca.bots.warmup import PARTS
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from ludoteca.server.daily.deals import OPPONENT, seats_of
from ludoteca.server.errors import Refused
from ludoteca.server.finished.stored_games import GameSource
from ludoteca.server.table.compile_queue import smallest_table
from ludoteca.server.work.fair_queue import Asker
from ludoteca.server.work.heavy_work import TRY_AGAIN

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
EVERYBODY: Asker = ("everybody",)  # has a share like that of an address
BUDGET = 120.0  # seconds of processor time a level
MOST_STEPS = 10_000


class BotScores:
    """The scores of the levels, as far as they are known."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.found: dict[tuple[str, str], dict[str, int]] = {}

    def of(self, game: Game, day: str, seed: str) -> dict[str, int]:
        """Those that are known by now; the first question has the bots begin."""
        asked = game.id, day
        if asked not in self.found:
            self.found = {other: scores for other, scores in self.found.items() if other[1] == day}
            self.found[asked] = {}
            self.room.run_in_background(self._play_all(game, seed, self.found[asked]))
        return dict(self.found[asked])

    async def _play_all(self, game: Game, seed: str, scores: dict[str, int]) -> None:
        for bot in bots.LEVELS:
            try:
                scores[bot] = await self._play(game, seed, bot)
            except Refused as why:
                log.error("a bot failed at the deal of the day", game=game.id, bot=bot, why=why.code)

    async def _play(self, game: Game, seed: str, bot: str) -> int:
        """What visitors ask for may fill the queue: then a level waits."""
        work, source = self.room.heavy_work, self.room.game_source
        while True:
            try:
                key = "daily", game.id, seed, bot
                return int(await work.result(EVERYBODY, key, BUDGET, play_deal, source, game.id, seed, bot))
            except Refused as why:
                if why.code != "busy":
                    raise
            await asyncio.sleep(TRY_AGAIN)


# In the worker process


def play_deal(source: GameSource, id: str, seed: str, bot: str) -> Generator[float, None, int]:
    """What a bot scores on the seat that people have, with the same deal and the same opponents."""
    game = source.game(id)
    for part in () if PLAIN else PARTS:
        for _ in part(smallest_table(game)):
            yield 0.0
    seats = seats_of(game)
    table = deal(game, seats, game.options(seats), deal_key(seed, [None] * seats))
    for step in range(MOST_STEPS):
        if table.over:
            return table.scores[0]
        seat = table.to_act[0]
        table.play(seat, bots.choice_of(bots.observe(table, seat), OPPONENT if seat else bot, seed))
        yield step / MOST_STEPS
    raise RuntimeError("a game without end")
