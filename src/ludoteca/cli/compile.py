"""`ludoteca compile`: make the machine code of games now, so that nobody waits for the compiler later."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from ludoteca import bots
from ludoteca.core.batch import simulate
from ludoteca.core.game import Game, game, games
from ludoteca.core.words import Words
from ludoteca.lab import review
from ludoteca.lab.environments import vector_steps


def show_compilation(words: Words, ids: Sequence[str], workers: int) -> None:
    """Say of each game how long it took; no time at all if its machine code is there already."""
    wanted = [game(id).id for id in ids] or games()
    for id, seconds in compiled_games(wanted, min(workers or os.cpu_count() or 1, len(wanted))):
        print(words.say("compile.done", {"name": game(id).name, "seconds": f"{seconds:.1f}"}), flush=True)


def compiled_games(ids: Sequence[str], workers: int) -> Iterator[tuple[str, float]]:
    """Each game in a process of its own: one compiler serves one core."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
        yield from zip(ids, processes.map(compile_game, ids), strict=True)


def compile_game(id: str) -> float:
    """Everything that people, bots, simulations, reviews and environments need of a game."""
    began, wanted = time.perf_counter(), game(id)
    seats = seats_to_try(wanted)
    bots.warm_up(wanted, seats, {})
    for _ in review.warm_up(wanted.start(seats, {}, seed=0)):
        pass
    simulate(wanted, 1, seats)
    vector_steps.warm_up(wanted, seats)
    return time.perf_counter() - began


def seats_to_try(wanted: Game) -> int:
    """Two, for what opponents need is compiled as well; one where nobody else can play."""
    possible = wanted.notation.seat_range({})
    return 2 if 2 in possible else possible[0]
