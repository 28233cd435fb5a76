"""The order in which games are compiled: what somebody waits for comes first."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ludoteca
from ludoteca import Table
from ludoteca.bots import warmup
from ludoteca.bots.warmup import PARTS, Part, part_for, rules, search
from ludoteca.core.compiled import PLAIN
from ludoteca.server.table import compile_queue
from ludoteca.server.table.bot_threads import BotThreads
from server.people import guest, make

pytestmark = pytest.mark.anyio
FIRST, *_, LAST = ludoteca.games()


@pytest.fixture(autouse=True)
def compiled_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started; tests of that process say so."""
    monkeypatch.setattr(compile_queue, "is_on_disk", lambda game, part: True)


@pytest.fixture
def bot_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[BotThreads]:
    monkeypatch.setattr(compile_queue, "PLAIN", False)
    found = BotThreads()
    yield found
    found.close()


class SlowCompiler:
    """Steps that wait until they are let through, one by one, and note which they were."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[tuple[str, str]] = []
        self.turns = threading.Semaphore(0)
        monkeypatch.setattr(compile_queue, "steps_of", self.steps_of)

    def steps_of(self, game: Any, part: Part) -> Iterator[None]:
        for _ in range(3):
            self.turns.acquire(timeout=30)
            self.done.append((game.id, part.__name__))
            yield

    def let_through(self, steps: int) -> None:
        self.turns.release(steps)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowCompiler]:
    compiler = SlowCompiler(monkeypatch)
    yield compiler
    compiler.let_through(1000)


async def until(found: Callable[[], bool]) -> None:
    for _ in range(3000):
        if found():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


async def test_a_table_waits_for_one_step_of_other_games_and_for_its_own_rules(
    slow: SlowCompiler, open_room: Any
) -> None:
    """The room compiles its games in their order; a table of the last one is made during the first step."""
    async with open_room(compile_all=True) as room:
        ana = await guest(room)
        seat = ana.connect(await make(ana, ["me", {"bot": "random"}], game=LAST, start="ready"))
        slow.let_through(1 + 3)
        async with asyncio.timeout(20), seat:
            assert seat.table["game"] == LAST
        assert slow.done == [(FIRST, "rules")] + [(LAST, "rules")] * 3
        slow.let_through(3)
        await until(lambda: len(slow.done) == 7)
        assert slow.done[4:] == [(LAST, "simple_bots")] * 3
        slow.let_through(1000)


async def test_games_nobody_asked_for_are_compiled_in_their_order_rules_first(
    slow: SlowCompiler, open_room: Any
) -> None:
    slow.let_through(1000)
    parts = [(game, part.__name__) for part in PARTS for game in ludoteca.games()]
    async with open_room(compile_all=True):
        await until(lambda: len(slow.done) == 3 * len(parts))
    assert slow.done[::3] == parts


async def test_what_was_waiting_and_is_asked_for_comes_first(
    bot_threads: BotThreads, slow: SlowCompiler
) -> None:
    for id in ludoteca.games():
        bot_threads.compiler.add(ludoteca.game(id), rules, asked=False)
    slow.let_through(1)
    await until(lambda: len(slow.done) == 1)
    bot_threads.hurry(ludoteca.game(LAST))
    slow.let_through(1000)
    await bot_threads.ready_for(ludoteca.game(LAST))
    before = slow.done.index((LAST, "rules"))
    assert before in (1, 2)  # the second step of the first game may have begun
    assert slow.done[before : before + 3] == [(LAST, "rules")] * 3


async def test_a_part_that_could_not_be_compiled_is_tried_again(bot_threads: BotThreads) -> None:
    tried: list[str] = []

    def part(table: Table) -> Iterator[None]:
        tried.append(table.game.id)
        if len(tried) == 1:
            raise OSError("no space left on device")
        yield

    game = ludoteca.game("dobro")
    with pytest.raises(OSError, match="no space"):
        await bot_threads.ready_for(game, part)
    for _ in range(2):
        await bot_threads.ready_for(game, part)
    assert tried == ["dobro", "dobro"]


async def test_a_game_that_cannot_be_compiled_is_left_out(
    monkeypatch: pytest.MonkeyPatch, open_room: Any
) -> None:
    def steps_of(game: Any, part: Part) -> Iterator[None]:
        assert game.id != FIRST
        yield

    monkeypatch.setattr(compile_queue, "steps_of", steps_of)
    async with open_room(compile_all=True) as room:
        await until(lambda: FIRST not in room.inside.games)
        listed = (await (await guest(room)).get("/api/games"))["games"]
        assert {game["id"] for game in listed} == set(ludoteca.games()) - {FIRST}


async def test_a_game_whose_search_cannot_be_compiled_is_still_played(
    monkeypatch: pytest.MonkeyPatch, open_room: Any
) -> None:
    tried: list[tuple[str, Part]] = []

    def steps_of(game: Any, part: Part) -> Iterator[None]:
        tried.append((game.id, part))
        assert part is not search
        yield

    monkeypatch.setattr(compile_queue, "steps_of", steps_of)
    async with open_room(compile_all=True) as room:
        await until(lambda: (LAST, PARTS[-1]) in tried)
        listed = (await (await guest(room)).get("/api/games"))["games"]
        assert {game["id"] for game in listed} == set(ludoteca.games())


async def test_a_queue_that_is_closed_amid_a_step_is_busy_until_its_end(slow: SlowCompiler) -> None:
    queue = compile_queue.CompileQueue()
    done = queue.add(ludoteca.game(FIRST), rules)
    await until(lambda: queue.compiling)
    queue.close()
    assert done.cancelled()
    assert queue.busy
    slow.let_through(1)
    await until(lambda: not queue.busy)
    assert slow.done == [(FIRST, "rules")]


# The process that compiles


@pytest.fixture
def never_compiled(compiled_before: None, monkeypatch: pytest.MonkeyPatch) -> None:
    if PLAIN:
        pytest.skip("plain rules need no compiler")
    monkeypatch.setattr(compile_queue, "is_on_disk", lambda game, part: False)


def noting_steps(monkeypatch: pytest.MonkeyPatch, queue: compile_queue.CompileQueue) -> list[str]:
    """Whether the other process was there, before the room's own steps and amid them."""
    seen: list[str] = []

    def steps_of(game: Any, part: Part) -> Iterator[None]:
        seen.append("own steps" if queue.process.process else "own steps, without the other process")
        yield

    monkeypatch.setattr(compile_queue, "steps_of", steps_of)
    return seen


