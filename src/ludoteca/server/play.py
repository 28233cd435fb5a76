"""The game at a table: the core's table, the choices not yet revealed, and the actions taken."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludoteca.core.table import Table
from ludoteca.server.happened import Happened, lines_of

Json = dict[str, Any]


class Play:
    """A game from its deal on. Where all choose in secret, choices wait as drafts until the last is made."""

    def __init__(self, table: Table, seq: int) -> None:
        self.table = table
        self.drafts: dict[int, Json] = {}
        self.actions: list[Json] = []  # all that reached the table, as exported
        self.fresh = [seq] * table.seats  # the step that last changed what a seat may do
        self.legal_before = self._legal_ids()

    def stale(self, seat: int, seq: int) -> bool:
        """Has the seat's own situation changed after step `seq`?"""
        return seq < self.fresh[seat]

    def waits_for(self, seat: int) -> bool:
        """Is the seat to act, and has not chosen?"""
        return seat in self.table.to_act and seat not in self.drafts

    def kind_of(self, seat: int, action: Json) -> str:
        """What this action would be: a `draft`, the last choice that leads to the `reveal`, or an `act`.

        IllegalAction if the seat may not do it.
        """
        if not self._secret(seat, action):
            return "act"
        if not set(self.table.to_act) - {seat} <= self.drafts.keys():
            return "draft"
        self._trial(self._choices(seat, action))
        return "reveal"

    def draft(self, seat: int, action: Json) -> None:
        self.drafts[seat] = action

    def act(self, seq: int, seat: int, action: Json) -> Happened:
        return self._play(seq, [(seat, action)])

    def reveal(self, seq: int, seat: int, action: Json) -> Happened:
        return self._play(seq, self._choices(seat, action))

    def _choices(self, seat: int, action: Json) -> list[tuple[int, Json]]:
        return sorted((self.drafts | {seat: action}).items())

    def _trial(self, choices: Iterable[tuple[int, Json]]) -> Table:
        """The table as it would be: what the log takes must be playable."""
        trial = Table(self.table.game, self.table.states.copy())
        for seat, action in choices:
            trial.play(seat, action)
        return trial

    def _secret(self, seat: int, action: Json) -> bool:
        """Do several choose at once, and are the others not told what is chosen? Chance has no part in it."""
        trial = self._trial([(seat, action)])
        now, then = self.table.states[0], trial.states[0]
        kinds = {kind.name: kind for kind in self.table.game.notation.EVENTS}
        told = [kinds[event["event"]] for event in trial.events(None)]
        same_chance = (now.counter, now.words_left) == (then.counter, then.words_left)
        return len(self.table.to_act) > 1 and same_chance and any(kind.secret for kind in told)

    def _play(self, seq: int, choices: Iterable[tuple[int, Json]]) -> Happened:
        lines = []
        for seat, action in choices:
            self.table.play(seat, action)
            self.actions.append({"seat": seat, "action": action})
            self.fresh[seat] = seq
            lines.append(lines_of(self.table))
        self.drafts.clear()
        self._note_changes(seq)
        return Happened(self.table.game, np.concatenate(lines))

    def _note_changes(self, seq: int) -> None:
        legal = self._legal_ids()
        for seat, ids in enumerate(legal):
            if ids != self.legal_before[seat]:
                self.fresh[seat] = seq
        self.legal_before = legal

    def _legal_ids(self) -> list[list[int]]:
        return [self.table.legal_ids(seat) for seat in range(self.table.seats)]
