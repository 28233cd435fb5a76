"""The game at a table: the core's table, the choices not yet revealed, and the actions taken."""

from typing import Any

import numpy as np

from ludoteca.core.simultaneous import chosen_in_secret, copied
from ludoteca.core.table import Table
from ludoteca.server.table.secrecy import Choices
from ludoteca.server.table.step_events import StepEvents, lines_of
from ludoteca.server.table.take_back import Moment, TakeBackHistory

Json = dict[str, Any]


class LiveGame:
    """A game from its deal on. Where all choose in secret, choices wait as drafts until the last is made."""

    def __init__(self, table: Table, seq: int) -> None:
        self.table = table
        self.drafts: dict[int, Json] = {}
        self.actions: list[Json] = []  # all that reached the table, as exported
        self.fresh = [seq] * table.seats  # the step that last changed what a seat may do
        self.legal_before = self._legal_ids()
        self.past = TakeBackHistory()

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
        if not chosen_in_secret(self.table, seat, action):
            return "act"
        if not set(self.table.to_act) - {seat} <= self.drafts.keys():
            return "draft"
        self._require_playable(self.choices(seat, action))
        return "reveal"

    def draft(self, seat: int, action: Json) -> None:
        self.drafts[seat] = action

    def choices(self, seat: int, action: Json) -> list[tuple[int, Json]]:
        """What all have chosen, with the last choice."""
        return sorted((self.drafts | {seat: action}).items())

    def _require_playable(self, choices: Choices) -> None:
        """What the log takes must be playable."""
        trial = copied(self.table)
        for seat, action in choices:
            trial.play(seat, action)

    def play(self, seq: int, choices: Choices, note: bool = False) -> StepEvents:
        """Let these choices reach the table; `note` what is needed to take them back."""
        before, lines = copied(self.table) if note else self.table, []
        for seat, action in choices:
            self.table.play(seat, action)
            self.actions.append({"seat": seat, "action": action})
            self.fresh[seat] = seq
            lines.append(lines_of(self.table))
        self.drafts.clear()
        self._note_changes(seq)
        if note:
            self.past.note(Moment(seq, choices, before), self.table)
        return StepEvents(self.table.game, np.concatenate(lines))

    def follow(self, seat: int, action: Json) -> tuple[str, StepEvents | None]:
        """Take the next action of a recorded game: its kind, and what happened unless it is a draft."""
        did = self.kind_of(seat, action)
        if did == "draft":
            self.draft(seat, action)
            return did, None
        return did, self.play(0, self.choices(seat, action) if did == "reveal" else [(seat, action)])

    def take_back(self, seq: int, to: int) -> None:
        """As it was before step `to`."""
        moments = self.past.from_step(to)
        self.table = copied(moments[0].before)
        del self.actions[len(self.actions) - sum(len(moment.choices) for moment in moments) :]
        self.drafts.clear()
        self.fresh = [seq] * self.table.seats
        self.legal_before = self._legal_ids()

    def _note_changes(self, seq: int) -> None:
        legal = self._legal_ids()
        for seat, ids in enumerate(legal):
            if ids != self.legal_before[seat]:
                self.fresh[seat] = seq
        self.legal_before = legal

    def _legal_ids(self) -> list[list[int]]:
        return [self.table.legal_ids(seat) for seat in range(self.table.seats)]
