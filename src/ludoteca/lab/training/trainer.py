"""The course of a training: workers play with one net, their slopes are added, and the net takes a step."""

import math
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance
from ludoteca.core.executors import in_order
from ludoteca.core.game import game
from ludoteca.core.value_net import Floats, Notes, thought_of
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


@dataclass(frozen=True)
class Lesson:
    """What all workers of a step need: the net's weights, what to aim at, lambda, and the first game."""

    plan: Plan
    weights: Floats
    aim: Any
    trace: float
    first: int


@dataclass(frozen=True)
class Learned:
    """What one worker learned in a step."""

    slope: Floats
    notes: int
    lost: float  # the sum of the squared errors


class Worker:
    """One thread's tables and notes."""

    def __init__(self, plan: Plan) -> None:
        found = game(plan.game)
        self.play, self.plan = self_play_of(found), plan
        self.tables = found.blank(plan.seats[0], None, tables=TABLES)
        chance.rekey(self.tables[TABLES - 1], plan.seed)
        self.actions = np.zeros(found.rules.MOST_LEGAL, dtype=np.int32)
        self.notes = blank_notes(self.play, plan.batch * self.play.MOST_DECISIONS)
        one, two = plan.hidden
        self.blames = np.zeros(one, dtype=np.float32), np.zeros(two, dtype=np.float32)
        self.answer_weights = np.full(self.play.ANSWERS, plan.side_weight, dtype=np.float32)
        self.answer_weights[0] = 1

    def learn(self, lesson: Lesson, place: int) -> Learned:
        """Play a batch, and find the slopes of its errors."""
        weights = np.require(lesson.weights, requirements="W")  # a cluster hands over what none may write
        net = net_in(weights, self.plan, self.play)
        thought = thought_of(net, self.play.MOST_SIGNS, self.play.AMOUNTS)
        made = self.play.play_and_note(
            self.tables, self.plan.seats, lesson.first + place * self.plan.batch, self.plan.batch,
            net, thought, self.actions, lesson.aim, lesson.trace, self.notes,
        )  # fmt: skip
        slope = np.zeros_like(weights)
        slopes, turned = net_in(slope, self.plan, self.play), np.ascontiguousarray(net.middle.T)
        lost = add_slopes(net, turned, slopes, self.notes, made, self.answer_weights, thought, *self.blames)
        return Learned(slope, made, lost)


HERE = threading.local()


def worker_for(plan: Plan) -> Worker:
    """The worker of this thread, which stays for a whole training."""
    found: Worker | None = getattr(HERE, "worker", None)
    if found is None or found.plan != plan:
        found = HERE.worker = Worker(plan)
    return found


def learn(lesson: Lesson, place: int) -> Learned:
    """Learn what the worker at this place learns in a step, on whatever machine."""
    return worker_for(lesson.plan).learn(lesson, place)


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
        self.play = self_play_of(game(self.plan.game))

    def step(self, executor: Executor) -> Stepped:
        """Every worker plays a batch; then the net learns from all of them."""
        plan, at = self.plan, self.at
        share = min(1.0, at.played / plan.games)
        aim = self.play.aim_at(at.played / plan.warm_up if plan.warm_up else 1.0)
        lesson = Lesson(plan, at.weights, aim, trace_at(plan, at.played), at.played)
        learned = list(in_order(executor, partial(learn, lesson), range(plan.workers)))
        made = sum(one.notes for one in learned)
        self.descend(learned, made, plan.first_rate * (plan.last_rate / plan.first_rate) ** share)
        at.played += plan.workers * plan.batch
        return Stepped(plan.workers * plan.batch, math.sqrt(sum(one.lost for one in learned) / made))

    def descend(self, learned: list[Learned], made: int, rate: float) -> None:
        """Slopes are added in the order of places, or the sum would not repeat."""
        at, slope = self.at, np.require(learned[0].slope, requirements="W")
        for other in learned[1:]:
            slope += other.slope
        at.step += 1
        keep = min(LONGEST_AVERAGE, 1 - 1 / (at.step / 10 + 1))
        adam_step(at.weights, slope, at.mean, at.square, at.average, 1 / made, rate, keep, at.step)

    def run(
        self,
        until: int,
        tell: Callable[[Stepped], None] = lambda stepped: None,
        executor: Executor | None = None,
    ) -> None:
        """Train until so many games have been played in all, by threads of this process or an executor."""
        threads = ThreadPoolExecutor(self.plan.workers) if executor is None else nullcontext(executor)
        with threads as pool:
            while self.at.played < until:
                tell(self.step(pool))

    def measure(self, games: int, key: int = CURVE_KEY) -> npt.NDArray[np.int64]:
        """Let the averaged net play games that it has not learned from: a row a game, columns as MEASURED."""
        net = net_in(self.at.average, self.plan, self.play)
        tables = game(self.plan.game).blank(self.plan.seats[0], None, tables=TABLES)
        chance.rekey(tables[TABLES - 1], key + self.plan.seed)
        measured = np.zeros((games, len(self.play.MEASURED)), dtype=np.int64)
        thought = thought_of(net, self.play.MOST_SIGNS, self.play.AMOUNTS)
        actions = np.zeros(game(self.plan.game).rules.MOST_LEGAL, dtype=np.int32)
        aim = self.play.aim_at(1.0)
        self.play.play_to_measure(tables, self.plan.seats, 0, net, thought, actions, aim, measured)
        return measured
