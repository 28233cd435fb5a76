"""Random games of every game there is: the material of the tests that all games share."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

import ludoteca
from ludoteca import Game, Table
from ludoteca.core import verbs
from ludoteca.core.compiled import PLAIN, entry

Json = dict[str, Any]

SEED = 20240229
MOST_DECISIONS = 3000  # no random game of ours is longer
ONE_IN = 0.2  # the share of positions that are considered as samples: writing one takes its time


def counted(compiled: int, plain: int) -> int:
    """How often to do something: plain rules are hundreds of times slower."""
    return plain if PLAIN else compiled


@dataclass(frozen=True)
class Setting:
    """A game with options and a number of seats."""

    id: str
    options: Json = field(hash=False)
    seats: int
    name: str

    @property
    def game(self) -> Game:
        return ludoteca.game(self.id)

    def start(self, seed: int = SEED) -> Table:
        return self.game.start(self.seats, self.options, seed)

    def __str__(self) -> str:
        return self.name


def options_name(options: Json) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


def settings() -> list[Setting]:
    """Every game with all its options and seat counts."""
    return [
        Setting(id, options, seats, f"{id}/{options_name(options)}/{seats}")
        for id in ludoteca.games()
        for options in ludoteca.game(id).notation.OPTIONS
        for seats in ludoteca.game(id).notation.seat_range(options)
    ]


def few_settings() -> list[Setting]:
    """Every game with all its options, each with its fewest and its most seats."""
    every = settings()
    same_options = {(one.id, options_name(one.options)): [] for one in every}
    for one in every:
        same_options[one.id, options_name(one.options)].append(one)
    return [one for group in same_options.values() for one in dict.fromkeys((group[0], group[-1]))]


def copy(table: Table) -> Table:
    """A table of its own with the same record, byte for byte."""
    states = np.frombuffer(bytearray(table.states.tobytes()), dtype=table.game.record)
    return Table(table.game, states)


def viewers(table: Table) -> list[int | None]:
    """All viewers: each seat, and a spectator."""
    return [*range(table.seats), None]


def play_randomly(table: Table, rng: random.Random) -> tuple[int, Json]:
    """Let a random seat that may act do a random thing."""
    seat = rng.choice(table.to_act)
    action = rng.choice(table.legal(seat))
    table.play(seat, action)
    return seat, action


def random_game(setting: Setting, seed: int, most: int = MOST_DECISIONS) -> Iterator[Table]:
    """A random game, before every decision and after the last one; it is one table, which moves on."""
    table, rng = setting.start(seed), random.Random(seed)
    for _ in range(most):
        yield table
        if table.over:
            return
        play_randomly(table, rng)
    yield table


@cache
def samples(setting: Setting, each: int, seed: int = SEED) -> tuple[Table, ...]:
    """Up to `each` tables of each phase, from anywhere in a random game: copy before you change one."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    kept: dict[str, list[Table]] = {}
    for step, table in enumerate(random_game(setting, seed)):
        if step > 0 and not table.over and rng.random() > ONE_IN:
            continue
        phase = str(table.position()["phase"])
        met[phase] += 1
        tables = kept.setdefault(phase, [])
        if len(tables) < each:
            tables.append(copy(table))
        elif (place := rng.randrange(met[phase])) < each:
            tables[place] = copy(table)
    return tuple(table for tables in kept.values() for table in tables)


def some_actions(game: Game, rng: random.Random, most: int) -> list[int]:
    """Some of all the actions there are, whether they are allowed now or not."""
    return rng.sample(range(game.rules.ACTIONS), min(most, game.rules.ACTIONS))


def dumps(value: Any) -> str:
    """The JSON of a value, in one way only."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def refusals(table: Table, seat: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Every action there is, and for each the line of REFUSALS that forbids it to a seat; 0 if it may.

    In plain mode, where asking takes long, for all that are legal and for some of the others.
    """
    asked = np.arange(table.game.rules.ACTIONS, dtype=np.int32)
    if PLAIN:
        some = some_actions(table.game, random.Random(seat), 600)
        asked = np.array(sorted({*some, *table.legal_ids(seat)}), dtype=np.int32)
    lines = np.zeros(len(asked), dtype=np.int64)
    list_refusals(table.states, seat, asked, lines)
    return asked, lines


@entry
def list_refusals(states: Any, seat: int, asked: Any, lines: Any) -> None:
    """One call for all of them: from Python, tens of thousands would take most of the tests' time."""
    for place in range(len(asked)):
        lines[place] = verbs.refusal(states[0], seat, int(asked[place]))
