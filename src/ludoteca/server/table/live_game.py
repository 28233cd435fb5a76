"""The game at a table: the core's table, the choices not yet revealed, and the actions taken."""

from ludoteca.archive.recorded_steps import PlayedStep, Taken, carried_out
from ludoteca.core.simultaneous import chosen_in_secret
from ludoteca.core.table import Table
from ludoteca.server.store.models import Json
from ludoteca.server.table.entries import Act, Draft, Reveal
from ludoteca.server.table.step_events import StepEvents, events_of
from ludoteca.server.table.take_back import TakeBackHistory

Kind = type[Act] | type[Draft] | type[Reveal]


class LiveGame:
    """A game from its deal on. Where all choose in secret, choices wait as drafts until the last is made.

    No table is changed in place: a step puts the next one there, so threads may go on reading the last.
    """

    def __init__(self, table: Table, seq: int, practice: bool = False) -> None:
        self.table = table
        self.drafts: dict[int, Json] = {}
        self.actions: list[Taken] = []  # all that reached the table
        self.changed_at = [seq] * table.seats  # the step that last changed what a seat may do
        self.legal_ids = self._legal_ids()  # what each seat may do now
        self.take_backs = TakeBackHistory(practice)

    def stale(self, seat: int, seq: int) -> bool:
        """Has the seat's own situation changed after step `seq`?"""
        return seq < self.changed_at[seat]

    def waited_for(self) -> set[int]:
        """The seats that are to act and have not chosen."""
        return set(self.table.to_act) - self.drafts.keys()

    def waits_for(self, seat: int) -> bool:
        return seat in self.waited_for()

    def try_action(self, seat: int, action: Json) -> tuple[Kind, PlayedStep | None]:
        """What kind of entry this action is, and what it leads to unless others still have to choose.

        It is carried out on a copy of the table. IllegalAction if the seat may not do it.
        """
        alone = carried_out(self.table, [(seat, action)])
        if not chosen_in_secret(alone.before, alone.after):
            return Act, alone
        if not set(self.table.to_act) - {seat} <= self.drafts.keys():
            return Draft, None
        return Reveal, carried_out(self.table, self.choices(seat, action))

    def draft(self, seat: int, action: Json) -> None:
        self.drafts[seat] = action

    def choices(self, seat: int, action: Json) -> list[Taken]:
        """What all have chosen, with the last choice."""
        return sorted((self.drafts | {seat: action}).items())

    def play(self, seq: int, played: PlayedStep, can_be_taken_back: bool = False) -> StepEvents:
        """Let what was carried out on a copy become the game."""
        if played.before is not self.table:
            raise ValueError(f"step {seq} was carried out on another table")
        self.table = played.after
        self.actions += played.taken
        for seat, _ in played.taken:
            self.changed_at[seat] = seq
        self.drafts.clear()
        self._note_changes(seq)
        if can_be_taken_back:
            self.take_backs.note(seq, played)
        return events_of(played)

    def take_back(self, seq: int, to: int) -> None:
        """As it was before step `to`."""
        taken_back = self.take_backs.from_step(to)
        self.table = taken_back[0].before
        del self.actions[len(self.actions) - sum(len(played.taken) for played in taken_back) :]
        self.drafts.clear()
        self.changed_at = [seq] * self.table.seats
        self.legal_ids = self._legal_ids()

    def _note_changes(self, seq: int) -> None:
        legal = self._legal_ids()
        for seat, ids in enumerate(legal):
            if ids != self.legal_ids[seat]:
                self.changed_at[seat] = seq
        self.legal_ids = legal

    def _legal_ids(self) -> list[list[int]]:
        return [self.table.legal_ids(seat) for seat in range(self.table.seats)]
