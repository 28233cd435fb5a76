"""How a value net learns: the slope of its errors, and Adam, which turns slopes into steps."""

import numpy as np

from ludoteca.core.compiled import compiled, entry
from ludoteca.core.value_net import Floats, Ids, Net, Notes, Thought, answer, think

FADE, SQUARE_FADE = 0.9, 0.999  # how slowly Adam forgets slopes and their squares
TINY = 1e-8


@entry
def add_slopes(
    net: Net, turned: Floats, slopes: Net, notes: Notes, made: int, weights: Floats, thought: Thought,
    blame_one: Floats, blame_two: Floats,
) -> float:  # fmt: skip
    """Add to `slopes` what the first `made` notes say. The sum of the squared errors of the first answer.

    `turned` is the middle layer with rows and columns exchanged; `weights` says how much each answer counts.
    """
    lost = 0.0
    for row in range(made):
        ids, count, amounts = notes.ids[row], notes.counts[row], notes.amounts[row]
        think(net, ids, count, amounts, thought.one, thought.two, thought.awake)
        lost += blame_answers(net, slopes, notes.targets[row], weights, thought, blame_two)
        blame_second(slopes, thought, blame_two)
        blame_first(turned, slopes, thought, blame_one, blame_two)
        blame_signs(slopes.signs, ids, count, amounts, blame_one)
    return lost


@compiled
def blame_answers(
    net: Net, slopes: Net, targets: Floats, weights: Floats, thought: Thought, blame_two: Floats
) -> float:
    lost = 0.0
    for unit in range(blame_two.shape[0]):
        blame_two[unit] = 0
    for which in range(net.last.shape[0]):
        error = answer(net, which, thought.two, thought.lanes) - targets[which]
        if which == 0:
            lost = error * error
        blame = np.float32(error * weights[which])
        slopes.last[which] += blame
        for unit in range(blame_two.shape[0]):
            blame_two[unit] += blame * net.answers[which, unit]
            slopes.answers[which, unit] += blame * thought.two[unit]
    return lost


@compiled
def blame_second(slopes: Net, thought: Thought, blame_two: Floats) -> None:
    """Silent units are not to blame."""
    for unit in range(blame_two.shape[0]):
        if thought.two[unit] <= 0:
            blame_two[unit] = 0
        slopes.second[unit] += blame_two[unit]
    for source in range(thought.one.shape[0]):
        amount = thought.one[source]
        if amount > 0:
            for unit in range(blame_two.shape[0]):
                slopes.middle[source, unit] += amount * blame_two[unit]


@compiled
def blame_first(turned: Floats, slopes: Net, thought: Thought, blame_one: Floats, blame_two: Floats) -> None:
    for unit in range(blame_one.shape[0]):
        blame_one[unit] = 0
    for source in range(blame_two.shape[0]):
        blame = blame_two[source]
        if blame != 0:
            for unit in range(blame_one.shape[0]):
                blame_one[unit] += blame * turned[source, unit]
    for unit in range(blame_one.shape[0]):
        if thought.one[unit] <= 0:
            blame_one[unit] = 0
        slopes.first[unit] += blame_one[unit]


@compiled
def blame_signs(signs: Floats, ids: Ids, count: int, amounts: Floats, blame_one: Floats) -> None:
    for place in range(count):
        sign = ids[place]
        for unit in range(blame_one.shape[0]):
            signs[sign, unit] += blame_one[unit]
    start = signs.shape[0] - amounts.shape[0]
    for place in range(amounts.shape[0]):
        amount = amounts[place]
        for unit in range(blame_one.shape[0]):
            signs[start + place, unit] += amount * blame_one[unit]


@entry
def adam_step(
    flat: Floats, slope: Floats, mean: Floats, square: Floats, average: Floats,
    share: float, rate: float, keep: float, step: int,
) -> None:  # fmt: skip
    """Step down the slope times `share`, which is then cleared; `average` follows the weights slowly."""
    size = np.float32(rate * np.sqrt(1 - SQUARE_FADE**step) / (1 - FADE**step))
    fade, square_fade, tiny = np.float32(FADE), np.float32(SQUARE_FADE), np.float32(TINY)
    fresh, square_fresh = np.float32(1 - FADE), np.float32(1 - SQUARE_FADE)
    shared, kept, moved = np.float32(share), np.float32(keep), np.float32(1 - keep)
    for place in range(flat.shape[0]):
        now = slope[place] * shared
        slope[place] = 0
        mean[place] = fade * mean[place] + fresh * now
        square[place] = square_fade * square[place] + square_fresh * now * now
        flat[place] -= size * mean[place] / (np.sqrt(square[place]) + tiny)
        average[place] = kept * average[place] + moved * flat[place]
