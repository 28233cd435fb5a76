"""The course of a training: workers play with one net, their slopes are added, and the net takes a step."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance
from ludoteca.core.game import Game, game
from ludoteca.core.value_net import Floats, Net, Notes, thought_of
from ludoteca.lab.training.checkpoint import Checkpoint, Plan, net_in
from ludoteca.lab.training.gradients import adam_step, add_slopes
from ludoteca.lab.training.self_play import SelfPlay, self_play_of

TABLES = 3
LONGEST_AVERAGE = 0.999  # the average looks back on about a thousand steps
# Measured games never meet those of a training: they come from other keys.
CURVE_KEY, FRESH_KEY = 1 << 40, 1 << 41


@dataclass(frozen=True)
class Stepped:
    """What one step told."""

    games: int
    error: float  # root mean square, as the net counts


class Worker:
    """One thread's tables, notes and slopes."""

    def __init__(self, found: Game, play: SelfPlay, plan: Plan) -> None:
        self.play, self.plan = play, plan
        self.tables = found.blank(plan.seats[0], None, tables=TABLES)
        chance.rekey(self.tables[TABLES - 1], plan.seed)
        self.actions = np.zeros(found.rules.MOST_LEGAL, dtype=np.int32)
        self.notes = blank_notes(play, plan.batch * play.MOST_DECISIONS)
        one, two = plan.hidden
        self.blames = np.zeros(one, dtype=np.float32), np.zeros(two, dtype=np.float32)
        self.answer_weights = np.full(play.ANSWERS, plan.side_weight, dtype=np.float32)
        self.answer_weights[0] = 1

    def learn(
        self, first: int, net: Net, turned: Floats, slope: Floats, aim: Any, trace: float
    ) -> tuple[int, float]:
        """Play a batch and add its slopes. How many notes, and their squared errors?"""
        thought = thought_of(net, self.play.MOST_SIGNS, self.play.AMOUNTS)
        made = self.play.play_and_note(
            self.tables,
            self.plan.seats,
            first,
            self.plan.batch,
            net,
            thought,
            self.actions,
            aim,
            trace,
            self.notes,
        )
        slopes = net_in(slope, self.plan, self.play)
        lost = add_slopes(net, turned, slopes, self.notes, made, self.answer_weights, thought, *self.blames)
        return made, lost


def blank_notes(play: SelfPlay, rows: int) -> Notes:
    return Notes(
        np.zeros(rows, dtype=np.int64),
        np.zeros((rows, play.MOST_SIGNS), dtype=np.int32),
        np.zeros(rows, dtype=np.int64),
        np.zeros((rows, play.AMOUNTS), dtype=np.float32),
        np.zeros((rows, play.ANSWERS), dtype=np.float32),
    )


def trace_at(plan: Plan, played: int) -> float:
    """Lambda after so many games: steady during the warm-up, as early values of the net are worth little."""
    after = max(0, played - plan.warm_up) / max(1, plan.games - plan.warm_up)
    return plan.first_trace + min(1.0, after) * (plan.last_trace - plan.first_trace)


class Trainer:
    """Takes a checkpoint further, step by step."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.at, self.plan = checkpoint, checkpoint.plan
        found = game(self.plan.game)
        self.play = self_play_of(found)
        self.net = net_in(checkpoint.weights, self.plan, self.play)
        self.workers = [Worker(found, self.play, self.plan) for _ in range(self.plan.workers)]
        self.slopes = np.zeros((self.plan.workers, len(checkpoint.weights)), dtype=np.float32)

    def step(self, pool: ThreadPoolExecutor) -> Stepped:
        """Every worker plays a batch; then the net learns from all of them."""
        plan, at = self.plan, self.at
        share = min(1.0, at.played / plan.games)
        aim = self.play.aim_at(at.played / plan.warm_up if plan.warm_up else 1.0)
        trace = trace_at(plan, at.played)
        turned = np.ascontiguousarray(self.net.middle.T)

        def learn(place: int) -> tuple[int, float]:
            first = at.played + place * plan.batch
            return self.workers[place].learn(first, self.net, turned, self.slopes[place], aim, trace)

        told = list(pool.map(learn, range(plan.workers)))
        made = sum(notes for notes, _ in told)
        self.descend(made, plan.first_rate * (plan.last_rate / plan.first_rate) ** share)
        at.played += plan.workers * plan.batch
        return Stepped(plan.workers * plan.batch, math.sqrt(sum(lost for _, lost in told) / made))

    def descend(self, made: int, rate: float) -> None:
        at = self.at
        for other in self.slopes[1:]:
            self.slopes[0] += other
            other[:] = 0
        at.step += 1
        keep = min(LONGEST_AVERAGE, 1 - 1 / (at.step / 10 + 1))
        adam_step(at.weights, self.slopes[0], at.mean, at.square, at.average, 1 / made, rate, keep, at.step)

    def run(self, until: int, tell: Callable[[Stepped], None] = lambda stepped: None) -> None:
        """Train until so many games have been played in all."""
        with ThreadPoolExecutor(self.plan.workers) as pool:
            while self.at.played < until:
                tell(self.step(pool))

    def measure(self, games: int, key: int = CURVE_KEY) -> npt.NDArray[np.int64]:
        """Let the averaged net play games that it has not learned from: a row a game, columns as MEASURED."""
        net = net_in(self.at.average, self.plan, self.play)
        tables = game(self.plan.game).blank(self.plan.seats[0], None, tables=TABLES)
        chance.rekey(tables[TABLES - 1], key + self.plan.seed)
        measured = np.zeros((games, len(self.play.MEASURED)), dtype=np.int64)
        thought = thought_of(net, self.play.MOST_SIGNS, self.play.AMOUNTS)
        actions = self.workers[0].actions
        aim = self.play.aim_at(1.0)
        self.play.play_to_measure(tables, self.plan.seats, 0, net, thought, actions, aim, measured)
        return measured
