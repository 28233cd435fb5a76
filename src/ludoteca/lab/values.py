"""The values that a review is made of, each from so many playouts, keyed so that they repeat."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.archive.recorded_steps import Step
from ludoteca.bots import search as s
from ludoteca.bots.evaluate import NEVER, Plan
from ludoteca.bots.levels import manners_of
from ludoteca.core import chance
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game, same
from ludoteca.core.table import Table
from ludoteca.lab import value_playouts as a

Values = npt.NDArray[np.float64]  # by measure: the share of the victory, the score
NOTHING = np.zeros((0, 2), dtype=np.int64)
NO_LOSS = 0.0, 0.0, 0.0
REDRAWN = 16  # so often chance is tried again to see whether it showed a seat anything
SURE = 2.0  # standard errors

# So many times the playouts of a candidate; plain rules are too slow for it.
FINER = 1 if PLAIN else 4  # luck and own play are small differences of values
SURER = 1 if PLAIN else 10  # to tell whether the best candidate is better than what was played


@dataclass(frozen=True)
class Judgement:
    """A decision: what was played, what would have been best, and what that costs as the bots judge.

    What was played is best, and costs nothing, unless something else is better by more than chance.
    """

    played: int
    best: int
    candidates: int
    loss: float
    spread: float  # of the worth of single playouts: how much is open at this moment


@dataclass(frozen=True)
class Choice(Judgement):
    """A decision, and the seat's chances with it, with the best, and with the simple play of the playouts."""

    simple_value: Values
    played_value: Values
    best_value: Values


class ValueEstimator:
    """Judges moments of one game. It knows the truth, and looks at each moment with one seat's eyes."""

    def __init__(self, game: Game, playouts: int, key: object) -> None:
        self.game = game
        self.key = key
        self.plan = Plan(playouts, None, False, False, *manners_of(game))
        self.states = np.zeros(s.RECORDS, dtype=game.record)
        self.actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
        self.rng = np.zeros(s.WHIMS, dtype=np.int64)

    def values(self, table: Table, viewer: int, moment: int, step: Step | None = None) -> Values:
        """What each seat can expect, as the viewer sees it: NOBODY in a game that hides nothing.

        With a step, the mean over what chance could have made of it.
        """
        if step is None and table.over:
            return np.array([result(table, seat) for seat in range(table.seats)])
        return self._appraise(table, viewer, moment, NOTHING if step is None else ids_of(step), 0)

    def values_of_deal(self, table: Table, viewer: int) -> Values:
        """The same before anything was dealt."""
        options = table.position().get("options", {})
        blank = Table(self.game, self.game.blank(table.seats, options))
        return self._appraise(blank, viewer, 0, NOTHING, 1)

    def choice(self, table: Table, seat: int, played: int, moment: int) -> Choice:
        """Judge a decision by what the seat could see; its values are taken in worlds of their own."""
        judged = self.judge(table, seat, played, moment)
        self._look_at(table, seat, moment, "value")
        simple, own, best = self._compare(seat, played, judged.best)
        return Choice(**vars(judged), simple_value=simple, played_value=own, best_value=best)

    def judge(self, table: Table, seat: int, played: int, moment: int) -> Judgement:
        """The same without the chances, which take longest."""
        self._look_at(table, seat, moment)
        count = s.list_candidates(self.states, seat, self.actions)
        candidates = list(dict.fromkeys([played, *self.actions[:count].tolist()]))
        best = candidates[best_of(self._search(seat, candidates))]
        self._look_at(table, seat, moment, "again")
        apart, error, spread = self._duel(seat, played, best) if best != played else NO_LOSS
        if apart > SURE * error:
            return Judgement(played, best, len(candidates), apart, spread)
        return Judgement(played, played, len(candidates), 0.0, spread)

    def warm_up(self, step: Step, seat: int) -> None:
        """Do once all that can be asked of a moment, whether it has a choice or not."""
        action = ids_of(step)[0, 1]
        self.values(step.before, seat, 0, step)
        self.values_of_deal(step.before, seat)
        self.choice(step.before, seat, action, 0)
        self._duel(seat, action, action)
        result(step.before, seat)

    # The compiled work

    def _look_at(self, table: Table, seat: int, moment: int, once: str = "once") -> None:
        self.states[s.START] = table.states[0]
        start = self.states[s.START]
        start.listening = 0
        start.news_count = 0
        written = f"review {self.key} {moment} {seat} {once}"
        chance.rekey(start, hashlib.sha256(written.encode()).digest())

    def _appraise(self, table: Table, seat: int, moment: int, taken: Any, fresh: int) -> Values:
        self._look_at(table, seat, moment)
        sums = np.zeros((table.seats, a.MEASURES))
        plan = self._planned(FINER)
        a.appraise(self.states, seat, taken, fresh, plan, sums, self.actions, self.rng)
        return sums / plan[s.BUDGET]

    def _search(self, seat: int, candidates: Sequence[int]) -> Values:
        """The notes of a search that tries all candidates in the same worlds."""
        notes, tried = np.zeros((len(candidates), s.NOTES)), np.array(candidates, dtype=np.int32)
        plan = self._planned(len(candidates))
        s.search(self.states, seat, tried, plan, notes, self.actions, self.rng, NEVER)
        return notes

    def _duel(self, seat: int, played: int, best: int) -> tuple[float, float, float]:
        """How far what was played is behind, the error of that, and the spread of single playouts."""
        notes, rivals = np.zeros((2, s.NOTES)), np.array([played, best], dtype=np.int32)
        plan = self._planned(SURER)
        squares = a.duel(self.states, seat, rivals, plan, notes, self.actions, self.rng)
        means = notes[:, s.WORTH] / plan[s.BUDGET]
        spreads = deviation(notes[:, s.SQUARES], means, plan[s.BUDGET])
        apart = means[1] - means[0]
        error = deviation(squares, apart, plan[s.BUDGET]) / plan[s.BUDGET] ** 0.5
        return float(apart), float(error), float(spreads.max())

    def _compare(self, seat: int, played: int, best: int) -> Values:
        """The seat's values with simple play, with what was played, and with the best."""
        different = np.array(list(dict.fromkeys([played, best])), dtype=np.int32)
        sums = np.zeros((1 + len(different), a.MEASURES))
        plan = self._planned(FINER)
        a.compare(self.states, seat, different, plan, sums, self.actions, self.rng)
        return sums[[0, 1, len(different)]] / plan[s.BUDGET]

    def _planned(self, times: int) -> npt.NDArray[np.int64]:
        """The plan with so many times the playouts."""
        plan = self.plan.numbers()
        plan[s.BUDGET] *= times
        return plan


