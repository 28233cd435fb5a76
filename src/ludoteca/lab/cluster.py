"""A Ray cluster as an executor. Ray is imported when somebody asks for a cluster, and not before."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeVar

from ludoteca.core.compiled import digest_of_sources
from ludoteca.core.errors import BadOptions, brief

Result = TypeVar("Result")


class LostWorker(BrokenExecutor):
    """A worker or its machine went away with a chunk, more often than Ray tries again by itself."""


class RayFuture(Future[Any]):
    """A result that a cluster is at work on."""

    def __init__(self, ray: Any, reference: Any) -> None:
        super().__init__()
        self.ray, self.reference = ray, reference
        reference.future().add_done_callback(self.settle)

    def cancel(self) -> bool:
        if not self.done():
            self.ray.cancel(self.reference)
        return super().cancel()

    def settle(self, done: Future[Any]) -> None:
        wrong = done.exception()
        with suppress(InvalidStateError):  # cancelled in the meantime
            if wrong is None:
                self.set_result(done.result())
            else:
                self.set_exception(self.cause_of(wrong))

    def cause_of(self, wrong: BaseException) -> BaseException:
        """What went wrong over there, without Ray's wrapping."""
        errors = self.ray.exceptions
        if isinstance(wrong, errors.RayTaskError):
            return wrong.cause
        if isinstance(wrong, (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError)):
            return LostWorker(str(wrong))
        return wrong


class RayExecutor(Executor):
    """Hands tasks to a cluster that this process is connected to."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.run = ray.remote(run_there)
        self.sources = digest_of_sources()

    def submit(self, task: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:
        return RayFuture(self.ray, self.run.remote(self.sources, task, arguments, named))


def run_there(sources: str, task: Callable[..., Any], arguments: tuple[Any, ...], named: Any) -> Any:
    """On a machine of the cluster. Other rules would give other results, so they are refused."""
    if own_sources() != sources:
        raise BadOptions("other_version", "a machine of the cluster has another version of ludoteca")
    return task(*arguments, **named)


own_sources = cache(digest_of_sources)


@contextmanager
def cluster(address: str | None) -> Iterator[Executor | None]:
    """An executor on the Ray cluster at an address: `auto`, `10.0.0.7:6379` or `ray://10.0.0.7:10001`.

    Without an address there is none, and work stays on this machine. A program that is connected to a cluster
    already stays connected to that one.
    """
    if address is None:
        yield None
        return
    ray = installed_ray()
    if ray.is_initialized():
        yield RayExecutor(ray)
        return
    keep_off_stdout(ray)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as wrong:
        raise BadOptions("no_cluster", f"there is no Ray cluster at {brief(address)}: {wrong}") from None
    try:
        yield RayExecutor(ray)
    finally:
        ray.shutdown()


@cache
def keep_off_stdout(ray: Any) -> None:
    """What Ray tells of lost workers goes to stderr: stdout may be JSON. Ray has no setting for that."""
    worker = ray._private.worker
    told = worker.print_to_stdstream
    worker.print_to_stdstream = lambda data, *more, **named: told({**data, "is_err": True}, *more, **named)


def installed_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadOptions("no_ray", "a cluster needs Ray: pip install 'ludoteca[cluster]'") from None
    return ray
