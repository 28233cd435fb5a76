"""What a finished game says of those who played it: openskill's Bradley-Terry model, teams of one.

Each place is compared with the places next to it. Taking all pairs of a large table for games of their own
would make ratings too sure, and the Plackett-Luce model stretches the scale as tables get larger.

On the scale that is shown, 400 points are odds of ten to one between two players, as everywhere with Elo;
the level in the middle has 1500. `±` is the half width of a 95 % interval.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

MEAN, SPREAD = 25.0, 25 / 3
BETA = SPREAD / 2
DRIFT = SPREAD / 50  # by which skill may change from one game to the next: benchmarks/ratings.py compares
SHOWN_MEAN = 1500
SHOWN_POINT = 400 / 2.302585093 / (2**0.5 * BETA)  # points for one of openskill's


class Skill(NamedTuple):
    """How strong a player is, and how sure that is."""

    mean: float = MEAN
    deviation: float = SPREAD

    @property
    def shown(self) -> int:
        return round(SHOWN_MEAN + (self.mean - MEAN) * SHOWN_POINT)

    @property
    def uncertainty(self) -> int:
        return round(1.96 * self.deviation * SHOWN_POINT)


def anchor(shown: float) -> Skill:
    """A bot whose strength was measured."""
    return Skill(MEAN + (shown - SHOWN_MEAN) / SHOWN_POINT, SPREAD / 20)


def after_game(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """The skills after a game; the lowest rank is best, and equal ranks are a draw."""
    model = bradley_terry()
    teams = [[model.rating(mu=skill.mean, sigma=skill.deviation)] for skill in skills]
    rated = model.rate(teams, ranks=list(map(float, ranks)))
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


@cache
def bradley_terry() -> Any:
    from openskill.models import BradleyTerryPart  # here: only who rates a game waits for it

    return BradleyTerryPart(mu=MEAN, sigma=SPREAD, beta=BETA, tau=DRIFT, limit_sigma=False)


def ranks_of(scores: Sequence[int], winners: Sequence[int], better: int) -> list[int]:
    """The place of each seat, 0 for the winners; `better` is 1 if more is better, else -1."""
    keys = [(seat not in winners, -better * score) for seat, score in enumerate(scores)]
    ordered = sorted(keys)
    return [ordered.index(key) for key in keys]
