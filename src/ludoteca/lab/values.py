"""The values that a review is made of, each estimated by playouts whose key makes them repeat."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.bots import search as s
from ludoteca.bots.advice import Evaluation, evaluate
from ludoteca.bots.observation import observe
from ludoteca.bots.search import Plan
from ludoteca.core import chance
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game, same
from ludoteca.core.table import Table
from ludoteca.lab import value_playouts as v

Values = npt.NDArray[np.float64]  # by measure: the share of the victory, the score
NO_ACTIONS = np.zeros((0, 2), dtype=np.int64)
REDRAWS = 16  # how often chance is tried again to see whether it showed a seat anything

# Times the playouts of a candidate; plain rules are too slow for it.
VALUE_PLAYOUTS = 1 if PLAIN else 4  # luck and own play are small differences of values
TIMES_COMPARED = 1 if PLAIN else 5  # to tell whether another action is better than what was played
LONGEST = 1 if PLAIN else 32  # times that, before a decision that may have been right is called wrong
CLEAR = 4.0  # standard errors behind the best: wrong without a longer look
MOST_COMPARED = 3  # actions, besides what was played


@dataclass(frozen=True)
class Judgement:
    """A decision: what was played, what would have been best, and what the difference costs.

    What was played is best, and costs nothing, unless another action is better by more than chance.
    """

    played: int
    best: int
    candidates: int
    loss: float  # of the chance of winning, or alone points
    error: float  # its standard error
    figures: tuple[float, float]  # with what was played, and with the best: the chance, or alone the score


@dataclass(frozen=True)
class Choice(Judgement):
    """A decision, and the seat's values with simple play, with what was played, and with the best."""

    simple_value: Values
    played_value: Values
    best_value: Values


class ValueEstimator:
    """Judges moments of one game. It knows the truth, and looks at each moment with one seat's eyes."""

    def __init__(self, game: Game, playouts: int, key: object) -> None:
        self.game = game
        self.key = key
        hooks = game.bots.HOOKS
        bots, outlook = hooks.outlook_bots or hooks.playout_bots, hooks.outlook_bots is not None
        self.plan = Plan(playouts, halving=False, **bots._asdict(), outlook=outlook)
        self.states = np.zeros(s.TABLES, dtype=game.record)
        self.actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
        self.world = s.new_world()

    def values(self, table: Table, viewer: int, moment: int, step: PlayedStep | None = None) -> Values:
        """What each seat can expect, as the viewer sees it: NOBODY in a game that hides nothing.

        With a step, the mean over what chance could have made of it.
        """
        if step is None and table.over:
            return np.array([result(table, seat) for seat in range(table.seats)])
        return self._mean_outcomes(table, viewer, moment, NO_ACTIONS if step is None else ids_of(step), 0)

    def values_of_deal(self, table: Table, viewer: int) -> Values:
        """The same before anything was dealt."""
        options = table.position().get("options", {})
        blank = Table(self.game, self.game.blank(table.seats, options))
        return self._mean_outcomes(blank, viewer, 0, NO_ACTIONS, 1)

    def choice(self, table: Table, seat: int, played: int, moment: int) -> Choice:
        """Judge a decision by what the seat could see; its values come from worlds of their own."""
        judged = self.judge(table, seat, played)
        self._start_from(table, seat, moment, "value")
        simple, own, best = self._values_of_choices(seat, played, judged.best)
        return Choice(**vars(judged), simple_value=simple, played_value=own, best_value=best)

    def judge(self, table: Table, seat: int, played: int) -> Judgement:
        """The same without the values, in the worlds in which a hint would have compared."""
        worlds = self.plan.playouts * TIMES_COMPARED
        found = evaluate(
            observe(table, seat), worlds, MOST_COMPARED, [played], longest=LONGEST,
            searched=self.plan.playouts, follow=lambda found: doubtful(found, played),
        )  # fmt: skip
        own = found.line(played)
        best = own if own.equal else found.best
        loss, error = (0.0, 0.0) if own.equal else (own.behind, own.error)
        return Judgement(played, best.id, found.choices, loss, error, (own.figure, best.figure))

    def warm_up(self, step: PlayedStep, seat: int) -> Iterator[None]:
        """Do once all that can be asked of a moment, whether it has a choice or not."""
        action = ids_of(step)[0, 1]
        self.values(step.before, seat, 0, step)
        self.values_of_deal(step.before, seat)
        yield
        self.choice(step.before, seat, int(action), 0)
        yield
        result(step.before, seat)

    # The compiled work

    def _start_from(self, table: Table, seat: int, moment: int, purpose: str = "once") -> None:
        """Begin playouts at this table, with chance of their own for each purpose."""
        self.states[s.START] = table.states[0]
        start = self.states[s.START]
        start.listening = 0
        start.news_count = 0
        written = f"review {self.key} {moment} {seat} {purpose}"
        chance.rekey(start, hashlib.sha256(written.encode()).digest())

    def _mean_outcomes(self, table: Table, viewer: int, moment: int, taken: Any, deal_anew: int) -> Values:
        self._start_from(table, viewer, moment)
        sums = np.zeros((table.seats, v.MEASURES))
        plan = self._times(VALUE_PLAYOUTS)
        v.add_outcomes(self.states, viewer, taken, deal_anew, plan.record(), sums, self.actions, self.world)
        return sums / plan.playouts

    def _values_of_choices(self, seat: int, played: int, best: int) -> Values:
        """The seat's values with simple play, with what was played, and with the best."""
        different = np.array(list(dict.fromkeys([played, best])), dtype=np.int32)
        sums = np.zeros((1 + len(different), v.MEASURES))
        plan = self._times(VALUE_PLAYOUTS)
        v.add_outcomes_of_choices(self.states, seat, different, plan.record(), sums, self.actions, self.world)
        return sums[[0, 1, len(different)]] / plan.playouts

    def _times(self, factor: int) -> Plan:
        """The plan with so many times the playouts."""
        return replace(self.plan, playouts=factor * self.plan.playouts)


def doubtful(found: Evaluation, played: int) -> list[int]:
    """What was played, if it seems wrong and may not be."""
    own = found.line(played)
    return [] if own.equal or own.behind > CLEAR * own.doubt else [played]


def result(table: Table, seat: int) -> Values:
    winners = table.winners
    share = 1 / len(winners) if seat in winners else 0.0
    return np.array([share, table.scores[seat]], dtype=np.float64)


def ids_of(step: PlayedStep) -> npt.NDArray[np.int64]:
    read = step.before.game.notation.read_action
    return np.array([(seat, read(action)) for seat, action in step.taken], dtype=np.int64)


def open_to_all(table: Table) -> bool:
    """Does this game hide nothing at all?"""
    return all(same(table.view(seat), table.position()) for seat in range(table.seats))


def redrawn_tables(step: PlayedStep, key: object) -> list[Table] | None:
    """The table after the step as it could have been; None if chance had no part in it.

    What really came is not among them: otherwise rare events would count as chance more often than others.
    """
    tables, taken = [], ids_of(step)
    for number in range(REDRAWS):
        states = step.before.states.copy()
        chance.rekey(states[0], hashlib.sha256(f"redrawn {key}".encode()).digest())
        v.replay_with_new_chance(states, taken, number)
        tables.append(Table(step.before.game, states))
    return tables if any(differs(table, tables[0]) for table in tables) else None


def differs(one: Table, other: Table) -> bool:
    return one.position() != other.position()