def test_what_was_never_compiled_is_compiled_by_a_process_that_ends_with_the_last(
    monkeypatch: pytest.MonkeyPatch, never_compiled: None
) -> None:
    queue = compile_queue.CompileQueue()
    seen = noting_steps(monkeypatch, queue)
    done = [queue.add(ludoteca.game(id), rules) for id in (FIRST, LAST)]
    for one in done:
        one.result(60)
    queue.thread.submit(lambda: None).result(60)  # the last step has returned
    assert seen == ["own steps", "own steps"]
    assert queue.process.process is None
    queue.close()


def test_a_room_compiles_by_itself_if_the_other_process_cannot(
    monkeypatch: pytest.MonkeyPatch, never_compiled: None
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    queue = compile_queue.CompileQueue()
    seen = noting_steps(monkeypatch, queue)
    queue.add(ludoteca.game(FIRST), rules).result(60)
    assert seen == ["own steps, without the other process"]
    queue.close()


def test_a_process_that_is_killed_leaves_the_rest_to_the_room(
    monkeypatch: pytest.MonkeyPatch, never_compiled: None
) -> None:
    queue = compile_queue.CompileQueue()
    noting_steps(monkeypatch, queue)
    process = queue.process._started()
    assert process is not None
    process.kill()
    process.wait()
    queue.add(ludoteca.game(FIRST), rules).result(60)
    queue.close()


def test_a_queue_that_is_closed_starts_no_process(never_compiled: None) -> None:
    queue = compile_queue.CompileQueue()
    queue.close()
    assert list(queue.process.steps(FIRST, "rules")) == []
    assert queue.process.process is None


def test_what_was_compiled_is_only_read(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = compile_queue.CompileQueue()
    monkeypatch.setattr(queue.process, "_started", pytest.fail)
    noting_steps(monkeypatch, queue)
    queue.add(ludoteca.game(FIRST), rules).result(60)
    queue.close()


def test_a_bot_waits_for_what_it_uses_and_for_no_more() -> None:
    game = ludoteca.game("pega-em-6")
    view = game.start(2, seed=0).view(0)
    needed = {bot: part_for(game, view, bot) for bot in ("random", "skilled", "master")}
    assert needed == {"random": warmup.simple_bots, "skilled": search, "master": warmup.inference}
