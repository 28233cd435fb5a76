"""A value net answers what its weights say, from scratch or by what has changed."""

import numpy as np
import numpy.typing as npt
import pytest

from ludoteca.core.compiled import entry
from ludoteca.core.value_net import (
    Net,
    Thought,
    answer,
    clear_base,
    fresh_weights,
    net_of,
    set_base,
    size_of,
    think,
    think_from_base,
    thought_of,
)

SHAPE = (30, (16, 8), 2)  # 27 signs and 3 amounts
AMOUNTS = 3


@entry
def answer_from_scratch(net: Net, thought: Thought, count: int) -> float:
    think(net, thought.ids, count, thought.amounts, thought.one, thought.two, thought.awake)
    return answer(net, 1, thought.two, thought.lanes)


@entry
def answer_from(net: Net, thought: Thought, base: npt.NDArray[np.int32], ids: npt.NDArray[np.int32]) -> float:
    for place in range(len(base)):
        thought.ids[place] = base[place]
    base_count = set_base(net, thought, len(base))
    for place in range(len(ids)):
        thought.ids[place] = ids[place]
    think_from_base(net, thought, len(ids), base_count)
    clear_base(thought, base_count)
    return answer(net, 1, thought.two, thought.lanes)


def random_net() -> Net:
    net = net_of(fresh_weights(*SHAPE, on=5, seed=4), *SHAPE)
    net.first[:] = np.linspace(-1, 1, 16)
    net.second[:] = np.linspace(-1, 1, 8)
    net.last[:] = (5, 7)
    return net


def expected(net: Net, ids: list[int], amounts: npt.NDArray[np.float32]) -> float:
    one = net.first + net.signs[ids].sum(0) + amounts @ net.signs[-AMOUNTS:]
    two = net.second + np.maximum(one, 0) @ net.middle
    return float(net.last[1] + net.answers[1] @ np.maximum(two, 0))


@pytest.mark.parametrize("ids", [[], [3], [0, 5, 9, 26], [1, 2, 3, 4, 5, 6, 7]])
def test_a_net_adds_up_the_signs_that_are_there(ids: list[int]) -> None:
    net = random_net()
    thought = thought_of(net, 10, AMOUNTS)
    thought.ids[: len(ids)] = ids
    thought.amounts[:] = (0.5, -1, 2)
    assert answer_from_scratch(net, thought, len(ids)) == pytest.approx(
        expected(net, ids, thought.amounts), rel=1e-5
    )


@pytest.mark.parametrize("ids", [[], [0, 5, 9, 26], [5, 9], [1, 2, 3, 4, 5, 6, 7], [26, 0, 1, 9, 5]])
def test_what_differs_from_the_base_gives_the_same_answer(ids: list[int]) -> None:
    net = random_net()
    thought = thought_of(net, 10, AMOUNTS)
    thought.amounts[:] = (1, 2, 3)
    base = np.array([0, 5, 9, 26], dtype=np.int32)
    found = answer_from(net, thought, base, np.array(ids, dtype=np.int32))
    assert found == pytest.approx(expected(net, ids, thought.amounts), rel=1e-5)
    assert not thought.stamps.any()


def test_all_weights_lie_in_one_array() -> None:
    flat = np.zeros(size_of(*SHAPE), dtype=np.float32)
    for part in net_of(flat, *SHAPE):
        part += 1
    assert (flat == 1).all()
