"""The values that a review is made of, each from so many playouts, keyed so that they repeat."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import search as s
from ludoteca.bots.levels import manners_of
from ludoteca.bots.mind import NEVER, Plan
from ludoteca.core import chance
from ludoteca.core.game import Game
from ludoteca.core.record import NOBODY
from ludoteca.core.table import Table
from ludoteca.lab import appraising as a
from ludoteca.lab.steps import Step

Values = npt.NDArray[np.float64]  # by measure: the share of the victory, the score
NOTHING = np.zeros((0, 2), dtype=np.int64)
REDRAWN = 3  # so often chance is tried again to see whether it showed a seat anything
SURE = 2.0  # standard errors
FINER = 4  # so many times the playouts of a decision: luck is the small difference of two values


@dataclass(frozen=True)
class Judgement:
    """A decision: what was played, what would have been best, and what that costs as the bots judge.

    What was played is best unless something else is better by more than chance.
    """

    played: int
    best: int
    candidates: int
    loss: float  # in other worlds than those where the best was found: by chance it may be negative
    spread: float  # of the worth of single playouts: how much is open at this moment


@dataclass(frozen=True)
class Choice(Judgement):
    """A decision, and what it changed of the seat's chances."""

    played_value: Values
    best_value: Values


class Appraiser:
    """Judges moments of one game. It knows the truth, and looks at each moment with one seat's eyes."""

    def __init__(self, game: Game, playouts: int, key: object) -> None:
        self.game = game
        self.key = key
        self.plan = Plan(playouts, None, False, False, *manners_of(game))
        self.states = np.zeros(s.RECORDS, dtype=game.record)
        self.actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
        self.whim = np.zeros(s.WHIMS, dtype=np.int64)

    def value(self, table: Table, seat: int, moment: int, step: Step | None = None) -> Values:
        """What the table is worth to a seat; with a step, the mean over what chance could have made of it."""
        if step is None and table.over:
            return result(table, seat)
        return self._appraise(table, seat, moment, NOTHING if step is None else ids_of(step), 0)[seat]

    def values(self, table: Table, moment: int, step: Step | None = None) -> Values:
        """The same for all seats at once, in a game that hides nothing."""
        if step is None and table.over:
            return np.array([result(table, seat) for seat in range(table.seats)])
        return self._appraise(table, NOBODY, moment, NOTHING if step is None else ids_of(step), 0)

    def value_of_deal(self, table: Table) -> Values:
        """What each seat can expect before the cards are dealt."""
        options = table.position().get("options", {})
        blank = Table(self.game, self.game.blank(table.seats, options))
        return self._appraise(blank, NOBODY, 0, NOTHING, 1)

    def choice(self, table: Table, seat: int, played: int, moment: int) -> Choice:
        """Judge a decision by what the seat could see."""
        judged = self.judge(table, seat, played, moment)
        values = self._compare(seat, [played, judged.best])
        return Choice(**vars(judged), played_value=values[0], best_value=values[1])

    def judge(self, table: Table, seat: int, played: int, moment: int) -> Judgement:
        """The same without the chances, which take longest."""
        self._look_at(table, seat, moment)
        count = s.list_candidates(self.states, seat, self.actions)
        candidates = list(dict.fromkeys([played, *self.actions[:count].tolist()]))
        best = candidates[best_of(self._search(seat, candidates))] if len(candidates) > 1 else played
        self._look_at(table, seat, moment, "again")
        apart, error, spread = difference(self._search(seat, list(dict.fromkeys([played, best]))))
        best = best if apart > SURE * error else played
        return Judgement(played, best, len(candidates), apart, spread)

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
        plan = self.plan.numbers()
        plan[s.BUDGET] *= FINER
        a.appraise(self.states, seat, taken, fresh, plan, sums, self.actions, self.whim)
        return sums / plan[s.BUDGET]

    def _search(self, seat: int, candidates: Sequence[int]) -> Values:
        """The notes of a search that tries all candidates in the same worlds."""
        notes, tried = np.zeros((len(candidates), s.NOTES)), np.array(candidates, dtype=np.int32)
        plan = self.plan.numbers()
        plan[s.BUDGET] *= len(candidates)
        s.search(self.states, seat, tried, plan, notes, self.actions, self.whim, NEVER)
        return notes

    def _compare(self, seat: int, played_and_best: Sequence[int]) -> Values:
        different = np.array(list(dict.fromkeys(played_and_best)), dtype=np.int32)
        sums = np.zeros((len(different), a.MEASURES))
        a.compare(self.states, seat, different, self.plan.numbers(), sums, self.actions, self.whim)
        return sums[[0, len(different) - 1]] / self.plan.playouts


def best_of(notes: Values) -> int:
    """The candidate with the highest worth; the first, which was played, if none is higher."""
    return int(notes[:, s.WORTH].argmax())


def difference(notes: Values) -> tuple[float, float, float]:
    """How much the first candidate is behind the last, the error of that, and the spread of playouts."""
    playouts = notes[0, s.PLAYOUTS]
    means = notes[:, s.WORTH] / playouts
    spreads = np.sqrt(np.maximum(0.0, notes[:, s.SQUARES] / playouts - means**2))
    error = float(np.hypot(spreads[0], spreads[-1]) / playouts**0.5)
    return float(means[-1] - means[0]), error, float(spreads.max())


def result(table: Table, seat: int) -> Values:
    winners = table.winners
    share = 1 / len(winners) if seat in winners else 0.0
    return np.array([share, table.scores[seat]], dtype=np.float64)


def ids_of(step: Step) -> npt.NDArray[np.int64]:
    read = step.before.game.notation.read_action
    return np.array([(seat, read(action)) for seat, action in step.taken], dtype=np.int64)


def open_to_all(table: Table) -> bool:
    """Does this game hide nothing at all?"""
    return all(table.view(seat) == table.position() for seat in range(table.seats))


def redrawn(step: Step, key: object) -> list[Table] | None:
    """The table after the step as it could have been; None if chance had no part in it."""
    tables, taken = [], ids_of(step)
    for number in range(REDRAWN):
        states = step.before.states.copy()
        chance.rekey(states[0], hashlib.sha256(f"redrawn {key}".encode()).digest())
        a.take_once_more(states, taken, number)
        tables.append(Table(step.before.game, states))
    return tables if any(differs(table, step.after) for table in tables) else None


def differs(one: Table, other: Table) -> bool:
    return one.position() != other.position()
