"""A game that today's rules do not lead to where its log says: it is shown as it was kept, never otherwise.

Either the rules of the game have changed since, or its log is damaged. Nothing here asks the rules: who sat
where, what was said and which actions were taken can be read without them.
"""

import msgspec

from ludoteca.archive.recorded_steps import Taken
from ludoteca.server.schemas import Why
from ludoteca.server.store.models import Json
from ludoteca.server.table.entries import Act, Change, Draft, Reveal, Start, TakeBack


class UnplayableGame(msgspec.Struct):
    """What is kept of such a game."""

    why: Why
    result: Json | None = None  # how it ended; none if it was still running
    rules: int = 1
    dealt: bool = False
    drafts: dict[int, Json] = {}
    taken: list[tuple[int, Taken]] = []  # each action with the step that brought it to the table

    @property
    def begun(self) -> bool:
        return self.dealt or self.result is not None

    @property
    def actions(self) -> list[Taken]:
        return [taken for _, taken in self.taken]

    def note(self, seq: int, change: Change) -> None:
        match change:
            case Start():
                self.dealt, self.rules = True, change.rules
            case Draft():
                self.drafts[change.seat] = change.action
            case Act():
                self._play(seq, [change.taken])
            case Reveal():
                self._play(seq, sorted((self.drafts | {change.seat: change.action}).items()))
            case TakeBack():
                self.taken = [(when, taken) for when, taken in self.taken if when < change.to]
                self.drafts.clear()
            case _:
                pass

    def _play(self, seq: int, actions: list[Taken]) -> None:
        self.taken += [(seq, taken) for taken in actions]
        self.drafts.clear()
