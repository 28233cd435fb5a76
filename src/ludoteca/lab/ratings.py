"""Ratings of bots from all games of a match at once.

A seat's chance is its part of the strength of all seats at the table (Bradley and Terry, Plackett and
Luce), so one bot among three of another is rated by what a seat is worth. Bots do not change as people do:
the order of games does not count.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Lot = Mapping[str, tuple[int, float]]  # of one game: by bot, its seats and its part of the victory
Floats = npt.NDArray[np.float64]

MEAN = 25.0
SPREAD = 25 / 3  # of bots before any game
SCALE = 2**0.5 * 25 / 6  # points by which odds of victory are e to 1
STEPS = 100
LONGEST_STEP = 1.0


def ratings(games: Sequence[Lot], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """By bot: its rating, 25 on average, and the standard error of its distance from the others' mean."""
    tables, seats, won, played = counted(games, names)
    strength = np.zeros(len(names))
    for _ in range(STEPS if tables else 0):
        chances = chances_of(strength, seats)
        ahead = won - (played[:, None] * chances).sum(axis=0) - strength * (SCALE / SPREAD) ** 2
        step = np.linalg.solve(certainty(chances, played), ahead)
        strength += step * min(1.0, LONGEST_STEP / max(1e-12, np.abs(step).max()))
    strength -= strength.mean()
    errors = errors_of(certainty(chances_of(strength, seats), played))
    found = zip(MEAN + SCALE * strength, SCALE * errors, strict=True)
    return {name: (float(rating), float(error)) for name, (rating, error) in zip(names, found, strict=True)}


def counted(games: Sequence[Lot], names: Sequence[str]) -> tuple[int, Floats, Floats, Floats]:
    """Tables that differ, the seats of each bot there, all victories by bot, and games by table."""
    tables: Counter[tuple[int, ...]] = Counter()
    won = np.zeros(len(names))
    for lot in games:
        if len(lot) > 1:
            tables[tuple(lot.get(name, (0, 0.0))[0] for name in names)] += 1
            won += [lot.get(name, (0, 0.0))[1] for name in names]
    seats = np.array(list(tables), dtype=np.float64).reshape(len(tables), len(names))
    return len(tables), seats, won, np.array(list(tables.values()), dtype=np.float64)


def chances_of(strength: Floats, seats: Floats) -> Floats:
    """How often each bot wins at each table."""
    parts: Floats = seats * np.exp(strength)
    return parts / np.maximum(1e-300, parts.sum(axis=1, keepdims=True))


def certainty(chances: Floats, played: Floats) -> Floats:
    """What all games tell of the strengths, beside what was known before them."""
    between = (played[:, None, None] * chances[:, :, None] * chances[:, None, :]).sum(axis=0)
    alone = np.diag((played[:, None] * chances).sum(axis=0) + (SCALE / SPREAD) ** 2)
    found: Floats = alone - between
    return found


def errors_of(known: Floats) -> Floats:
    count = len(known)
    apart = np.eye(count) - (1 - np.eye(count)) / max(1, count - 1)
    errors: Floats = np.sqrt(np.diag(apart @ np.linalg.inv(known) @ apart.T))
    return errors
