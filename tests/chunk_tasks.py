"""Tasks for tests of executors; other processes import them by name."""

import os
from pathlib import Path

LIMIT = 3


def squared(number: int) -> int:
    return number * number


def squared_or_dead(folder: Path, deaths: int, number: int) -> int:
    """The process dies at number 7, as often as asked, and nobody else's work is worse for it."""
    died = len([*folder.iterdir()])
    if number == 7 and died < deaths:
        (folder / str(died)).touch()
        os._exit(1)
    return squared(number)


def small_only(number: int) -> int:
    if number > LIMIT:
        raise ValueError(f"{number} is too much")
    return number
