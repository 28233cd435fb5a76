"""Where the time of a basic hand of Pega em 6! goes: each part alone, in nanoseconds, the best of a few runs.

python benchmarks/where_time_goes.py
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ludoteca
from ludoteca.core import bot_random, chance
from ludoteca.core.batch import play_out
from ludoteca.core.compiled import entry
from ludoteca.games.pega_em_6 import rules
from ludoteca.games.pega_em_6.alphabet import MOST_LEGAL
from ludoteca.games.pega_em_6.rows import row_for

REPEATS = 7
GAME = ludoteca.game("pega-em-6")
ACTIONS = np.zeros(MOST_LEGAL, dtype=np.int32)
BOTS = np.zeros(4, dtype=np.int64)
WHIM = bot_random.rng_of(1)


@entry
def draw(states: Any, times: int) -> None:
    for number in range(times):
        chance.below(states[0], 104 - number % 44)


@entry
def deal(states: Any, times: int) -> None:
    for _ in range(times):
        rules.deal(states[0])


@entry
def copy(states: Any, times: int) -> None:
    for number in range(times):
        states[number & 1] = states[1 - (number & 1)]


@entry
def list_legal(states: Any, times: int, actions: Any) -> int:
    listed = 0
    for number in range(times):
        listed += rules.legal(states[0], number & 3, actions)
    return listed


@entry
def find_row(states: Any, times: int) -> int:
    found = 0
    for number in range(times):
        found += row_for(states[0], number % 104 + 1)
    return found


@entry
def choose(states: Any, times: int, rng: Any) -> int:
    chosen = 0
    for _ in range(times):
        chosen += bot_random.below(rng, 10)
    return chosen


@entry
def whole_hand(states: Any, times: int, bots: Any, actions: Any, rng: Any) -> int:
    decisions = 0
    for number in range(times):
        states[1] = states[0]
        states[1].stream = number
        rules.set_up(states[1])
        decisions += play_out(states[1], bots, actions, rng)
    return decisions


def tables(dealt: bool) -> Any:
    states = GAME.blank(4, {"rounds": 1}, tables=2)
    chance.rekey(states[0], 1)
    if dealt:
        rules.set_up(states[0])
    return states


def best(part: Callable[..., Any], states: Any, times: int, *more: Any) -> float:
    """Nanoseconds for one time."""
    part(states, 10, *more)
    spent = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        part(states, times, *more)
        spent.append(time.perf_counter() - start)
    return min(spent) / times * 1e9


def main() -> None:
    hand = best(whole_hand, tables(False), 20_000, BOTS, ACTIONS, WHIM)
    decisions = whole_hand(tables(False), 20_000, BOTS, ACTIONS, WHIM) / 20_000
    each = f"{decisions:.1f} decisions, {hand / decisions:.1f} ns each"
    print(f"{'a whole hand of four seats':31} {hand:8.1f} ns, {each}")
    for name, part, times, often, *more in (
        ("dealing it (ChaCha, 44 draws)", deal, 50_000, 1),
        ("copying the blank record", copy, 100_000, 1),
        ("listing a hand of ten", list_legal, 1_000_000, 40, ACTIONS),
        ("finding the row of a card", find_row, 1_000_000, 40),
        ("a random player's choice", choose, 1_000_000, 40, WHIM),
        ("one draw by itself", draw, 1_000_000, 0),
    ):
        one = best(part, tables(True), times, *more)
        share = f"x {often} = {one * often / hand:6.1%} of the hand" if often else ""
        print(f"{name:31} {one:8.1f} ns {share}")


if __name__ == "__main__":
    main()
