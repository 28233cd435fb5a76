"""Reviews of finished games, made step by step on the bots' threads, one game after the other."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from ludoteca.core.compiled import PLAIN
from ludoteca.lab import review
from ludoteca.lab.review import PLAYOUTS, Reviewed, Reviewer, written
from ludoteca.server.finished.replay import finished
from ludoteca.server.schemas import ReviewProgress
from ludoteca.server.store.models import Json
from ludoteca.server.table.state import TableState

if TYPE_CHECKING:
    from ludoteca.server.room import Room

MOST_KEPT = 64
EACH = 1 if PLAIN else PLAYOUTS
log = structlog.get_logger()


@dataclass
class Asked:
    """A review that is being made, or is ready."""

    progress: float = 0.0
    review: Json | None = None


class Reviews:
    """The reviews that were last asked for."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.kept: OrderedDict[str, Asked] = OrderedDict()
        self.turn = asyncio.Lock()  # one at a time: bots have the same threads

    def of(self, state: TableState, start: bool = True) -> ReviewProgress:
        """The review, or how far it is; the first request starts it, unless it only looks."""
        finished(state)
        table = state.meta.id
        if table not in self.kept and not start:
            return ReviewProgress(table, 0.0, None)
        if table not in self.kept:
            self.kept[table] = Asked()
            self.room.run_in_background(self._make(state, self.kept[table]))
        self.kept.move_to_end(table)
        if len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        asked = self.kept[table]
        return ReviewProgress(table, asked.progress, asked.review)

    async def _make(self, state: TableState, asked: Asked) -> None:
        try:
            async with self.turn:
                await self.room.bot_threads.ready_for(state.game, review.warm_up)
                asked.review = await self._review(state, asked)
                asked.progress = 1.0
        except Exception:
            log.exception("no review", table=state.meta.id[:6])
            self.kept.pop(state.meta.id, None)  # the next request tries again

    async def _review(self, state: TableState, asked: Asked) -> Json:
        reviewer = await asyncio.to_thread(reviewer_of, state)
        steps, reviewed = reviewer.steps(), list[Reviewed]()
        while len(reviewed) < reviewer.moments:
            reviewed.append(await self.room.bot_threads.run(next, steps))
            asked.progress = len(reviewed) / (reviewer.moments + 1)
        return await asyncio.to_thread(written, reviewer.review(reviewed), state.game.notation)


def reviewer_of(state: TableState) -> Reviewer:
    actions, dealt = finished(state).actions, state.meta.begin is None
    return Reviewer(state.first_table(), actions, EACH, state.meta.commitment, dealt)
