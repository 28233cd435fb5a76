"""Teach the tables of instinct in Dobro anew: `python benchmarks/learn_dobro.py --games 220 --out FILE.npz`.

A search plays against itself with two to five seats; now and then it does something else, so that it sees
more of the game. The tables learn from the worth of every legal action how a strong player would choose.
What they lose by their own choice, on decisions they have not learned from, goes to stderr.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import ludoteca
from ludoteca import Table
from ludoteca.bots.evaluator import Candidate, Evaluator
from ludoteca.bots.observation import observe
from ludoteca.bots.search import Plan
from ludoteca.games.dobro.alphabet import PAIR, TAKE
from ludoteca.games.dobro.bots import Bot
from ludoteca.games.dobro.cards import count_of, how_many
from ludoteca.games.dobro.instinct import EVEN, MOST_AHEAD, MOST_HIGH, MOST_TAKEN, NINE, stage_of
from ludoteca.games.dobro.plays import HOW_MANY_LAID, TOP_VALUE
from ludoteca.games.dobro.tables import NUMBERS, Card
from ludoteca.lab.bot_game import deal

GAME = ludoteca.game("dobro")
SEATS = (2, 4, 2, 4, 3, 2, 4, 5)
PLAN = Plan(halving=False, own_later=Bot.KEEPER, others_later=Bot.KEEPER)
PLAYOUTS = 350  # a candidate
OTHERWISE = 0.12  # of the decisions, anything else is done
TAU = 0.1  # an action that is worth so many points less is chosen e times less often
BATCH, SIGNS, MOST_ACTIONS, UNIT = 512, 6, 32, 64
SHAPES = {
    "base": (TOP_VALUE + 1, TAKE + 1),
    "stage": (3, TOP_VALUE + 1, TAKE + 1),
    "several": (2, TOP_VALUE + 1, TAKE + 1),
    "broken_pair": (2, 3, NUMBERS),
    "taken": (2, 3, MOST_TAKEN + 1),
    "ahead": (2, 3, MOST_AHEAD + 1),
    "left": (3, 7),
    "high_cards": (2, 3, MOST_HIGH + 1),
}
SIZES = {name: int(np.prod(shape)) for name, shape in SHAPES.items()}
FIRST = dict(zip(SIZES, 1 + np.cumsum([0, *SIZES.values()][:-1]), strict=True))  # sign 0 is none
Floats = npt.NDArray[np.float64]


@dataclass
class Lessons:
    """By decision and action: the signs, whether the action is there, and its worth."""

    signs: npt.NDArray[np.int64]
    there: npt.NDArray[np.bool_]
    worth: Floats


# Lessons


def sign(name: str, *where: int) -> int:
    return int(FIRST[name] + np.ravel_multi_index(where, SHAPES[name]))


def signs_of(state: Any, seat: int, action: int) -> list[int]:
    several, stage, value = int(state.seats > 2), stage_of(state), min(int(state.value), TOP_VALUE)
    found = [sign("base", value, action), sign("stage", stage, value, action)]
    found.append(sign("several", several, value, action))
    hand = int(state.hands[seat])
    if action == TAKE:
        sizes = [how_many(int(pile)) for pile in state.piles[: state.seats]]
        ahead = (sizes.pop(seat) - min(sizes) + EVEN) >> 1
        high = sum(count_of(hand, kind) for kind in (*range(NINE, NUMBERS), Card.WILD))
        found.append(sign("taken", several, stage, min(int(state.table_count), MOST_TAKEN)))
        found.append(sign("ahead", several, stage, min(max(ahead, 0), MOST_AHEAD)))
        found.append(sign("high_cards", several, stage, min(high, MOST_HIGH)))
    else:
        found.append(sign("left", stage, how_many(hand) - int(HOW_MANY_LAID[action])))
        if action < PAIR and count_of(hand, action) > 1:
            found.append(sign("broken_pair", several, stage, action))
    return found


def watch(number: int, seed: int) -> Iterator[tuple[Table, int, list[Candidate]]]:
    """The decisions of one game of the search against itself."""
    table, luck = deal(GAME, SEATS[number % len(SEATS)], {}, seed, number), random.Random(f"{seed} {number}")
    step = 0
    while not table.over:
        seat, step = table.to_act[0], step + 1
        evaluator = Evaluator(observe(table, seat), (seed, number, step))
        count = len(evaluator.candidates)
        found = evaluator.evaluate(replace(PLAN, playouts=PLAYOUTS * count if count > 1 else 1))
        if count > 1:
            yield table, seat, found
        table.play(seat, (luck.choice(found) if luck.random() < OTHERWISE else found[0]).action)


def lessons(games: int, seed: int) -> Lessons:
    signs, there, worth = [], [], []
    for number in range(games):
        for table, seat, found in watch(number, seed):
            signs.append(np.zeros((MOST_ACTIONS, SIGNS), dtype=np.int64))
            there.append(np.arange(MOST_ACTIONS) < len(found))
            worth.append(np.zeros(MOST_ACTIONS))
            for place, one in enumerate(found):
                own = signs_of(table.states[0], seat, one.id)
                signs[-1][place, : len(own)] = own
                worth[-1][place] = one.worth
        print(f"\r{number + 1} of {games} games, {len(signs)} decisions", end="", file=sys.stderr)
    print(file=sys.stderr)
    return Lessons(np.array(signs), np.array(there), np.array(worth))


# Learning


def likely(scores: Floats, there: npt.NDArray[np.bool_]) -> Floats:
    scores = np.where(there, scores, -np.inf)
    found: Floats = np.exp(scores - scores.max(1, keepdims=True))
    return found / found.sum(1, keepdims=True)


def learn(seen: Lessons, rounds: int) -> Floats:
    """Softmax regression by Adam; every tenth decision is kept to see what was learned."""
    luck, count = np.random.default_rng(1), 1 + sum(SIZES.values())
    weights, first, second, step = np.zeros(count), np.zeros(count), np.zeros(count), 0
    wanted, order = likely(seen.worth / TAU, seen.there), luck.permutation(len(seen.signs))
    kept, order = order[::10], np.delete(order, slice(None, None, 10))
    for turn in range(rounds):
        rate = 0.015 * (1 + np.cos(np.pi * turn / rounds)) + 1e-3
        luck.shuffle(order)
        for some in np.array_split(order, len(order) // BATCH + 1):
            chosen = likely(weights[seen.signs[some]].sum(-1), seen.there[some])
            error = np.repeat((chosen - wanted[some]).ravel() / len(some), SIGNS)
            slope = np.bincount(seen.signs[some].ravel(), error, count) + 2e-5 * weights
            step += 1
            first += 0.1 * (slope - first)
            second += 0.01 * (slope**2 - second)
            weights -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
            weights[0] = 0
        print(f"round {turn + 1}: loses {loss(weights, seen, kept):.4f} points", file=sys.stderr)
    return weights


def loss(weights: Floats, seen: Lessons, some: npt.NDArray[np.int64]) -> float:
    """How much worse than the best action the tables' own is, on average."""
    worth = np.where(seen.there[some], seen.worth[some], -np.inf)
    own = np.where(seen.there[some], weights[seen.signs[some]].sum(-1), -np.inf).argmax(1)
    return float((worth.max(1) - worth[np.arange(len(some)), own]).mean())


def tables_of(weights: Floats) -> dict[str, npt.NDArray[np.int16]]:
    part = {
        name: weights[FIRST[name] : FIRST[name] + SIZES[name]].reshape(shape)
        for name, shape in SHAPES.items()
    }
    part["play"] = part.pop("base") + part.pop("stage")[None] + part.pop("several")[:, None]
    return {name: np.rint(UNIT * table).astype(np.int16) for name, table in part.items()}


def main() -> None:
    reader = argparse.ArgumentParser(description="Teach the tables of instinct in Dobro anew.")
    reader.add_argument("--games", type=int, default=220)
    reader.add_argument("--rounds", type=int, default=14, help="times that all decisions are gone through")
    reader.add_argument("--seed", type=int, default=11)
    reader.add_argument("--out", type=Path, required=True)
    asked = reader.parse_args()
    tables = tables_of(learn(lessons(asked.games, asked.seed), asked.rounds))
    np.savez_compressed(asked.out, **tables)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
