"""Random games step by step, as fingerprints: the same in every mode, on every machine.

`python courses.py GAME GAMES DECISIONS` prints a line for each setting and game, with a fingerprint of six
characters for every decision; a game is left after DECISIONS decisions a seat.
"""

import hashlib
import random
import sys
from collections.abc import Iterator

from ludoteca import Table
from ludoteca.core import chance
from ludoteca.core.observation import observation_of
from ludoteca.core.record import NOBODY
from ludoteca.core.table import apply_action, imagine_anew, why_not
from random_play import Setting, copy, settings

LENGTH = 6  # characters of a fingerprint


def courses(id: str, games: int, decisions: int) -> Iterator[str]:
    """A line for every setting of a game and every random game in it."""
    for setting in settings():
        if setting.id == id:
            for number in range(games):
                steps = fingerprints(setting, number, decisions * setting.seats)
                yield f"{str(setting).replace(' ', '')} {number} {''.join(steps)}"


def fingerprints(setting: Setting, number: int, most: int) -> Iterator[str]:
    table, rng = setting.start(number), random.Random(f"{setting} {number}")
    yield fingerprint(table)
    to_ask = rng.randrange(3 * most)  # in one game of three: imagining takes its time
    for step in range(most):
        if table.over:
            break
        seat = rng.choice(table.to_act)
        legal = table.legal_ids(seat)
        apply_action(table.states, seat, rng.choice(legal))
        yield fingerprint(table, legal, ask_more(table, rng) if step == to_ask else None)
    yield fingerprint(table, table.scores, table.winners)


def fingerprint(table: Table, *more: object) -> str:
    return hashlib.sha256(table.states.tobytes() + repr(more).encode()).hexdigest()[:LENGTH]


def ask_more(table: Table, rng: random.Random) -> tuple[object, ...]:
    """Why some actions are refused, what somebody imagines, and what somebody observes."""
    actions = range(table.game.rules.ACTIONS)
    asked = [(rng.randrange(table.seats), rng.choice(actions)) for _ in range(8)]
    refused = [int(why_not(table.states, seat, action)) for seat, action in asked]
    imagined = copy(table)
    chance.rekey(imagined.states[0], rng.randrange(1000))
    imagine_anew(imagined.states, rng.choice((NOBODY, *range(table.seats))))
    observed = observation_of(table, rng.randrange(table.seats)).tobytes()
    return refused, imagined.states.tobytes(), observed, table.scores, table.winners


if __name__ == "__main__":
    for line in courses(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])):
        print(line, flush=True)
