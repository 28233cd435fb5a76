"""What may be taken back: the moves since chance or hidden cards last told somebody something."""

from dataclasses import dataclass

from ludoteca.core.table import Table
from ludoteca.server.hidden import Choices, same_chance, shows_nothing


@dataclass(frozen=True)
class Moment:
    """A step, what was played in it, and the table before."""

    seq: int
    choices: Choices
    before: Table


class Past:
    """The moments since the last deal or roll, and from which of them on nothing hidden was shown."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.shown = 0

    def note(self, moment: Moment, after: Table, viewer: int) -> None:
        if not same_chance(moment.before, after):
            self.forget()
            return
        self.moments.append(moment)
        if not shows_nothing(moment.before, moment.choices, viewer):
            self.shown = len(self.moments)

    def forget(self) -> None:
        self.moments, self.shown = [], 0

    def last_of(self, seat: int) -> int | None:
        """The last step of this seat that may be taken back."""
        open_moments = reversed(self.moments[self.shown :])
        return next((moment.seq for moment in open_moments if acted(moment, seat)), None)

    def from_step(self, seq: int) -> list[Moment]:
        """The moments from this step on, which are gone now."""
        taken = [moment for moment in self.moments if moment.seq >= seq]
        del self.moments[len(self.moments) - len(taken) :]
        self.shown = min(self.shown, len(self.moments))
        return taken


def acted(moment: Moment, seat: int) -> bool:
    return any(actor == seat for actor, _ in moment.choices)
