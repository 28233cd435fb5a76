"""A small value net over signs that are mostly absent: two hidden layers, and one output a question.

The first layer is a sum of the rows of the signs that are there, so its cost follows what is on the table,
not what could be.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int32]


class Net(NamedTuple):
    """Weights; all are views of one flat array, so that an optimiser sees a single vector."""

    signs: Floats  # sign or amount, unit of the first layer; the amounts are the last rows
    first: Floats
    middle: Floats  # unit of the first layer, unit of the second
    second: Floats
    answers: Floats  # answer, unit of the second layer
    last: Floats


class Thought(NamedTuple):
    """Room for one evaluation: what is seen, the two layers, and what others are compared with."""

    ids: Ids
    amounts: Floats
    one: Floats
    two: Floats
    lanes: Floats
    awake: Ids
    base_ids: Ids
    base: Floats  # the first layer of the base, before its amounts
    stamps: Ids  # by sign: is it in the base?
    added: Ids
    removed: Ids


class Notes(NamedTuple):
    """What was seen, a row a position, and what the net should have answered."""

    seats: npt.NDArray[np.int64]  # whose decision it was
    ids: Ids
    counts: npt.NDArray[np.int64]
    amounts: Floats
    targets: Floats


LANES = 8
AMOUNTS_AT_ONCE = 3


def size_of(features: int, hidden: tuple[int, int], answers: int) -> int:
    one, two = hidden
    return features * one + one + one * two + two + answers * two + answers


def net_of(flat: Floats, features: int, hidden: tuple[int, int], answers: int) -> Net:
    """The net whose weights lie in `flat`."""
    one, two = hidden
    shapes: list[tuple[int, ...]] = [(features, one), (one,), (one, two), (two,), (answers, two), (answers,)]
    parts: list[Any] = []
    start = 0
    for shape in shapes:
        stop = start + int(np.prod(shape))
        parts.append(flat[start:stop].reshape(shape))
        start = stop
    return Net(*parts)


def fresh_weights(features: int, hidden: tuple[int, int], answers: int, on: float, seed: int) -> Floats:
    """Random weights for a first layer that sees about `on` signs at once."""
    flat = np.zeros(size_of(features, hidden, answers), dtype=np.float32)
    net = net_of(flat, features, hidden, answers)
    rng = np.random.default_rng(seed)
    net.signs[:] = rng.normal(0, np.sqrt(1 / on), net.signs.shape)
    net.middle[:] = rng.normal(0, np.sqrt(2 / hidden[0]), net.middle.shape)
    net.answers[:] = rng.normal(0, 0.1 * np.sqrt(1 / hidden[1]), net.answers.shape)
    return flat


@compiled
def thought_of(net: Net, most_signs: int, amounts: int) -> Thought:
    return Thought(
        np.zeros(most_signs, dtype=np.int32),
        np.zeros(amounts, dtype=np.float32),
        np.zeros(net.first.shape[0], dtype=np.float32),
        np.zeros(net.second.shape[0], dtype=np.float32),
        np.zeros(LANES, dtype=np.float32),
        np.zeros(net.first.shape[0] + 1, dtype=np.int32),
        np.zeros(most_signs, dtype=np.int32),
        np.zeros(net.first.shape[0], dtype=np.float32),
        np.zeros(net.signs.shape[0], dtype=np.int32),
        np.zeros(most_signs, dtype=np.int32),
        np.zeros(most_signs, dtype=np.int32),
    )


@compiled
def think(net: Net, ids: Ids, count: int, amounts: Floats, one: Floats, two: Floats, awake: Ids) -> None:
    """Fill both layers from `count` signs and the amounts."""
    add_signs(net, ids, count, one)
    finish_layers(net, amounts, one, two, awake)


@compiled
def finish_layers(net: Net, amounts: Floats, one: Floats, two: Floats, awake: Ids) -> None:
    add_amounts(net, amounts, one)
    for unit in range(one.shape[0]):
        one[unit] = max(one[unit], np.float32(0))
    add_middle(net, one, two, awake)
    for unit in range(two.shape[0]):
        two[unit] = max(two[unit], np.float32(0))


@compiled
def set_base(net: Net, thought: Thought, count: int) -> int:
    """Remember what is seen now; what is like it is then cheap to value. How many signs are in the base?"""
    add_signs(net, thought.ids, count, thought.base)
    for place in range(count):
        thought.base_ids[place] = thought.ids[place]
        thought.stamps[thought.ids[place]] = 1
    return count


@compiled
def clear_base(thought: Thought, base_count: int) -> None:
    for place in range(base_count):
        thought.stamps[thought.base_ids[place]] = 0


@compiled
def think_from_base(net: Net, thought: Thought, count: int, base_count: int) -> None:
    """As `think`, but only for what differs from the base."""
    added, removed = split_signs(thought, count, base_count)
    one, base, signs = thought.one, thought.base, net.signs
    units = one.shape[0]
    for unit in range(units):
        one[unit] = base[unit]
    both = min(added, removed)
    place = 0
    while place + 2 <= both:
        a, b = thought.added[place], thought.added[place + 1]
        c, d = thought.removed[place], thought.removed[place + 1]
        for unit in range(units):
            one[unit] += (signs[a, unit] - signs[c, unit]) + (signs[b, unit] - signs[d, unit])
        place += 2
    for rest in range(place, added):
        a = thought.added[rest]
        for unit in range(units):
            one[unit] += signs[a, unit]
    for rest in range(place, removed):
        a = thought.removed[rest]
        for unit in range(units):
            one[unit] -= signs[a, unit]
    finish_layers(net, thought.amounts, one, thought.two, thought.awake)


@compiled
def split_signs(thought: Thought, count: int, base_count: int) -> tuple[int, int]:
    """How many signs are not in the base, and how many of the base are missing? No sign is there twice."""
    added = 0
    for place in range(count):
        sign = thought.ids[place]
        fresh = thought.stamps[sign] == 0
        thought.added[added] = sign
        added += fresh
        thought.stamps[sign] += 1 - fresh
    removed = 0
    for place in range(base_count):
        sign = thought.base_ids[place]
        thought.removed[removed] = sign
        removed += thought.stamps[sign] == 1
        thought.stamps[sign] = 1
    return added, removed


@compiled
def add_signs(net: Net, ids: Ids, count: int, one: Floats) -> None:
    """Four rows at a time: the layer is then read and written a quarter as often."""
    units = one.shape[0]
    signs = net.signs
    for unit in range(units):
        one[unit] = net.first[unit]
    place = 0
    while place + 4 <= count:
        a, b, c, d = ids[place], ids[place + 1], ids[place + 2], ids[place + 3]
        for unit in range(units):
            one[unit] += (signs[a, unit] + signs[b, unit]) + (signs[c, unit] + signs[d, unit])
        place += 4
    while place < count:
        a = ids[place]
        for unit in range(units):
            one[unit] += signs[a, unit]
        place += 1


@compiled
def add_amounts(net: Net, amounts: Floats, one: Floats) -> None:
    start = net.signs.shape[0] - amounts.shape[0]
    signs = net.signs
    for place in range(0, amounts.shape[0], 3):
        a, b, c = amounts[place], amounts[place + 1], amounts[place + 2]
        row = start + place
        for unit in range(one.shape[0]):
            one[unit] += a * signs[row, unit] + b * signs[row + 1, unit] + c * signs[row + 2, unit]


@compiled
def add_middle(net: Net, one: Floats, two: Floats, awake: Ids) -> None:
    """Units that are silent add nothing, and about half of them are."""
    for unit in range(two.shape[0]):
        two[unit] = net.second[unit]
    count = 0
    for unit in range(one.shape[0]):
        awake[count] = unit
        count += one[unit] > 0
    middle = net.middle
    place = 0
    while place + 4 <= count:
        i, j, k, m = awake[place], awake[place + 1], awake[place + 2], awake[place + 3]
        a, b, c, d = one[i], one[j], one[k], one[m]
        for unit in range(two.shape[0]):
            two[unit] += (a * middle[i, unit] + b * middle[j, unit]) + (
                c * middle[k, unit] + d * middle[m, unit]
            )
        place += 4
    while place < count:
        i = awake[place]
        a = one[i]
        for unit in range(two.shape[0]):
            two[unit] += a * middle[i, unit]
        place += 1


@compiled
def answer(net: Net, which: int, two: Floats, lanes: Floats) -> float:
    """One output; summed in lanes, which the processor adds side by side."""
    for lane in range(LANES):
        lanes[lane] = 0
    for start in range(0, two.shape[0], LANES):
        for lane in range(LANES):
            lanes[lane] += two[start + lane] * net.answers[which, start + lane]
    total = net.last[which]
    for lane in range(LANES):
        total += lanes[lane]
    return total
