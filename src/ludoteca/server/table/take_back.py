"""What may be taken back: the moves since chance or hidden cards last told something; in practice all."""

from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.core.simultaneous import same_chance
from ludoteca.server.table.secrecy import shows_nothing


class TakeBackHistory:
    """The steps since the last deal or roll, and from which of them on nothing hidden was shown.

    In practice all steps: chance lies in the table that is put back, so it brings the same again.
    """

    def __init__(self, practice: bool = False) -> None:
        self.practice = practice
        self.forget()

    def note(self, seq: int, played: PlayedStep) -> None:
        if self.practice or same_chance(played.before, played.after):
            self.steps.append((seq, played))
        else:
            self.forget()

    def forget(self) -> None:
        self.steps: list[tuple[int, PlayedStep]] = []  # each with its number
        self.checked = 0  # so many were asked whether they showed something hidden,
        self.shown = 0  # and the last that did is the one before this

    def last_of(self, seat: int) -> int | None:
        """The last choice of this seat that may be taken back; what was forced after it goes with it."""
        self._check(seat)
        still_open = reversed(self.steps[self.shown :])
        return next((seq for seq, played in still_open if chose(played, seat)), None)

    def played(self, seq: int) -> PlayedStep | None:
        """What was done in a step, if it is the last that may be taken back."""
        return self.steps[-1][1] if self.steps and self.steps[-1][0] == seq else None

    def from_step(self, first: int) -> list[PlayedStep]:
        """The steps from this one on, which are gone now."""
        taken_back = [played for seq, played in self.steps if seq >= first]
        if not taken_back:
            raise ValueError(f"no step from {first} on can be taken back")
        del self.steps[len(self.steps) - len(taken_back) :]
        self.checked = min(self.checked, len(self.steps))
        self.shown = min(self.shown, len(self.steps))
        return taken_back

    def _check(self, viewer: int) -> None:
        """Only when somebody asks: a table that is read from its log need not check every step."""
        for _, played in self.steps[self.checked :]:
            self.checked += 1
            if not (self.practice or shows_nothing(played, viewer)):
                self.shown = self.checked


def chose(played: PlayedStep, seat: int) -> bool:
    """Did this seat act, and could it have acted otherwise? Else the same move would be forced again."""
    moments = zip(played.taken, played.tables)
    return any(actor == seat and len(table.legal_ids(seat)) > 1 for (actor, _), table in moments)
