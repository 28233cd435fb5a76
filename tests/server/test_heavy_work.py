"""Heavy work: in fair shares, once for all who ask, within limits, and never in anybody's way."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from ludoteca.server.errors import Refused
from ludoteca.server.table import bot_threads
from ludoteca.server.work import heavy_work as module
from ludoteca.server.work.fair_queue import FairQueue
from ludoteca.server.work.fair_threads import FairThreads, Turn
from ludoteca.server.work.heavy_work import HeavyJob, HeavyWork
from ludoteca.server.work.work_process import processor_time
from ludoteca.server.work.worker import LENGTH, Order, nothing, step
from server import slow_jobs

pytestmark = pytest.mark.anyio
ANA, EVE = ("10.0.0.1", "ana"), ("10.0.0.2", "eve")


@pytest.fixture
async def work(anyio_backend, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    doing = HeavyWork()
    yield doing
    await doing.close()


# Shares


def served(queue, seconds=1.0):
    order = []
    while queue:
        asker, item = queue.take()
        order.append(item)
        queue.charge(asker, seconds)
    return order


def test_who_asks_for_much_does_not_keep_others_waiting():
    queue = FairQueue()
    for number in range(5):
        queue.put(("10.0.0.1", f"table {number}"), f"eve {number}")
    queue.put(("10.0.0.2", "t"), "ana")
    assert served(queue)[:2] == ["eve 0", "ana"]


def test_many_persons_at_one_address_have_one_share_and_divide_it():
    queue = FairQueue()
    for number in range(6):
        queue.put(("10.0.0.1", "a" if number < 5 else "b"), "ab"[number // 5])
        queue.put(("10.0.0.2", "c"), "c")
    order = served(queue)
    assert Counter(order[:4]) == {"a": 1, "b": 1, "c": 2}


def test_time_long_ago_is_neither_owed_nor_saved_up():
    queue = FairQueue()
    queue.put(EVE, "e")
    queue.charge(EVE, 1000)
    assert served(queue) == ["e"]
    queue.put(EVE, "e1")
    queue.put(EVE, "e2")
    queue.put(ANA, "a1")  # new: level with the one who was served last
    queue.put(ANA, "a2")
    assert served(queue) == ["e1", "a1", "e2", "a2"] or served(queue) == []


def test_the_same_asker_s_things_keep_the_order_that_they_are_given():
    queue = FairQueue()
    for name, order in (("later", (1.0, 1)), ("second", (0.0, 3)), ("first", (0.0, 2))):
        queue.put(ANA, name, order)
    queue.put(EVE, "eve", (5.0, 0))
    assert sorted(served(queue)[:2]) == ["eve", "first"]


@pytest.mark.parametrize("longest", [bot_threads.LONGEST_THOUGHT, bot_threads.LONGEST_HINT])
@pytest.mark.parametrize("others", [1, 9, 20])
def test_those_who_wait_are_all_answered_in_time(others, longest):
    each = bot_threads.time_left(Turn(others=others), longest)
    assert each >= bot_threads.SHORTEST_THOUGHT
    assert (1 + others) * (each + bot_threads.BESIDE_THOUGHT) <= bot_threads.LONGEST_THOUGHT * 1.5


def test_time_spent_waiting_is_taken_from_the_thought():
    longest = bot_threads.LONGEST_HINT
    assert longest - 5 < bot_threads.time_left(Turn(), longest) <= longest
    waited = Turn(asked=time.monotonic() - 0.3)
    assert longest - 305 < bot_threads.time_left(waited, longest) <= longest - 300
    waited = Turn(asked=time.monotonic() - 10)
    assert bot_threads.time_left(waited, longest) == bot_threads.SHORTEST_THOUGHT


async def test_threads_serve_another_address_before_the_rest_of_the_first(anyio_backend):
    threads, order = FairThreads(1, "test"), []

    def note(name, turn):
        time.sleep(0.01)
        slow_jobs.spin(0.01)
        order.append((name, turn.others))

    many = [asyncio.create_task(threads.run(EVE, lambda turn: note("eve", turn))) for _ in range(20)]
    await asyncio.sleep(0)
    await threads.run(ANA, lambda turn: note("ana", turn))
    assert len(order) <= 3
    await asyncio.gather(*many)
    assert {others for name, others in order[:2] if name == "eve"} <= {0, 1}
    threads.close()


# The worker


async def test_what_many_ask_for_is_done_once(work, tmp_path):
    noted = tmp_path / "noted"
    asked = [
        work.result(who, "same", 10, slow_jobs.count, 5, 0.01, str(noted)) for who in (ANA, EVE, ANA, EVE)
    ]
    assert await asyncio.gather(*asked) == [b"done"] * 4
    assert await work.result(EVE, "same", 10, slow_jobs.count, 5, 0.01, str(noted)) == b"done"
    assert noted.read_text() == "begun\n"


async def test_results_that_nobody_asks_for_any_more_are_dropped(work, tmp_path, monkeypatch):
    noted = str(tmp_path / "noted")
    for key in ("old", "asked for again"):
        await work.result(ANA, key, 10, slow_jobs.count, 1, 0.01, noted)
    moment = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: moment + module.KEPT_FOR - 1)
    assert work.find(EVE, "asked for again", 10, slow_jobs.count, 1, 0.01, noted) == b"done"
    monkeypatch.setattr(time, "monotonic", lambda: moment + module.KEPT_FOR + 1)
    assert work.find(EVE, "asked for again", 10, slow_jobs.count, 1, 0.01, noted) == b"done"
    assert list(work.kept) == ["asked for again"]


async def test_of_too_many_results_the_oldest_are_dropped(work, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "KEPT_BYTES", 2 * len(b"done"))
    for key in "abc":
        await work.result(ANA, key, 10, slow_jobs.count, 1, 0.01, str(tmp_path / "noted"))
    assert list(work.kept) == ["b", "c"]


async def test_a_short_job_of_another_does_not_wait_for_a_long_one(work, tmp_path):
    noted = str(tmp_path / "noted")
    long = work.find(EVE, "long", 60, slow_jobs.count, 500, 0.02, noted)
    assert await work.result(ANA, "first", 10, slow_jobs.count, 1, 0.01, noted) == b"done"
    assert await work.result(ANA, "short", 10, slow_jobs.count, 3, 0.01, noted) == b"done"
    assert isinstance(long, HeavyJob)
    assert not long.done.done()
    assert 0 < long.progress < 0.5


async def test_what_one_asks_for_is_done_as_it_came_but_nothing_short_waits_for_what_takes_long(
    work, tmp_path, monkeypatch
):
    monkeypatch.setattr(module, "SHORT", 0.15)
    done, noted = [], str(tmp_path / "noted")
    for name, steps in (("long", 10), ("first", 2), ("second", 1)):
        job = work.find(ANA, name, 60, slow_jobs.count, steps, 0.06, noted)
        job.done.add_done_callback(lambda _, name=name: done.append(name))
    await work.result(ANA, "long", 60, slow_jobs.count, 10, 0.06, noted)
    assert done == ["first", "second", "long"]


def test_short_steps_share_one_turn_and_a_long_one_has_its_own(tmp_path):
    noted = str(tmp_path / "noted")
    jobs = {}
    assert step(jobs, Order(1, slow_jobs.count, (20, 0.0, noted))).kind == "done"
    assert step(jobs, Order(2, slow_jobs.count, (20, 0.06, noted))).value == 0.0
    assert step(jobs, Order(2)).value == 1 / 20


async def test_over_its_budget_a_job_is_dropped_and_not_tried_again(work, tmp_path):
    noted = tmp_path / "noted"
    for _ in range(2):
        with pytest.raises(Refused, match="too_long"):
            await work.result(EVE, "long", 0.2, slow_jobs.count, 500, 0.05, str(noted))
    assert noted.read_text() == "begun\n"


async def test_too_much_at_once_is_refused_with_a_word(work, tmp_path, monkeypatch):
    noted = str(tmp_path / "noted")
    for number in range(module.MOST_OF_ADDRESS):
        work.find(EVE, number, 10, slow_jobs.count, 500, 0.05, noted)
    with pytest.raises(Refused) as why:
        work.find(EVE, "more", 10, slow_jobs.count, 5, 0.05, noted)
    assert (why.value.code, why.value.status, why.value.arguments) == ("busy", 429, {"seconds": 10})
    assert isinstance(work.find(ANA, "other", 10, slow_jobs.count, 1, 0.01, noted), HeavyJob)
    monkeypatch.setattr(module, "MOST_JOBS", module.MOST_OF_ADDRESS + 1)
    with pytest.raises(Refused, match="busy"):
        work.find(ANA, "another", 10, slow_jobs.count, 1, 0.01, noted)


async def test_refusals_come_through_and_faults_tell_nothing(work):
    with pytest.raises(Refused) as why:
        await work.result(ANA, "a", 10, slow_jobs.refuse)
    assert (why.value.code, why.value.arguments) == ("no_such_step", {"last": 7})
    with pytest.raises(Refused) as why:
        await work.result(ANA, "b", 10, slow_jobs.fail)
    assert why.value.problem() == {"code": "failed", "arguments": {}, "rule": None}


async def test_a_job_at_which_the_worker_dies_is_not_tried_again_and_the_others_are(work, tmp_path):
    other = asyncio.create_task(work.result(ANA, "a", 30, slow_jobs.count, 20, 0.02, str(tmp_path / "n")))
    with pytest.raises(Refused, match="too_long"):
        await work.result(EVE, "d", 10, slow_jobs.die)
    assert await other == b"done"
    with pytest.raises(Refused, match="too_long"):
        await work.result(EVE, "d", 10, slow_jobs.die)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long another process has worked")
async def test_a_job_whose_worker_gets_no_processor_may_be_asked_for_again(work, tmp_path, monkeypatch):
    work.prepare()
    while work.jobs:
        await asyncio.sleep(0.02)
    os.kill(work.process.process.pid, signal.SIGSTOP)
    monkeypatch.setattr(module, "LONGEST_STEP", 0.3)
    with pytest.raises(Refused, match="busy"):
        await work.result(ANA, "a", 10, slow_jobs.count, 3, 0.01, str(tmp_path / "noted"))
    monkeypatch.setattr(module, "LONGEST_STEP", 60)
    assert await work.result(ANA, "a", 10, slow_jobs.count, 3, 0.01, str(tmp_path / "noted")) == b"done"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long another process has worked")
def test_how_long_a_process_has_worked_is_told():
    began = processor_time(os.getpid())
    slow_jobs.spin(0.05)
    assert processor_time(os.getpid()) - began >= 0.05


async def test_a_worker_that_died_while_it_was_idle_is_replaced(work, tmp_path):
    work.prepare()
    while work.jobs:
        await asyncio.sleep(0.02)
    gone = work.process.process
    gone.kill()
    await gone.wait()
    with pytest.raises(Refused, match="too_long"):
        await work.result(EVE, "first", 10, slow_jobs.count, 1, 0.01, str(tmp_path / "noted"))
    assert await work.result(ANA, "next", 10, slow_jobs.count, 1, 0.01, str(tmp_path / "noted")) == b"done"


async def test_memory_is_bounded(work):
    with pytest.raises(Refused, match="failed"):
        await work.result(EVE, "m", 10, slow_jobs.swallow)
    with pytest.raises(Refused, match="no_such_step"):
        await work.result(ANA, "a", 10, slow_jobs.refuse)


async def test_what_nobody_asks_for_any_more_is_abandoned(work, tmp_path, monkeypatch):
    job = work.find(EVE, "long", 60, slow_jobs.count, 500, 0.02, str(tmp_path / "noted"))
    monkeypatch.setattr(module, "ABANDONED", 0.1)
    with pytest.raises(Refused, match="busy"):
        await job.done
    assert work.jobs == {}


async def test_a_worker_can_be_made_ready_beforehand(work):
    work.prepare()
    while work.jobs:
        await asyncio.sleep(0.02)
    assert work.process.running


async def test_at_the_end_everything_is_abandoned_at_once(work, tmp_path):
    job = work.find(EVE, "long", 600, slow_jobs.count, 2, 300, str(tmp_path / "noted"))
    while not work.process.running:
        await asyncio.sleep(0.01)
    began = time.monotonic()
    await work.close()
    assert time.monotonic() - began < 3
    with pytest.raises(Refused, match="stopping"):
        await job.done


def test_a_worker_whose_room_is_gone_ends_without_a_word():
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "ludoteca.server.work.worker"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()  # its standard input stays open: it must notice by itself
        order = pickle.dumps(Order(1, nothing))
        process.stdin.write(LENGTH.pack(len(order)) + order)
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
