"""What may be taken back: the moves since chance or hidden cards last told somebody something."""

from dataclasses import dataclass

from ludoteca.core.simultaneous import same_chance
from ludoteca.core.table import Table
from ludoteca.server.table.secrecy import Choices, shows_nothing


@dataclass(frozen=True)
class Moment:
    """A step, what was played in it, and the table before."""

    seq: int
    choices: Choices
    before: Table


class TakeBackHistory:
    """The moments since the last deal or roll, and from which of them on nothing hidden was shown."""

    def __init__(self) -> None:
        self.forget()

    def note(self, moment: Moment, after: Table) -> None:
        if same_chance(moment.before, after):
            self.moments.append(moment)
        else:
            self.forget()

    def forget(self) -> None:
        self.moments: list[Moment] = []
        self.looked_at = 0  # so many were asked whether they showed something,
        self.shown = 0  # and the last that did is the one before this

    def last_of(self, seat: int) -> int | None:
        """The last step of this seat that may be taken back."""
        self._look(seat)
        open_moments = reversed(self.moments[self.shown :])
        return next((moment.seq for moment in open_moments if acted(moment, seat)), None)

    def from_step(self, seq: int) -> list[Moment]:
        """The moments from this step on, which are gone now."""
        taken = [moment for moment in self.moments if moment.seq >= seq]
        del self.moments[len(self.moments) - len(taken) :]
        self.looked_at = min(self.looked_at, len(self.moments))
        self.shown = min(self.shown, len(self.moments))
        return taken

    def _look(self, viewer: int) -> None:
        """Only when somebody asks: a table that is read from its log need not look at every step."""
        for moment in self.moments[self.looked_at :]:
            self.looked_at += 1
            if not shows_nothing(moment.before, moment.choices, viewer):
                self.shown = self.looked_at


def acted(moment: Moment, seat: int) -> bool:
    return any(actor == seat for actor, _ in moment.choices)
