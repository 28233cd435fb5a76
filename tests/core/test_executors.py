"""Chunks on any executor: in order, never too many at once, and a lost worker costs its chunk alone."""

import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chunk_tasks import small_only, squared, squared_or_dead
from ludoteca.core import executors
from ludoteca.core.executors import ProcessPool, in_order, local_processes

SQUARES = [squared(number) for number in range(20)]


def test_without_an_executor_items_are_done_one_by_one() -> None:
    done: list[int] = []
    results = in_order(None, lambda number: done.append(number) or number, range(5))
    assert (next(results), next(results), done) == (0, 1, [0, 1])


def test_results_come_in_order_from_threads_and_from_processes() -> None:
    with ThreadPoolExecutor(3) as threads, local_processes(2) as processes:
        assert list(in_order(threads, squared, range(20))) == SQUARES
        assert list(in_order(processes, squared, range(20))) == SQUARES


def test_one_process_is_this_one() -> None:
    with local_processes(1) as here:
        assert here is None


def test_a_chunk_whose_process_dies_is_done_again(tmp_path: Path) -> None:
    with ProcessPool(2) as pool:
        assert list(in_order(pool, partial(squared_or_dead, tmp_path, 1), range(20))) == SQUARES
    assert len([*tmp_path.iterdir()]) == 1


def collected(executor: Executor, task: Any, done: list[int]) -> None:
    for result in in_order(executor, task, range(20)):
        done.append(result)


def test_a_chunk_that_kills_every_process_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "TRIES", 2)
    done: list[int] = []
    with ProcessPool(1) as pool, pytest.raises(BrokenExecutor):
        collected(pool, partial(squared_or_dead, tmp_path, 99), done)
    assert done == SQUARES[:7]
    assert len([*tmp_path.iterdir()]) == 2


def left_in_the_middle(long: float) -> None:
    with ProcessPool(2) as pool:
        assert list(in_order(pool, squared, range(2))) == SQUARES[:2]  # the processes have started
        pool.submit(time.sleep, long)
        raise KeyboardInterrupt


def test_who_leaves_with_an_error_waits_for_no_chunk() -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        left_in_the_middle(120)
    assert time.monotonic() - began < 60


def test_what_a_task_refuses_is_told_at_its_place() -> None:
    done: list[int] = []
    with ThreadPoolExecutor(2) as threads, pytest.raises(ValueError, match="4 is too much"):
        collected(threads, small_only, done)
    assert done == [0, 1, 2, 3]


class Counting(Executor):
    """Does nothing but count what waits to be done."""

    def __init__(self) -> None:
        self.waiting: list[Future[Any]] = []

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.waiting.append(Future())
        return self.waiting[-1]


def test_few_chunks_wait_at_once_and_none_after_the_reader_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "AHEAD", 10)
    counting = Counting()
    results = in_order(counting, squared, range(1000))
    with ThreadPoolExecutor(1) as reader:
        first = reader.submit(next, results)
        while not counting.waiting:
            pass
        counting.waiting[0].set_result(0)
        assert first.result() == 0
        results.close()
    assert len(counting.waiting) == 10
    assert all(future.cancelled() for future in counting.waiting[1:])
