"""A study, a match, a training and the commands on a local Ray cluster of two machines.

Of each a worker is killed in the middle of a chunk. Run by test_cluster.py as a process of its own: Ray stays
out of the other tests, and one cluster serves all of these.
"""

import contextlib
import io
import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.cli import main as command
from ludoteca.lab import study as studies
from ludoteca.lab.cluster import cluster
from ludoteca.lab.match import Match
from ludoteca.lab.match import run as run_match
from ludoteca.lab.study import run as run_study
from ludoteca.lab.study_games import study_of
from ludoteca.lab.study_json import written
from ludoteca.lab.training.checkpoint import Plan, begin
from ludoteca.lab.training.self_play import self_play_of
from ludoteca.lab.training.trainer import Trainer

Json = dict[str, Any]

ATTEMPTS = 5
SIMPLE_DEALS = 4  # of a chunk: small, so that there are several
TIMES = {
    "seconds",
    "milliseconds",
    "longest",
    "workers",
    "games_per_second",
    "decisions_per_second",
}  # these never repeat


# What is asked of one core and of the cluster; each is at least three chunks


def study(executor: Executor | None) -> Any:
    asked = study_of(ludoteca.game("dobro"), 2, {}, ("keeper", "random"), 40, seed=11)
    return written(run_study(asked, executor=executor))


def match(executor: Executor | None) -> Any:
    asked = Match("pega-em-6", 2, {"rounds": 1}, ("beginner", "closest"), 4, 5)
    return [
        (game.deal, game.lineup, asdict(game.result), game.moves)
        for game in run_match(asked, 1, executor=executor)
    ]


def training(executor: Executor | None) -> Any:
    plan = Plan("doppelt-so-clever", seed=5, workers=3, hidden=(16, 8), batch=1, warm_up=8, games=6)
    trainer = Trainer(begin(plan, self_play_of(ludoteca.game(plan.game))))
    trainer.run(6, executor=executor)
    return trainer.at.weights.tobytes().hex()


WORKS = (study, match, training)


def commands(folder: Path, *cluster: str) -> Json:
    """What the commands print as JSON, apart from the time they took."""
    checkpoint = str(folder / f"training{len(cluster)}.npz")
    pega = ["pega-em-6", "--seats", "2", "-o", "rounds=1", "--seed", "3"]
    asked = {
        "simulate": ["simulate", *pega, "--games", "2500"],
        "match": ["match", "beginner", "closest", "--game", *pega, "--deals", "2", "--workers", "1"],
        "study": ["study", *pega, "--bots", "closest,random", "--games", "20", "--workers", "1"],
        "train": ["train", "doppelt-so-clever", "--games", "4", "--hidden", "16,8", "--workers", "2",
                  "--seed", "5", "--measure", "4", "--checkpoint", checkpoint],
    }  # fmt: skip
    return {f"ludoteca {name}": printed([*line, "--json", *cluster]) for name, line in asked.items()}


def printed(line: list[str]) -> Any:
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        assert command(line) == 0, line
    return without_times(json.loads(heard.getvalue()))


def without_times(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: without_times(one) for name, one in told.items() if name not in TIMES}
    return [without_times(one) for one in told] if isinstance(told, list) else told


# Losing a worker


def killed_once(file: Path, task: Callable[..., Any], item: Any) -> Any:
    """The worker that gets this first is killed when it has played, before it can tell."""
    found = task(item)
    if not file.exists():
        file.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return found


class KillsOne(Executor):
    """Hands on to another executor; the worker of the third chunk dies."""

    def __init__(self, other: Executor, file: Path) -> None:
        self.other, self.file, self.handed = other, file, 0

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.handed += 1
        if self.handed == 3:
            return self.other.submit(killed_once, self.file, task, *arguments)
        return self.other.submit(task, *arguments, **named)


def two_machines() -> Any:
    """A cluster of two machines with a worker each, on this one.

    Ray gives the agents of a machine half a minute to start, which a very busy one may not have.
    """
    from ray.cluster_utils import Cluster

    for left in reversed(range(ATTEMPTS)):
        machines = Cluster()
        try:
            machines.add_node(num_cpus=1, include_dashboard=False)
            machines.add_node(num_cpus=1)
            break
        except Exception:
            machines.shutdown()
            if not left:
                raise
    return machines


def main() -> None:
    studies.SIMPLE_DEALS = SIMPLE_DEALS
    folder = Path(sys.argv[1])
    machines = two_machines()
    try:
        with cluster(machines.address) as executor:
            assert executor is not None
            told = {work.__name__: work(KillsOne(executor, folder / work.__name__)) for work in WORKS}
            told |= commands(folder, "--cluster", machines.address)
            (folder / "told.json").write_text(json.dumps(told))
    finally:
        machines.shutdown()


if __name__ == "__main__":
    main()
