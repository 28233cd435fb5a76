"""How many steps a second one core decides and applies at a table: `python benchmarks/table_steps.py`.

Each step is a command of a person at a table of four: it is decided, its entry is encoded as for the
database, and applied. Sockets and the disk are left out. The time is the processor's, so that a busy machine
disturbs little.
"""

import random
import time

from ludoteca.core.game import Game
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.store.models import Person, Place
from ludoteca.server.table import messages
from ludoteca.server.table.commands import decide
from ludoteca.server.table.entries import Entry, store_entry
from ludoteca.server.table.registry import new_meta
from ludoteca.server.table.state import PLAYING, TableState

REPEATS = 7
GAMES = 4
MOST_STEPS = 400
PEOPLE = [Person(f"p{seat}", f"Person {seat}") for seat in range(4)]


def begun(game: Game) -> TableState:
    places = tuple(Place(person, ready=True) for person in PEOPLE)
    options = game.options(len(PEOPLE), game.notation.OPTIONS[0])
    meta = new_meta(
        id="t", game=game.id, options=options, places=places, host=PEOPLE[0],
        open=True, chat=True, start="host",
    )  # fmt: skip
    state = TableState(meta, game)
    step(state, 0, messages.Start("start"))
    return state


def step(state: TableState, seat: int, command: messages.Command) -> None:
    decision = decide(state, PEOPLE[seat], command, str)
    entry = Entry(state.seq + 1, decision.change, PEOPLE[seat].id, command.id)
    store_entry(entry)
    state.apply(entry, decision.played)


def play(state: TableState, rng: random.Random) -> tuple[int, float]:
    """So many steps, in so many seconds."""
    steps, seconds = 0, 0.0
    while state.stage == PLAYING and state.seq < MOST_STEPS:
        live = state.live_game
        seat = next(seat for seat in range(len(PEOPLE)) if live.waits_for(seat))
        command = messages.Act(f"c{state.seq}", state.seq, rng.choice(live.table.legal(seat)))
        began = time.thread_time()
        step(state, seat, command)
        seconds += time.thread_time() - began
        steps += 1
    return steps, seconds


def rate(game: Game) -> float:
    played = [play(begun(game), random.Random(number)) for number in range(GAMES)]
    return sum(steps for steps, _ in played) / sum(seconds for _, seconds in played)


def main() -> None:
    for game in load_games().values():
        rate(game)  # compiles
        print(f"{game.id}: {max(rate(game) for _ in range(REPEATS)):,.0f} steps a second", flush=True)


if __name__ == "__main__":
    main()
