"""Stopping a match when it knows: a sequential test over deals, or an interval of a width asked for.

Two claims are tested: a bot's share of victories is `share` or less, or it is `share + gain` or more. After
every deal a bet is placed against each claim; one that multiplies its stake by 1 / error has refuted its
claim. A true claim is ever refuted with that probability at most (Ville's inequality), however the scores
of deals between 0 and 1 are spread. Where deals are won or lost, this is Wald's sequential probability
ratio test, except that the stakes follow the scores seen so far.
"""

import math
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludoteca.core.errors import BadOptions
from ludoteca.lab.match import Match, Played, seatings_of
from ludoteca.lab.standings import joined, share_by_deal, share_of

PRIOR = 10  # deals that the first guess of the spread counts for
BOLDEST = 0.5  # of the stake at which one deal could lose everything
FEWEST = 30  # deals before an interval is trusted
LOOKS = 20  # an interval is computed again when so many parts more have been played


class Verdict(StrEnum):
    BETTER = "better"
    NOT_BETTER = "not_better"
    UNDECIDED = "undecided"


class Bet:
    """Wealth that grows if the mean of what comes is more than `mean`, and is expected to shrink if not."""

    def __init__(self, mean: float, gain: float) -> None:
        self.mean = mean
        self.gain = gain
        self.log_wealth = 0.0
        self.count = float(PRIOR)
        self.squares = PRIOR * mean * (1 - mean)
        self.ahead = 0.0

    def add(self, scores: Sequence[float]) -> None:
        """Bet on deals that together give every seat its turn.

        The stake depends on earlier scores alone: that is why the error rate holds. All of these deals have
        the same stake, so a seat may be worth more than `mean` if another is worth less: the product of what
        seats are expected to bring is largest where all are worth the same.
        """
        expected = max(self.gain, self.ahead / self.count)
        stake = min(BOLDEST / self.mean, expected * self.count / self.squares)
        above = [score - self.mean for score in scores]
        self.log_wealth += sum(math.log1p(stake * each) for each in above)
        self.count += len(above)
        self.squares += sum(each**2 for each in above)
        self.ahead += sum(above)


@dataclass(frozen=True)
class Sprt:
    """What to decide, and how often it may be decided wrongly."""

    bot: str
    share: float  # refuted if the bot is better
    gain: float  # not better: less than the share and this
    alpha: float = 0.05  # the risk of calling it better if its share is no more than `share`
    beta: float = 0.05  # the risk of calling it not better if its share is `share + gain` or more

    def __post_init__(self) -> None:
        if not 0 < self.share < self.share + self.gain < 1:
            told = f"{100 * self.share:g} and {100 * (self.share + self.gain):g} %"
            raise BadOptions("bad_shares", f"the shares compared lie between 0 and 100 %, not {told}")


class SprtCourse:
    """The test while deals come in."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.better = Bet(sprt.share, sprt.gain)
        self.not_better = Bet(1 - sprt.share - sprt.gain, sprt.gain)

    def add(self, scores: Sequence[float]) -> None:
        """Scores of deals that together give every seat its turn."""
        self.better.add(scores)
        self.not_better.add([1 - score for score in scores])

    @property
    def verdict(self) -> Verdict:
        if self.better.log_wealth >= -math.log(self.sprt.alpha):
            return Verdict.BETTER
        if self.not_better.log_wealth >= -math.log(self.sprt.beta):
            return Verdict.NOT_BETTER
        return Verdict.UNDECIDED


class SprtRule:
    """Ends a match as soon as the test has decided."""

    def __init__(self, match: Match, sprt: Sprt) -> None:
        self.course = SprtCourse(sprt)
        self.seatings = len(seatings_of(match, 0)) if not match.once else rotation_of(match)
        self.once = match.once
        self.waiting: dict[int, deque[float]] = defaultdict(deque)

    def enough(self, games: Sequence[Played]) -> bool:
        """Take in the games of a deal.

        With one seating a deal, deals count when all seatings had their turn: no seat may look like skill.
        """
        met, bot = joined(games), self.course.sprt.bot
        score = sum(share_of(played, bot) for played in met) / len(met)
        if not self.once:
            self.course.add([score])
        else:
            self._add_in_turn(games[0].deal % self.seatings, score)
        return self.course.verdict != Verdict.UNDECIDED

    def _add_in_turn(self, seating: int, score: float) -> None:
        self.waiting[seating].append(score)
        if len(self.waiting) == self.seatings and all(self.waiting.values()):
            self.course.add([each.popleft() for each in self.waiting.values()])


def rotation_of(match: Match) -> int:
    """After how many deals of one seating each all seatings have had their turn."""
    first = seatings_of(match, 0)
    number = 1
    while seatings_of(match, number) != first:
        number += 1
    return number


def sprt_of(
    match: Match, gain: float, share: float | None = None, alpha: float = 0.05, beta: float = 0.05
) -> Sprt:
    """Is the first bot better than its even share, or than the share given?"""
    if len(set(match.names)) != 2:
        raise BadOptions("sprt_of_two", f"a sequential test compares two bots, not {len(set(match.names))}")
    bot = match.bots[0]
    return Sprt(bot, even_share_of(match, bot) if share is None else share, gain, alpha, beta)


def even_share_of(match: Match, bot: str) -> float:
    """What the bot's seats alone would give it; bots that play alone are compared two by two."""
    lineup = next(one for one in match.lineups() if bot in one)
    return lineup.count(bot) / len(lineup) if match.seats > 1 else 0.5


class WidthRule:
    """Ends a match when the 95 % interval of every bot's share of victories is narrow enough."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.scores: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self.deals = 0
        self.next_look = FEWEST

    def enough(self, games: Sequence[Played]) -> bool:
        for played in joined(games):
            for bot in {*played.lineup}:
                self.scores[bot].append((played.deal, share_of(played, bot)))
        self.deals += 1
        if self.deals < self.next_look:
            return False
        self.next_look += max(1, self.deals // LOOKS)
        return all(self._narrow(scores) for scores in self.scores.values())

    def _narrow(self, scores: list[tuple[int, float]]) -> bool:
        low, high = share_by_deal(scores).interval or (0.0, 1.0)
        return high - low <= self.width
