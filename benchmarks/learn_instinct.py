"""Teach a net of instinct in Pega em 6! anew: `python benchmarks/learn_instinct.py --net lead --tables 1400`.

A teacher plays against itself; a small net learns which card it chooses, by the signs of the cards:
`flat-500`, which counts its own heads alone, or a search like that of the levels, which plays for its lead.
It prints what belongs in the two tables of `games/pega_em_6/learned.py`; progress and the share of choices
that the net predicts go to stderr.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import ludoteca
from ludoteca.bots import Observation
from ludoteca.bots.levels import level_of
from ludoteca.bots.registry import searched_choice
from ludoteca.core.bot_hooks import Level
from ludoteca.games.pega_em_6.instinct import ONE, UNITS
from ludoteca.games.pega_em_6.learned import Net, Sign
from ludoteca.games.pega_em_6.tests.signs import appeals, signs
from ludoteca.lab.bot_game import deal, play

Json = dict[str, Any]
Floats = npt.NDArray[np.float64]
Lesson = tuple[npt.NDArray[np.int64], int]  # the signs of every card of a hand, and which was played

SEATS = (2, 3, 4, 4, 4, 5, 6, 8, 10)
MOST_CARDS = 10
BATCH = 512
ROUNDS = (4, 1, 1, 1, 1)  # of each table: a lead of earlier rounds counts too
PLAYOUTS = 60  # a candidate, of the teacher that plays for its lead


# Lessons


def watch(net: Net, number: int) -> list[Lesson]:
    """One table of the teacher against itself."""
    game, seats, rounds = ludoteca.game("pega-em-6"), SEATS[number % len(SEATS)], ROUNDS[number % len(ROUNDS)]
    lessons = []

    def watched(observation: Observation, key: object) -> Json:
        level = Level(playouts=PLAYOUTS) if net == Net.LEAD else level_of(game, observation.view, "flat-500")
        action = searched_choice(observation, level, key)
        hand = observation.view["hands"][observation.seat]
        if "card" in action and len(hand) > 1:
            lessons.append((signs(observation.view, observation.seat), hand.index(action["card"])))
        return action

    play(deal(game, seats, {"variant": "basic", "rounds": rounds}, 1, number), [watched] * seats, number)
    return lessons


def watch_all(net: Net, tables: int, workers: int) -> list[Lesson]:
    lessons: list[Lesson] = []
    with ProcessPoolExecutor(workers) as pool:
        for number, found in enumerate(pool.map(partial(watch, net), range(tables), chunksize=4)):
            lessons += found
            print(f"\r{number + 1} of {tables} tables, {len(lessons)} choices", end="", file=sys.stderr)
    print(file=sys.stderr)
    return lessons


# Learning


class Learner:
    """Signs to units, of which those that are excited speak for the card or against it."""

    def __init__(self, luck: np.random.Generator) -> None:
        self.weights = [luck.normal(0, 0.3, (len(Sign), UNITS)), luck.normal(0, 0.2, UNITS)]
        self.pace = [[np.zeros_like(one) for one in self.weights] for _ in range(2)]
        self.steps = 0

    def learn(self, seen: Floats, there: Any, chosen: Floats, rate: float) -> None:
        """One step of Adam towards what the teacher chose."""
        units = np.maximum(seen @ self.weights[0], 0)
        error = (likely(units @ self.weights[1], there) - chosen) / len(seen)
        back = error[:, :, None] * self.weights[1] * (units > 0)
        slopes = [np.einsum("bcs,bcu->su", seen, back), np.einsum("bc,bcu->u", error, units)]
        self.steps += 1
        for weight, slope, first, second in zip(self.weights, slopes, *self.pace, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self.steps)
            weight -= rate * step / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)

    def whole(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The weights as whole 64ths; first each unit's two sides are brought to one scale."""
        into, out = self.weights
        balance = np.sqrt((np.abs(into).max(0) + 1e-9) / (np.abs(out) + 1e-9))
        return np.rint(into / balance * ONE).astype(int), np.rint(out * balance * ONE).astype(int)


def likely(appeal: Floats, there: Any) -> Floats:
    appeal = np.where(there, appeal, -np.inf)
    chances = np.exp(appeal - appeal.max(1, keepdims=True))
    found: Floats = chances / chances.sum(1, keepdims=True)
    return found


def foretold(learner: Learner, seen: Any, there: Any, chosen: Any) -> float:
    """The share of choices that the net, in whole numbers, foretells."""
    return float(
        (np.where(there, appeals(seen, *learner.whole()), -(10**9)).argmax(1) == chosen.argmax(1)).mean()
    )


def learn(lessons: list[Lesson], rounds: int) -> Learner:
    luck = np.random.default_rng(1)
    luck.shuffle(lessons)  # type: ignore[arg-type]
    seen = np.zeros((len(lessons), MOST_CARDS, len(Sign)), dtype=np.int64)
    there = np.zeros((len(lessons), MOST_CARDS), dtype=bool)
    chosen = np.zeros((len(lessons), MOST_CARDS))
    for number, (found, place) in enumerate(lessons):
        seen[number, : len(found)], there[number, : len(found)], chosen[number, place] = found, True, 1
    kept, learner = len(lessons) // 10, Learner(luck)
    for turn in range(rounds):
        rate = 2e-3 * (1 + np.cos(np.pi * turn / rounds)) + 1e-5
        order = kept + luck.permutation(len(lessons) - kept)
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            learner.learn(seen[some] / ONE, there[some], chosen[some], rate)
        share = foretold(learner, seen[:kept], there[:kept], chosen[:kept])
        print(f"round {turn + 1}: {share:.1%} of choices it did not learn from", file=sys.stderr)
    return learner


def written(learner: Learner) -> str:
    """The new parts of the tables, to take the place of the old ones."""
    into, out = (one.tolist() for one in learner.whole())
    lines = "\n".join(f"        {line}," for line in into)
    return f"SIGN_WEIGHTS:\n{lines}\nUNIT_WEIGHTS:\n    {out},"


def main() -> None:
    reader = argparse.ArgumentParser(description="Teach a net of instinct in Pega em 6! anew.")
    reader.add_argument("--net", type=str.upper, choices=Net.__members__, required=True)
    reader.add_argument("--tables", type=int, default=1400)
    reader.add_argument("--rounds", type=int, default=25, help="times that all choices are gone through")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = reader.parse_args()
    lessons = watch_all(Net[asked.net], asked.tables, asked.workers)
    print(written(learn(lessons, asked.rounds)))


if __name__ == "__main__":
    main()
