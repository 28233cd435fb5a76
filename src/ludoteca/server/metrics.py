"""Figures for Prometheus."""

from functools import cache
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

# Fine where it matters: a p99 of the lag below 20 ms.
SOON = (0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5)
MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """Each server has its own, so that several can run in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        about: dict[str, Any] = {"namespace": "ludoteca", "registry": self.registry}
        self.steps = Counter("steps", "Steps written to tables' logs", ["did"], **about)
        self.step_counter = cache(self.steps.labels)
        self.refused = Counter("refused", "Commands refused", ["code"], **about)
        self.pushes = Counter("pushes", "Messages to devices of people", ["outcome"], **about)
        self.sockets = Gauge("sockets", "Connected sockets", **about)
        self.tables = Gauge("tables", "Tables that are awake", **about)
        self.commits = Histogram(
            "commit_jobs", "Jobs in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500), **about
        )
        self.ack_seconds = Histogram(
            "ack_seconds", "From a command's arrival to its answer", buckets=MILLISECONDS, **about
        )
        self.bot_seconds = Histogram(
            "bot_seconds", "How long a bot's choice took, the queue included", buckets=MILLISECONDS, **about
        )
        self.lag_seconds = Histogram(
            "lag_seconds", "How late the event loop does what is due", buckets=SOON, **about
        )
