"""A study on a local Ray cluster of two workers, one of which is killed in the middle of a chunk.

Run by test_cluster.py as a process of its own: Ray stays out of the other tests.
"""

import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.lab import study as studies
from ludoteca.lab.cluster import cluster
from ludoteca.lab.study import run
from ludoteca.lab.study_games import Study, study_of
from ludoteca.lab.study_json import written


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


def node(ports: Generator[int, None, None]) -> dict[str, Any]:
    """A machine with one worker. With ports that are known, it waits for no agent of the dashboard."""
    agents = (
        "metrics_agent_port", "metrics_export_port", "runtime_env_agent_port", "dashboard_agent_listen_port",
    )  # fmt: skip
    return {"num_cpus": 1, "include_dashboard": False, **dict(zip(agents, ports, strict=False))}


def free_ports() -> Generator[int, None, None]:
    with ExitStack() as probes:
        while True:
            probe = probes.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            yield int(probe.getsockname()[1])


def main() -> None:
    from ray.cluster_utils import Cluster

    studies.SIMPLE_DEALS = 4
    ports = free_ports()
    found = [node(ports), node(ports)]
    ports.close()
    machines = Cluster(initialize_head=True, head_node_args=found[0])
    try:
        machines.add_node(**found[1])
        with cluster(machines.address) as executor:
            assert executor is not None
            print(json.dumps(written(run(asked(), executor=KillsOne(executor, Path(sys.argv[1]))))))
    finally:
        machines.shutdown()


if __name__ == "__main__":
    main()
