"""A study of a game: its length, its scores, who leads and who wins, what is luck, what winners do."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core.executors import in_order, local_processes
from ludoteca.core.game import game
from ludoteca.lab.match import AT_WORK, close_workers
from ludoteca.lab.standings import Mean, Share
from ludoteca.lab.study_figures import Luck, Spread, from_sums, mean_of, share, spread, variance_shares
from ludoteca.lab.study_games import Study, action_kinds
from ludoteca.lab.study_rules import rules_of_events
from ludoteca.lab.study_sums import WAYS, Chunk, added, play_chunk

Values = npt.NDArray[Any]

SIMPLE_DEALS, SEARCHED_DEALS = 250, 1  # of a chunk
BLOCKS = 20  # of deals, each left out in turn: so the luck's error is found
ROUNDED = 1e-9


def run(
    study: Study,
    workers: int = 1,
    progress: Callable[[int], None] = lambda games: None,
    executor: Executor | None = None,
) -> "Studied":
    """Play a study on so many cores, or by an executor. The same seed gives the same figures everywhere."""
    chunks: list[Chunk] = []
    with nullcontext(executor) if executor else local_processes(workers) as at_work:
        try:
            for chunk in in_order(at_work, partial(play_chunk, study), chunks_of(study)):
                chunks.append(chunk)
                progress(chunk.sums.games)
        finally:
            close_workers([*AT_WORK])
    return Studied(study, added(chunks))


def chunks_of(study: Study) -> Iterator[range]:
    size = SIMPLE_DEALS if study.simple else SEARCHED_DEALS
    for start in range(0, study.deals, size):
        yield range(start, min(start + size, study.deals))


@dataclass(frozen=True)
class Mark:
    """A kind of event or action: how often it comes in a game, and how winners differ in it."""

    name: str
    kind: str  # event or action
    rules: tuple[str, ...]  # sentences of RULES.md whose code tells this event
    a_game: float
    games_with: float  # share
    winners: float  # a seat and game
    others: float
    difference: Mean

    @property
    def clear(self) -> bool:
        """Is the difference clear of zero, by more than sums of fractions are rounded?"""
        interval = self.difference.interval
        return interval is not None and min(map(abs, interval)) > ROUNDED and interval[0] * interval[1] > 0


@dataclass(frozen=True)
class Studied:
    """The results of a study."""

    study: Study
    games: Chunk

    @cached_property
    def higher_is_better(self) -> bool:
        """Do winners have more points than others? Alone, more is better."""
        won, scores = self.games.winners > 0, self.games.scores
        if self.study.seats == 1 or won.all() or not won.any():
            return True
        return bool(scores[won].mean() > scores[~won].mean())

    @property
    def way(self) -> int:
        return WAYS.index("most" if self.higher_is_better else "fewest")

    @property
    def shares(self) -> Values:
        """Of the victory, by game and seat."""
        won = self.games.winners > 0
        shares: Values = won / np.maximum(1, won.sum(1, keepdims=True))
        return shares

    @cached_property
    def bot_numbers(self) -> Values:
        """By turn and seat: the place of its bot among the names."""
        names = self.names
        return np.array(
            [[names.index(bot) for bot in self.study.lineup(turn)] for turn in range(self.study.repeats)]
        )

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(self.study.bots))

    def by_deal(self, values: Values) -> Values:
        """Figures by deal, turn and seat."""
        return values.reshape(self.study.deals, self.study.repeats, -1)

    # Length

    def length(self) -> Spread:
        """Decisions of a game."""
        return spread(self.by_deal(self.games.decisions.sum(1)))

    # Scores and victories

    def scores(self, bot: str) -> Spread:
        return spread(self.of_bot(self.games.scores, bot))

    def victories(self, bot: str) -> Share:
        """The share of the victory that a seat of this bot gets."""
        return share(self.of_bot(self.shares, bot).mean(1))

    def of_bot(self, values: Values, bot: str) -> Values:
        """By deal, what this bot's seats have in all turns; it has equally many in every deal."""
        chosen = self.bot_numbers == self.names.index(bot)
        return self.by_deal(values)[:, chosen]

    def seat_victories(self, seat: int) -> Share:
        return share(self.by_deal(self.shares)[:, :, seat].mean(1))

    def seat_score(self, seat: int) -> Mean:
        return mean_of(self.by_deal(self.games.scores)[:, :, seat].mean(1))

    def margin(self) -> Spread | None:
        """How far the best score is from the second best."""
        if self.study.seats == 1:
            return None
        ordered = np.sort(self.games.scores, axis=1)
        first, second = (-1, -2) if self.higher_is_better else (0, 1)
        return spread(self.by_deal(np.abs(ordered[:, first] - ordered[:, second])))

    # Comebacks

    def leaders_win(self) -> list[float]:
        """At each moment: how often who leads then wins in the end."""
        return (self.games.sums.leaders[self.way] / self.study.games).tolist()

    def comebacks(self) -> Share:
        """The share of games that somebody wins who was behind at half time."""
        total, squares = self.games.sums.half_time[self.way]
        found = from_sums(self.study.deals, total, squares)
        return Share(1 - found.mean, found.error)

    def lead_changes(self) -> float:
        return float(self.games.sums.lead_changes[self.way] / self.study.games)

    # Luck

    def luck(self) -> Luck:
        """The split of the variance, with errors by leaving out blocks of deals in turn."""
        scores = self.by_deal(self.games.scores).astype(float)
        whole = variance_shares(scores, self.bot_numbers)
        blocks = min(BLOCKS, self.study.deals)
        kept = [np.arange(self.study.deals) % blocks != block for block in range(blocks)]
        without = np.array([variance_shares(scores[keep], self.bot_numbers) for keep in kept])
        error = np.sqrt((blocks - 1) / blocks * np.square(without - without.mean(0)).sum(0))
        return Luck(*(Share(float(one), float(other)) for one, other in zip(whole, error, strict=True)))

    # What happened, and what winners did differently

    def marks(self) -> list[Mark]:
        """All kinds of events and actions that came up, the most frequent first."""
        names = [*self.event_names(), *(("action", kind, ()) for kind in action_kinds(self.study.game)[0])]
        found = [self.mark(number, *name) for number, name in enumerate(names)]
        return sorted((mark for mark in found if mark.a_game > 0), key=lambda mark: -mark.a_game)

    def event_names(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        rules = rules_of_events(self.study.game)
        for kind in game(self.study.game).notation.EVENTS:
            yield "event", kind.name, rules.get(kind.name, ())

    def mark(self, number: int, kind: str, name: str, rules: tuple[str, ...]) -> Mark:
        sums, games = self.games.sums, self.study.games
        deals, winners, others, difference, squares = sums.compared[:, number].tolist()
        counted = max(1.0, deals)
        return Mark(
            name, kind, rules, float(sums.marks[number] / games), float(sums.games_with[number] / games),
            winners / counted, others / counted, from_sums(int(deals), difference, squares),
        )  # fmt: skip
