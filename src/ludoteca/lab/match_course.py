"""The course of a match: deals as they come, kept on disk, until all are played or the match knows enough."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from ludoteca.core.errors import BadOptions
from ludoteca.lab.match import Deal, Failure, Played
from ludoteca.lab.match_file import MatchFile

MOST_FAILURES = 10  # deals in a row that a program may spoil


class Rule(Protocol):
    """When to stop before all deals are played."""

    def enough(self, games: Sequence[Played]) -> bool:
        """Take in the games of one more deal; is it enough?"""


@dataclass
class Course:
    """What has been played."""

    games: list[Played] = field(default_factory=list)
    deals: int = 0  # that count
    failures: list[Failure] = field(default_factory=list)

    def add(self, deal: Deal) -> None:
        if deal.failure:
            self.failures.append(deal.failure)
        else:
            self.games += deal.games
            self.deals += 1


@dataclass
class Limits:
    """What may end a match early."""

    rule: Rule | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        self.until = None if self.minutes is None else time.monotonic() + 60 * self.minutes

    def reached(self, deal: Deal) -> bool:
        known = self.rule is not None and not deal.failure and self.rule.enough(deal.games)
        return known or (self.until is not None and time.monotonic() > self.until)


def follow(
    before: Sequence[Deal],
    new: Iterable[Deal],
    limits: Limits,
    kept: MatchFile | None = None,
    progress: Callable[[int], None] = lambda deals: None,
) -> Course:
    """Take in deals, those played before first, until there are no more or a limit is reached.

    A deal in which a program failed does not count; many in a row, or nothing else, end the match.
    """
    course, in_a_row = Course(), 0
    for number, deal in enumerate(chain(before, new)):
        if kept and number >= len(before):
            kept.add(deal)
        course.add(deal)
        progress(1)
        in_a_row = in_a_row + 1 if deal.failure else 0
        if in_a_row == MOST_FAILURES or limits.reached(deal):
            break
    if in_a_row == MOST_FAILURES or not course.games:
        raise BadOptions("bad_program", course.failures[-1].why)
    return course
