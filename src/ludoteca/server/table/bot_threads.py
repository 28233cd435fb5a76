"""Bots at a table: they get what their seat sees and nothing else, and think on threads."""

import asyncio
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeVar

from ludoteca import bots
from ludoteca.bots.advice import MEASURES
from ludoteca.bots.warmup import PARTS, Part, comparison, part_for, rules
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.store.models import Json
from ludoteca.server.table.compile_queue import CompileQueue, failed
from ludoteca.server.work.fair_queue import Asker
from ludoteca.server.work.fair_threads import FairThreads, Turn

Result = TypeVar("Result")

# Milliseconds from the question to the answer; time spent queuing is subtracted from thinking time.
LONGEST_THOUGHT = 450  # so that, with what comes beside it, the beat of the answer comes within a second
LONGEST_HINT = 600  # who asks waits for more, but no bot may wait too long behind it
SHORTEST_THOUGHT = 20
BESIDE_THOUGHT = 12  # for each: the view is read, the next one's turn begins

NOTICE_EVERY = 1.5  # seconds between notices that the compiler is still busy


def choose(observation: bots.Observation, bot: str, turn: Turn | None = None, key: str | None = None) -> Json:
    """What a bot does in a seat. With the same key it does the same again."""
    limit = time_left(turn or Turn(), LONGEST_THOUGHT)
    return bots.choice_of(observation, bot, key or secrets.token_hex(), limit)


def hint(observation: bots.Observation, turn: Turn, action: Json | None = None) -> Json:
    """The best candidates of a seat, with the action that it asks about, and all its other actions."""
    notation, table = observation.game.notation, Table(observation.game, observation.states.copy())
    asked = [] if action is None else [action]
    found = bots.hints_of(observation, milliseconds=time_left(turn, LONGEST_HINT), asked=asked)
    shown = [one.action for one in found]
    others = [one for one in table.legal(observation.seat) if one not in shown]
    return {
        "measure": MEASURES[table.seats == 1],
        "candidates": [{"kind": notation.action_kind(one.action), **asdict(one)} for one in found],
        "others": [{"kind": notation.action_kind(one), "action": one} for one in others],
    }


def time_left(turn: Turn, longest: float) -> float:
    """The more addresses wait, the shorter the thought, so that each of them is answered in time."""
    waited = (time.monotonic() - turn.asked) * 1000
    share = longest if turn.others == 0 else LONGEST_THOUGHT / (1 + turn.others) - BESIDE_THOUGHT
    return max(SHORTEST_THOUGHT, min(longest - waited, share))


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BotThreads:
    """The threads on which bots think: fewer than there are cores, so that the event loop keeps one."""

    def __init__(self) -> None:
        self.threads = FairThreads(max(1, cores() - 1), "bot")
        self.compiler = CompileQueue()

    async def choose(
        self, asker: Asker, observation: bots.Observation, bot: str, key: str | None = None
    ) -> Json:
        await self.ready_for(observation.game, part_for(observation.game, observation.view, bot))
        return await self.threads.run(asker, lambda turn: choose(observation, bot, turn, key))

    async def hint(self, asker: Asker, observation: bots.Observation, action: Json | None) -> Json:
        await self.ready_for(observation.game, comparison)
        return await self.threads.run(asker, lambda turn: hint(observation, turn, action))

    async def ready_for(self, game: Game, part: Part = rules, asked: bool = True) -> None:
        """Return when this part of a game is compiled; if it was asked for, the rest of the queue waits."""
        done = self.compiler.add(game, part, asked)
        if not done.done() or failed(done):
            await asyncio.shield(asyncio.wrap_future(done))

    def hurry(self, game: Game) -> None:
        """Compile a game before those that nobody asked for."""
        for part in PARTS:
            self.compiler.add(game, part)

    async def notify_while_compiling(self, work: Awaitable[Result], notify: Callable[[], None]) -> Result:
        """Wait for some work, and call `notify` again and again while games are being compiled."""
        task = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait({task}, timeout=NOTICE_EVERY))[0]:
                if self.compiling:
                    notify()
            return task.result()
        finally:
            task.cancel()
            del task  # it keeps what it raised, which keeps this frame: a circle

    @property
    def compiling(self) -> bool:
        return self.compiler.busy

    def close(self) -> None:
        """Begin nothing more. Nobody waits for a search, nor for a game that is being compiled."""
        self.compiler.close()
        self.threads.close()
