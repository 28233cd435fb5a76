"""Where do two ways to search choose otherwise, and what is that worth? Far sooner told than by a match.

python benchmarks/plans.py --game double-double-dominoes --plan playouts=2000 --plan playouts=2000,patience=4

Simple bots play, and at some of their decisions every plan searches. Where one chooses otherwise than the
first plan, both choices are played to the end of the game in the same worlds; a gain is the mean over all
decisions looked at. Seats play on like the game's playouts, or like `--bot`. So this says less than a match
about what comes later: a plan that gains here has still to win one.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

import ludoteca
from ludoteca import Game
from ludoteca.bots import comparison as c
from ludoteca.bots import search as s
from ludoteca.bots.deadline import NEVER
from ludoteca.bots.evaluator import Evaluator
from ludoteca.bots.observation import Observation, observe
from ludoteca.bots.registry import choice_of
from ludoteca.bots.search import Plan
from ludoteca.lab.bot_game import deal

EVERY = 7  # decision of a game that leaves a choice
MEASURES = {"victory": c.VICTORY, "score": c.SCORE, "worth": c.WORTH}
Floats = npt.NDArray[np.float64]


@dataclass
class Entrant:
    """A plan, what its choices gained beside those of the first plan, and the time they took."""

    name: str
    plan: Plan
    gains: list[Floats] = field(default_factory=list)  # by measure, a row a decision
    otherwise: int = 0  # decisions in which it chose otherwise
    seconds: float = 0.0

    def choose(self, observation: Observation, key: object) -> int:
        began = time.thread_time()
        best = Evaluator(observation, key).evaluate(self.plan)[0].id
        self.seconds += time.thread_time() - began
        return best


def read_plan(game: Game, written: str) -> Plan:
    """A plan from NAME=NUMBER,...; the simple bots are those of the game's playouts."""
    kinds = {one.name: type(one.default) for one in fields(Plan)}
    given: dict[str, Any] = {**game.bots.HOOKS.playout_bots._asdict(), "for_victory": True}
    for part in written.split(","):
        name, _, number = part.partition("=")
        if name not in kinds:
            raise SystemExit(f"a plan has no {name}; it has {', '.join(kinds)}")
        given[name] = bool(int(number)) if kinds[name] is bool else int(number)
    return Plan(**given)


def decisions(game: Game, seats: int, seed: int) -> Iterator[Observation]:
    """Some of the decisions of games between all simple bots but the first, which plays at random."""
    number = met = 0
    while True:
        table = deal(game, seats, {}, seed, number)
        while not table.over:
            seat = table.to_act[0]
            seen = observe(table, seat)
            if len(table.legal_ids(seat)) > 1:
                met += 1
                if met % EVERY == 0:
                    yield seen
            bot = game.bots.NAMES[1 + (seat + number) % (len(game.bots.NAMES) - 1)]
            table.play(seat, choice_of(seen, bot, (seed, number, met)))
        number += 1


def played_out(observation: Observation, ids: list[int], plan: Plan, worlds: int, key: object) -> Floats:
    """What comes of each action, by action and measure: means over whole games in the same worlds."""
    evaluator = Evaluator(observation, key)
    noted = np.zeros((len(ids), worlds, c.NOTED))
    c.compare(
        evaluator.states, evaluator.seat, np.array(ids, dtype=np.int32), 0, plan.record(), noted,
        evaluator.actions, s.new_world(), NEVER,
    )  # fmt: skip
    means: Floats = noted.mean(axis=1)
    return means


def compare(entrants: list[Entrant], observation: Observation, judge: Plan, worlds: int, key: object) -> None:
    chosen = [one.choose(observation, (key, one.name)) for one in entrants]
    ids = sorted(set(chosen))
    means = (
        played_out(observation, ids, judge, worlds, (key, "judge"))
        if len(ids) > 1
        else np.zeros((1, c.NOTED))
    )
    for one, id in zip(entrants, chosen, strict=True):
        one.gains.append(means[ids.index(id)] - means[ids.index(chosen[0])])
        one.otherwise += id != chosen[0]


def line(one: Entrant) -> str:
    gains = np.array(one.gains)
    count = len(gains)
    errors = 1.96 * gains.std(axis=0) / count**0.5
    told = [f"{gains[:, at].mean():+.4f} ± {errors[at]:.4f}" for at in MEASURES.values()]
    otherwise = 100 * one.otherwise / count
    return f"| {one.name} | {' | '.join(told)} | {otherwise:.0f} % | {1000 * one.seconds / count:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", required=True, choices=ludoteca.games())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--plan", action="append", required=True, help="NAME=NUMBER,... as in bots/search.py")
    parser.add_argument(
        "--bot", help="the simple bot that plays on; that of the game's playouts if not given"
    )
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = ludoteca.game(asked.game)
    entrants = [Entrant(written, read_plan(game, written)) for written in asked.plan]
    bot = (
        f",own_later={(number := game.bots.NAMES.index(asked.bot))},others_later={number}"
        if asked.bot
        else ""
    )
    judge = read_plan(game, f"to_the_end=1{bot}")
    for number, observation in zip(
        range(asked.positions), decisions(game, asked.seats, asked.seed), strict=False
    ):
        compare(entrants, observation, judge, asked.worlds, (asked.seed, number))
    print(f"| plan | {' | '.join(MEASURES)} | otherwise | ms of a core |")
    print("|---|" + "---|" * (len(MEASURES) + 2))
    print("\n".join(map(line, entrants)))


if __name__ == "__main__":
    main()
