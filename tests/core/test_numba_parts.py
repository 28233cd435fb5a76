"""Parts are compiled into the entry that uses them, and the entry is found on disk by the next process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.compiled import PLAIN, caches

pytestmark = pytest.mark.skipif(PLAIN, reason="plain rules have no machine code")

PARTS = """
from ludoteca.core.compiled import compiled


@compiled
def one_more(number):
    return number + 1


@compiled
def two_more(number):
    return one_more(one_more(number))
"""
DOORS = """
import numpy as np
from parts import two_more
from ludoteca.core.compiled import compiled, entry


@compiled
def fill(numbers, first):
    for place in range(len(numbers)):
        numbers[place] = two_more(first + place)


@entry
def door(numbers, first):
    fill(numbers, first)
    return two_more(first)


if __name__ == "__main__":
    numbers = np.zeros(4, dtype=np.int64)
    result = door(numbers, 5)
    hits = sum(door.stats.cache_hits.values())
    misses = sum(door.stats.cache_misses.values())
    print(result, numbers.tolist(), hits, misses)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "doors.py").write_text(DOORS)
    return tmp_path


def run(folder: Path, code: str = "", **environment: str) -> str:
    package = str(Path(ludoteca.__file__).parents[1])
    variables = {
        **os.environ, "PYTHONPATH": os.pathsep.join([package, str(folder)]),
        "LUDOTECA_CACHE": str(folder / "cache"), "LUDOTECA_PLAIN": "0", **environment,
    }  # fmt: skip
    command = [sys.executable, *(["-c", code] if code else [str(folder / "doors.py")])]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_second_process_finds_the_machine_code_of_the_first(folder: Path) -> None:
    right = "7 [7, 8, 9, 10]"
    assert run(folder) == f"{right} 0 1"
    assert run(folder) == f"{right} 1 0"


def test_compiled_with_and_without_bounds_checks_do_not_meet(folder: Path) -> None:
    right = "7 [7, 8, 9, 10]"
    assert run(folder, NUMBA_BOUNDSCHECK="0") == f"{right} 0 1"
    assert run(folder, NUMBA_BOUNDSCHECK="1") == f"{right} 0 1"
    assert len(list((folder / "cache").iterdir())) == 2


def test_only_entries_have_machine_code_of_their_own(folder: Path) -> None:
    run(folder)
    kept = [file.name for file in (folder / "cache").rglob("*.nb*")]
    assert kept
    assert all(".door-" in name for name in kept)


A_GAME = """
import ludoteca
from ludoteca.core import batch, table

game = ludoteca.game({id!r})
options = game.notation.OPTIONS[0]
played = game.start(game.notation.seat_range(options).start, options, 7)
seat = played.to_act[0]
played.play(seat, played.legal(seat)[0])
game.load(played.position(), 7)
game.imagine(played.view(0), 0, 7).scores
batch.simulate(game, 2, game.notation.seat_range(options).start, options, seed=7)
doors = [table.set_up_table, table.list_legal, table.why_not, table.apply_action, table.imagine_anew,
         table.note_results, batch.play_games]
print([len(door.stats.cache_misses) for door in doors], [len(door.signatures) for door in doors])
"""


@pytest.mark.parametrize("id", ludoteca.games())
def test_a_game_is_compiled_once_and_never_again(id: str, tmp_path: Path) -> None:
    """Every door has one version for a game, and a process that comes later compiles none of them."""
    here = str(caches())  # the cache of this run: what it has compiled already is not compiled again
    run(tmp_path, A_GAME.format(id=id), LUDOTECA_CACHE=here)
    assert run(tmp_path, A_GAME.format(id=id), LUDOTECA_CACHE=here) == f"{[0] * 7} {[1] * 7}"
