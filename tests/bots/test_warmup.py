"""After a warm-up nothing is compiled any more, and nothing is fetched from the cache either."""

import subprocess
import sys

import pytest

from ludoteca import games
from ludoteca.core.compiled import PLAIN

FRESH = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from ludoteca import bots, game
from ludoteca.lab.bot_game import play

def known():
    compiled = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    return {(one.py_func.__qualname__, str(signature)) for one in compiled for signature in one.overloads}

chosen = game(sys.argv[1])
options = chosen.notation.OPTIONS[0]
seats = chosen.notation.seat_range(options)[0]
bots.warm_up(chosen, seats, options)
warm = known()
table = chosen.start(seats, options, seed=1)
seat = table.to_act[0]
bots.hints(chosen, table.view(seat), seat, each=2)
bots.choose(chosen, table.view(seat), seat, "master", 0)
players = [bots.player(chosen, name) for name in ("beginner", chosen.bots.NAMES[0])]
play(table, [players[seat % 2] for seat in range(seats)], 0)
print(*sorted(known() - warm), sep="\\n")
"""


REVIEWING = """
from ludoteca.lab import review

table = chosen.start(seats, options, seed=1)
list(review.warm_up(table))
warm, taken, going_on = known(), [], chosen.start(seats, options, seed=1)
while len(taken) < 12:
    seat = going_on.to_act[0]
    taken.append((seat, going_on.legal(seat)[-1]))
    going_on.play(*taken[-1])
review.review(table, taken, 1)
print(*sorted(known() - warm), sep="\\n")
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("id", games())
def test_nothing_is_compiled_after_a_warm_up(id: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", FRESH + REVIEWING, id], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == []
