"""The rules run as ordinary Python and compiled to machine code: the records agree to the last byte."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from courses import LENGTH, courses
from ludoteca.core.compiled import PLAIN

HERE = Path(__file__).parent
DECISIONS = 24  # of each seat: more than a hand of any game has

every_game = pytest.mark.parametrize("id", ludoteca.games())
only_compiled = pytest.mark.skipif(PLAIN, reason="compares compiled rules with plain ones")


def plain_courses(id: str, games: int, decisions: int) -> Iterator[str]:
    """The same courses from another process, in which nothing is compiled."""
    package = str(Path(ludoteca.__file__).parents[1])
    paths = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(HERE / "courses.py"), id, str(games), str(decisions)]
    environment = {**os.environ, "LUDOTECA_PLAIN": "1", "PYTHONPATH": paths}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from (line.rstrip("\n") for line in process.stdout)
    assert process.returncode == 0


def require_same_courses(id: str, games: int, decisions: int) -> None:
    lines = 0
    for plain, compiled in zip(
        plain_courses(id, games, decisions), courses(id, games, decisions), strict=True
    ):
        assert plain == compiled, where_they_part(plain, compiled)
        lines += 1
    assert lines >= games


def where_they_part(plain: str, compiled: str) -> str:
    name, number, steps = compiled.split(" ")
    other = plain.split(" ")[2]
    same = next((n for n, (a, b) in enumerate(zip(steps, other)) if a != b), min(len(steps), len(other)))
    return f"{name}, random game {number}: they part at decision {same // LENGTH}"


@only_compiled
@every_game
def test_compiled_rules_do_what_plain_ones_do(id: str) -> None:
    require_same_courses(id, games=20, decisions=DECISIONS)


@pytest.mark.long
@only_compiled
@every_game
def test_compiled_rules_do_what_plain_ones_do_in_many_games(id: str) -> None:
    require_same_courses(id, games=200, decisions=10 * DECISIONS)
