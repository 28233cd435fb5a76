from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludoteca.core import bot_random
from ludoteca.core.compiled import entry

MASK = 0xFFFFFFFF


@entry
def draw_many(rng: bot_random.BotRandom, n: int, drawn: Any) -> None:
    for place in range(len(drawn)):
        drawn[place] = bot_random.below(rng, n)


def draws(rng: bot_random.BotRandom, n: int, times: int) -> list[int]:
    drawn = np.zeros(times, dtype=np.int64)
    draw_many(rng, n, drawn)
    return [int(number) for number in drawn]


def reference_words(a: int, b: int, times: int) -> list[int]:
    """xoroshiro64** as its authors publish it."""

    def turn(word: int, bits: int) -> int:
        return (word << bits | word >> 32 - bits) & MASK

    words = []
    for _ in range(times):
        words.append(turn(a * 0x9E3779BB & MASK, 5) * 5 & MASK)
        b ^= a
        a, b = (turn(a, 26) ^ b ^ b << 9) & MASK, turn(b, 13)
    return words


@pytest.mark.parametrize("start", [(1, 1), (MASK, MASK), (0x80000001, 0x7FFFFFFF), (12345, 67891)])
def test_a_whim_is_xoroshiro64_star_star(start: tuple[int, int]) -> None:
    rng = np.array(start, dtype=np.int64)
    assert draws(rng, 2**16, 200) == [word >> 16 for word in reference_words(*start, 200)]
    assert all(0 <= word <= MASK for word in rng)


def test_a_whim_repeats_for_the_same_seed_and_differs_for_others() -> None:
    first = draws(bot_random.rng_of("a"), 1000, 20)
    assert draws(bot_random.rng_of("a"), 1000, 20) == first
    assert draws(bot_random.rng_of("b"), 1000, 20) != first
    assert draws(bot_random.rng_of(1), 1000, 20) != draws(bot_random.rng_of((1, 0)), 1000, 20)


def test_a_whim_never_starts_in_the_state_that_it_cannot_leave() -> None:
    assert all(bot_random.rng_of(seed).all() for seed in range(200))


@pytest.mark.parametrize("n", [1, 2, 3, 10, 104])
def test_whims_are_about_uniform(n: int) -> None:
    counts = Counter(draws(bot_random.rng_of(n), n, 200 * n))
    assert sorted(counts) == list(range(n))
    assert all(120 <= count <= 290 for count in counts.values())


def test_many_rngs_differ_and_a_longer_list_begins_with_the_same() -> None:
    short, long = bot_random.rngs_of("seed", 3), bot_random.rngs_of("seed", 50)
    assert short.tolist() == long[:3].tolist()
    assert len({tuple(one) for one in long.tolist()}) == 50
    assert bot_random.rngs_of("another", 3).tolist() != short.tolist()
