"""Batches: many games of simple bots from one call, on one core or on all of them."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.executors import in_order
from ludoteca.core.game import Game
from ludoteca.core.game import game as game_of
from ludoteca.core.record import State

CHUNK = 1000  # games between two signs of progress


@dataclass(frozen=True)
class Batch:
    """The results of many games: a row a game, a column a seat."""

    scores: npt.NDArray[np.int64]
    winners: npt.NDArray[np.int8]
    decisions: npt.NDArray[np.int64]


@compiled
def play_out(state: State, bots: Any, actions: Any, rng: BotRandom) -> int:
    """Let bots play a game to its end. How many decisions was that?"""
    decisions = 0
    while not verbs.over(state):
        seat = bits.lowest(state.to_act)
        action = verbs.decide(state, seat, bots[seat], actions, rng)
        verbs.apply(state, seat, int(action))  # plain, a bot may hand on one of the array's short integers
        decisions += 1
    return decisions


@entry
def play_games(
    states: Any,
    first: int,
    bots: Any,
    actions: Any,
    rng: BotRandom,
    scores: Any,
    winners: Any,
    decisions: Any,
) -> None:
    """Play games number `first`, `first + 1` ... from the blank record `states[0]`, in `states[1]`."""
    for game in range(len(decisions)):
        states[1] = states[0]
        state = states[1]
        state.stream = first + game
        verbs.set_up(state)
        decisions[game] = play_out(state, bots, actions, rng)
        for seat in range(state.seats):
            scores[game, seat] = verbs.score(state, seat)
            winners[game, seat] = verbs.won(state, seat)


def simulate(
    game: Game,
    games: int,
    seats: int,
    options: dict[str, Any] | None = None,
    bots: Sequence[str] = ("random",),
    seed: chance.Seed = None,
    cores: int | None = 1,
    progress: Callable[[int], None] = lambda played: None,
    executor: Executor | None = None,
) -> Batch:
    """Play many games; `cores=None` takes all cores there are. The same seed gives the same games.

    Fewer bots than seats are repeated around the table. Game g is dealt from stream g of the seed's key.
    `executor` plays instead of this machine's cores: processes, threads or a cluster.
    """
    require_positive("games", games)
    require_positive("cores", 1 if cores is None else cores)
    blank = game.blank(seats, options, tables=2)
    chance.rekey(blank[0], seed)
    results = empty_batch(games, seats)
    play = partial(play_chunk, game.id, blank, bot_numbers(game, bots, seats))
    # Compiled code releases Python's global lock, so threads are enough, and share one compiled copy.
    threads = ThreadPoolExecutor(cores or os.cpu_count()) if executor is None else nullcontext(executor)
    with threads as workers:
        for chunk, played in zip(chunks(games), in_order(workers, play, chunks(games))):
            part = slice(chunk.start, chunk.stop)
            results.scores[part], results.winners[part] = played.scores, played.winners
            results.decisions[part] = played.decisions
            progress(len(chunk))
    return results


def play_chunk(id: str, blank: npt.NDArray[Any], bots: npt.NDArray[np.int64], chunk: range) -> Batch:
    """Games of these numbers, from a blank record; wherever they are played, they are the same."""
    game = game_of(id)
    results = empty_batch(len(chunk), int(blank[0].seats))
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    rng = rng_of((blank[0].key.tolist(), chunk.start))
    bots = np.require(bots, requirements="W")  # a cluster hands over what none may write
    play_games(
        blank.copy(), chunk.start, bots, actions, rng, results.scores, results.winners, results.decisions
    )
    return results


def require_positive(name: str, value: Any) -> None:
    if type(value) is not int or value < 1:
        raise BadOptions(f"bad_{name}", f"{name} is a positive whole number, not {brief(value)}")


def chunks(games: int) -> Iterator[range]:
    for start in range(0, games, CHUNK):
        yield range(start, min(start + CHUNK, games))


def empty_batch(games: int, seats: int) -> Batch:
    scores = np.zeros((games, seats), dtype=np.int64)
    return Batch(scores, np.zeros((games, seats), dtype=np.int8), np.zeros(games, dtype=np.int64))


def bot_numbers(game: Game, bots: Sequence[str], seats: int) -> npt.NDArray[np.int64]:
    """The bots' numbers, seat by seat."""
    simple = game.bots.NAMES
    for name in bots:
        if name not in simple:
            raise BadOptions(
                "not_simple", f"{game.id} has no simple bot {brief(name)}; it has {', '.join(simple)}"
            )
    if not bots or len(bots) > seats:
        raise BadOptions("bad_bots", f"give 1 to {seats} bots for {seats} seats")
    return np.array([simple.index(bots[seat % len(bots)]) for seat in range(seats)])
