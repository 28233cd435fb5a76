"""Bots at a table: they are handed what their seat sees and nothing else, and think on threads."""

import asyncio
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, TypeVar

from ludoteca import bots
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game

Json = dict[str, Any]
Result = TypeVar("Result")

# Milliseconds from the question to the answer: who waited long for a thread thinks the shorter.
LONGEST_THOUGHT = 1000
SHORTEST_THOUGHT = 30

PATIENCE = 1.5  # seconds until those who wait for the compiler are told so, each time


def choose(observation: bots.Observation, bot: str, asked: float | None = None) -> Json:
    """What a bot does in a seat, if it was asked at this moment."""
    return bots.choice_of(observation, bot, secrets.token_hex(), time_left(asked))


def hint(observation: bots.Observation, asked: float) -> list[Json]:
    """The best candidates of a seat, if it asked at this moment."""
    kind_of = observation.game.notation.action_kind
    found = bots.hints_of(observation, milliseconds=time_left(asked))
    return [{"kind": kind_of(one.action), **asdict(one)} for one in found]


def time_left(asked: float | None) -> float:
    waited = 0 if asked is None else (time.monotonic() - asked) * 1000
    return max(SHORTEST_THOUGHT, LONGEST_THOUGHT - waited)


def warm_up(game: Game) -> None:
    """Compile everything that a table of this game needs, so that no table waits for it later."""
    if PLAIN:
        return
    bots.warm_up(game, *smallest(game))


def smallest(game: Game) -> tuple[int, Json]:
    """The fewest seats with the first options: enough to compile on."""
    options = game.notation.OPTIONS[0]
    return game.notation.seat_range(options)[0], options


def failed(work: Future[None]) -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BotThreads:
    """The threads on which bots think: fewer than there are cores, so that the event loop keeps one."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(max(1, cores() - 1), thread_name_prefix="bot")
        self.compilers = ThreadPoolExecutor(2, thread_name_prefix="compiler")  # a table's game need not queue
        self.warm: dict[tuple[str, Callable[[Game], None]], Future[None]] = {}

    async def choose(self, observation: bots.Observation, bot: str) -> Json:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, choose, observation, bot, time.monotonic())

    async def hint(self, observation: bots.Observation) -> list[Json]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, hint, observation, time.monotonic())

    async def ready_for(self, game: Game, warm_up: Callable[[Game], None] = warm_up) -> None:
        """Return when the game is compiled for what `warm_up` does, by default for playing."""
        asked = game.id, warm_up
        if asked not in self.warm or failed(self.warm[asked]):
            self.warm[asked] = self.compilers.submit(warm_up, game)
        await asyncio.shield(asyncio.wrap_future(self.warm[asked]))

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do other work where bots think."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)

    async def patiently(self, work: Awaitable[Result], tell: Callable[[], None]) -> Result:
        """Wait for this; as long as games are being compiled, tell those who wait too."""
        task = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait({task}, timeout=PATIENCE))[0]:
                if self.compiling:
                    tell()
            return task.result()
        finally:
            task.cancel()

    @property
    def compiling(self) -> bool:
        return any(one.running() for one in self.warm.values())

    def close(self) -> None:
        """Begin nothing more. A search ends soon; nobody waits for a game that is being compiled."""
        self.compilers.shutdown(wait=False, cancel_futures=True)
        self.pool.shutdown(cancel_futures=True)