def best_of(notes: Values) -> int:
    """The candidate with the highest worth; the first, which was played, if none is higher."""
    return int(notes[:, s.WORTH].argmax())


def deviation(squares: Any, mean: Any, number: int) -> Any:
    """The standard deviation of so many values, from the sum of their squares and their mean."""
    return np.sqrt(np.maximum(0.0, squares / number - mean**2))


def result(table: Table, seat: int) -> Values:
    winners = table.winners
    share = 1 / len(winners) if seat in winners else 0.0
    return np.array([share, table.scores[seat]], dtype=np.float64)


def ids_of(step: Step) -> npt.NDArray[np.int64]:
    read = step.before.game.notation.read_action
    return np.array([(seat, read(action)) for seat, action in step.taken], dtype=np.int64)


def open_to_all(table: Table) -> bool:
    """Does this game hide nothing at all?"""
    return all(same(table.view(seat), table.position()) for seat in range(table.seats))


def redrawn(step: Step, key: object) -> list[Table] | None:
    """The table after the step as it could have been; None if chance had no part in it.

    What came is not among them: else what is rare would be found to be chance more often than what is not.
    """
    tables, taken = [], ids_of(step)
    for number in range(REDRAWN):
        states = step.before.states.copy()
        chance.rekey(states[0], hashlib.sha256(f"redrawn {key}".encode()).digest())
        a.take_once_more(states, taken, number)
        tables.append(Table(step.before.game, states))
    return tables if any(differs(table, tables[0]) for table in tables) else None


def differs(one: Table, other: Table) -> bool:
    return one.position() != other.position()
