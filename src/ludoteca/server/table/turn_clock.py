"""The clock at a table: when a person's time is up, a bot makes that one move."""

import asyncio
from typing import TYPE_CHECKING

from ludoteca.server.table.seats import STAND_IN
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.table.actor import TableActor


class TurnClock:
    """One timer for the next moment at which somebody's time is up."""

    def __init__(self, actor: "TableActor") -> None:
        self.actor = actor
        self.timer: asyncio.TimerHandle | None = None
        self.not_before = 0

    def give_grace(self) -> None:
        """Nobody loses a move right after a time without anybody connected, or without a server."""
        self.not_before = now() + int(1000 * self.actor.room.settings.grace)

    def set(self) -> None:
        """Set the timer to the next seat's deadline, if anybody is connected."""
        self.close()
        if self.actor.state.meta.clock is None:
            return
        due = [moment for moment in self.actor.state.due() if moment is not None]
        if due and self.actor.connections.sockets:
            wait = max(min(due), self.not_before) - now()
            self.timer = asyncio.get_running_loop().call_later(max(0, wait) / 1000, self._ring)

    def close(self) -> None:
        if self.timer:
            self.timer.cancel()

    def _ring(self) -> None:
        moments = enumerate(self.actor.state.due())
        up = [seat for seat, moment in moments if moment is not None and moment <= now()]
        for seat in up:
            self.actor.think(seat, STAND_IN, late=True)
        if not up:  # a timer may ring a little early
            self.set()
