"""Forced moves: played automatically, if the table was made so."""

import asyncio
import random
from typing import TYPE_CHECKING

from ludoteca.server.table.messages import ForcedAct
from ludoteca.server.table.secrecy import visibly_forced

if TYPE_CHECKING:
    from ludoteca.server.table.actor import TableActor


class ForcedMoves:
    """A timer for each seat that has only one thing to do.

    If only hidden cards leave no choice, the delay is drawn without regard to them and long enough to be a
    person's: it does not tell what the cards are.
    """

    def __init__(self, actor: "TableActor") -> None:
        self.actor = actor
        self.timers: dict[tuple[int, int], asyncio.TimerHandle] = {}  # by seat, and when its turn began

    def set(self) -> None:
        state = self.actor.state
        if not state.meta.forced or state.live_game is None or not self.actor.connections.sockets:
            return
        for seat, place in enumerate(state.places):
            turn = seat, state.live_game.changed_at[seat]
            if place.bot is None and state.live_game.waits_for(seat) and turn not in self.timers:
                self._note(turn)

    def close(self) -> None:
        for timer in self.timers.values():
            timer.cancel()

    def _note(self, turn: tuple[int, int]) -> None:
        game, paces = self.actor.state.live_game, self.actor.room.settings
        assert game is not None
        legal = game.table.legal(turn[0])
        if len(legal) != 1:
            return
        visibly = visibly_forced(game.table, turn[0])
        pace = paces.forced_pace if visibly else random.uniform(*paces.hidden_pace)
        forced = ForcedAct(turn[0], turn[1], legal[0], visibly)
        self.timers[turn] = asyncio.get_running_loop().call_later(pace, self._act, turn, forced)

    def _act(self, turn: tuple[int, int], forced: ForcedAct) -> None:
        del self.timers[turn]
        self.actor.enqueue(forced)
