"""Broken input of every kind, made from sound input."""

import copy
import random
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]  # the keys and places that lead to a value

DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]

# What may stand where something else is due. JSON brings all of them but the last three.
JUNK = (
    None, True, False, 0, 1, 2, -1, 1.0, 0.5, 104, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30, 1e300,
    float("nan"), float("inf"), "", "1", "nonsense", "é\u0000", [], [1], [[1]], [None],
    {}, {"card": 1}, {"": []}, 10**5000, DEEP, b"1",
)  # fmt: skip
NO_SEAT = (
    None,
    True,
    False,
    -1,
    1.0,
    0.0,
    "0",
    "",
    [],
    [0],
    {},
    99,
    2**63,
    10**30,
    float("nan"),
    b"0",
    10**5000,
)


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """The way to every value inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in inside:
        yield (*here, key)
        yield from paths(held, (*here, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(value: Any, path: Path, new: Any) -> Any:
    """A copy with another value at the end of a path."""
    value = copy.deepcopy(value)
    at(value, path[:-1])[path[-1]] = new
    return value


def without(value: Any, path: Path) -> Any:
    """A copy without what lies at the end of a path."""
    value = copy.deepcopy(value)
    del at(value, path[:-1])[path[-1]]
    return value


def broken(position: Any, rng: random.Random) -> Any:
    """A position with one random thing wrong in it, or by luck still right."""
    return rng.choice(WAYS_TO_BREAK)(position, rng)


def drop_something(position: Any, rng: random.Random) -> Any:
    return without(position, rng.choice(list(paths(position))))


def put_junk(position: Any, rng: random.Random) -> Any:
    return changed(position, rng.choice(list(paths(position))), rng.choice(JUNK))


def add_a_key(position: Any, rng: random.Random) -> Any:
    objects = [(), *(path for path in paths(position) if isinstance(at(position, path), dict))]
    key = rng.choice(("nonsense", "", "to act", "Seats", 1, None))
    return changed(position, (*rng.choice(objects), key), rng.choice(JUNK))


def change_a_number(position: Any, rng: random.Random) -> Any:
    numbers = [path for path in paths(position) if type(at(position, path)) is int]
    path = rng.choice(numbers)
    near = at(position, path) + rng.choice((-1, 1, 2, -2, 10))
    return changed(position, path, rng.choice((near, near, -1, 0, 1, 127, 2**15, 2**31, 2**62, 2**63 - 1)))


def turn_a_truth(position: Any, rng: random.Random) -> Any:
    truths = [path for path in paths(position) if type(at(position, path)) is bool]
    path = rng.choice(truths)
    return changed(position, path, not at(position, path))


def lists_in(position: Any) -> list[Path]:
    return [path for path in paths(position) if isinstance(at(position, path), list)]


def repeat_an_element(position: Any, rng: random.Random) -> Any:
    full = [path for path in lists_in(position) if at(position, path)]
    path = rng.choice(full)
    elements = list(at(position, path))
    elements.insert(rng.randrange(len(elements) + 1), rng.choice(elements))
    return changed(position, path, elements)


def move_an_element(position: Any, rng: random.Random) -> Any:
    """From one list to another: a card in another hand, a seat among the winners."""
    full = [path for path in lists_in(position) if at(position, path)]
    source = rng.choice(full)
    place = rng.randrange(len(at(position, source)))
    element = copy.deepcopy(at(position, source)[place])
    moved = without(position, (*source, place))
    target = rng.choice(lists_in(moved))
    return changed(moved, target, rng.choice((sorted_if_possible, list))([*at(moved, target), element]))


def swap_two_values(position: Any, rng: random.Random) -> Any:
    """Two cards change places, two keys change contents: all is there, but not where it was."""
    every = list(paths(position))
    one, other = rng.choice(every), rng.choice(every)
    if one[: len(other)] == other or other[: len(one)] == one:
        return position
    here, there = at(position, one), at(position, other)
    return changed(changed(position, one, there), other, here)


def reorder_a_list(position: Any, rng: random.Random) -> Any:
    path = rng.choice(lists_in(position))
    elements = list(at(position, path))
    rng.shuffle(elements)
    return changed(position, path, elements)


def change_a_word(position: Any, rng: random.Random) -> Any:
    words = [path for path in paths(position) if isinstance(at(position, path), str)]
    path, other = rng.choice(words), rng.choice(words)
    word = at(position, path)
    return changed(position, path, rng.choice((at(position, other), word.upper(), word + " ", word[:-1])))


def sorted_if_possible(elements: list[Any]) -> list[Any]:
    try:
        return sorted(elements)
    except TypeError:
        return elements


WAYS_TO_BREAK = (
    drop_something,
    put_junk,
    add_a_key,
    change_a_number,
    turn_a_truth,
    repeat_an_element,
    move_an_element,
    swap_two_values,
    reorder_a_list,
    change_a_word,
)


def bad_actions(action: dict[str, Any]) -> Iterator[Any]:
    """Things that resemble an action; some may be actions all the same."""
    for key in action:
        yield {name: value for name, value in action.items() if name != key}
        yield {name.upper(): value for name, value in action.items()}
        yield {**action, "nonsense": 1}
        yield {**action, key: [action[key]]}
        yield [key, action[key]]
        for junk in JUNK:
            yield {**action, key: junk}
        if isinstance(action[key], list):
            for path in paths(action[key]):
                yield from (changed(action, (key, *path), junk) for junk in JUNK)
                yield without(action, (key, *path))
            yield {**action, key: [*action[key], *action[key]]}
            yield {**action, key: tuple(action[key])}
    yield from (list(action), list(action.items()), str(action), [action], {1: 2}, {None: None, "a": 1})
    yield from JUNK
