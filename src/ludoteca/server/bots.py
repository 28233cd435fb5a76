"""Bots at a table: they are handed the view of their seat and nothing else, and think on threads."""

import asyncio
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ludoteca import bots
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game

Json = dict[str, Any]

LONGEST_THOUGHT = 1000  # milliseconds: on a busy machine a search ends early


def choose(game: Game, view: Json, seat: int, bot: str) -> Json:
    """What a bot does in a seat that sees `view`."""
    return bots.choose(game, view, seat, bot, secrets.token_hex(), LONGEST_THOUGHT)


def warm_up(game: Game) -> None:
    """Compile everything that a table of this game needs, so that no table waits for it later."""
    if PLAIN:
        return
    seats = game.notation.seat_range(game.notation.OPTIONS[0])[0]
    table = game.start(seats, game.notation.OPTIONS[0], 0)
    seat = table.to_act[0]
    for bot in (bots.MIDDLE, game.bots.NAMES[0]):
        action = choose(game, table.view(seat), seat, bot)
    table.play(seat, action)
    assert table.scores is not None


class Thinkers:
    """The threads on which bots think: fewer than there are cores, so that the event loop keeps one."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), thread_name_prefix="bot")
        self.compilers = ThreadPoolExecutor(2, thread_name_prefix="compiler")  # a table's game need not queue
        self.warm: dict[str, asyncio.Future[None]] = {}

    async def choose(self, game: Game, view: Json, seat: int, bot: str) -> Json:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, choose, game, view, seat, bot)

    async def ready_for(self, game: Game) -> None:
        """Return when the game is compiled."""
        if game.id not in self.warm:
            loop = asyncio.get_running_loop()
            self.warm[game.id] = loop.run_in_executor(self.compilers, warm_up, game)
        await asyncio.shield(self.warm[game.id])

    def close(self) -> None:
        for threads in (self.pool, self.compilers):
            threads.shutdown(cancel_futures=True)
