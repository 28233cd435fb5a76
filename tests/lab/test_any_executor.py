"""The same seed gives the same results on one core, on many, and on any executor."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

import ludoteca
from ludoteca.core.batch import simulate
from ludoteca.lab.match import AT_WORK, Match, run
from ludoteca.lab.training.checkpoint import Plan, begin
from ludoteca.lab.training.self_play import self_play_of
from ludoteca.lab.training.trainer import Trainer
from random_play import counted

HAND: dict[str, Any] = {"variant": "basic", "rounds": 1}
MATCH = Match("pega-em-6", 2, HAND, ("beginner", "closest", "random"), 2, 5)
PLAN = Plan("doppelt-so-clever", seed=5, workers=3, hidden=(16, 8), batch=1, warm_up=8, games=6)


@pytest.fixture(scope="module", params=[ThreadPoolExecutor, ProcessPoolExecutor])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    how = {} if request.param is ThreadPoolExecutor else {"mp_context": get_context("spawn")}
    with request.param(2, **how) as pool:
        yield pool


def simulated(executor: Executor | None) -> list[Any]:
    heard: list[int] = []
    game, games = ludoteca.game("pega-em-6"), counted(2500, 5)
    batch = simulate(game, games, 3, HAND, seed=7, progress=heard.append, executor=executor)
    assert sum(heard) == games
    return [batch.scores.tolist(), batch.winners.tolist(), batch.decisions.tolist()]


def test_simulations_are_the_same(executor: Executor) -> None:
    assert simulated(executor) == simulated(None)


def matched(match: Match, executor: Executor | None) -> list[Any]:
    heard: list[int] = []
    games = run(match, 1, heard.append, executor)
    assert heard == [1] * match.deals
    return [(played.deal, played.lineup, played.result, played.moves) for played in games]


def test_matches_are_the_same_one_after_the_other(executor: Executor) -> None:
    for match in (MATCH, replace(MATCH, seed=6), MATCH):
        assert matched(match, executor) == matched(match, None)
    assert not AT_WORK


def trained(executor: Executor | None) -> bytes:
    trainer = Trainer(begin(PLAN, self_play_of(ludoteca.game(PLAN.game))))
    trainer.run(6, executor=executor)
    return trainer.at.weights.tobytes()


def test_trainings_are_the_same(executor: Executor) -> None:
    assert trained(executor) == trained(None)
