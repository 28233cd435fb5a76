"""A study on a local Ray cluster of two workers, one of which is killed in the middle of a chunk.

Run by test_cluster.py as a process of its own: Ray stays out of the other tests.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.lab import study as studies
from ludoteca.lab.cluster import cluster
from ludoteca.lab.study import run
from ludoteca.lab.study_games import Study, study_of
from ludoteca.lab.study_json import written

ATTEMPTS = 5


def asked() -> Study:
    return study_of(ludoteca.game("dobro"), 2, {}, ("keeper", "random"), 40, seed=11)


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
    studies.SIMPLE_DEALS = 4
    machines = two_machines()
    try:
        with cluster(machines.address) as executor:
            assert executor is not None
            print(json.dumps(written(run(asked(), executor=KillsOne(executor, Path(sys.argv[1]))))))
    finally:
        machines.shutdown()


if __name__ == "__main__":
    main()
