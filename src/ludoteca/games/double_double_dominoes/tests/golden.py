"""Golden games: what play was like when they were written, so that no change goes unnoticed.

`python -m ludoteca.games.double_double_dominoes.tests.golden` writes them anew: do that only after a change
of the rules, of the notation or of chance that is meant, and read the difference.
"""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from ludoteca import Table
from ludoteca.core.words import Words
from ludoteca.games.double_double_dominoes.terminal import draw
from ludoteca.games.double_double_dominoes.tests.tables import GAME, Json

Decision = tuple[int, Json]

FOLDER = Path(__file__).parent / "golden"
HOW = "python -m ludoteca.games.double_double_dominoes.tests.golden"
GAMES: dict[str, Json] = {
    "2-seats": {"seats": 2, "options": {"goal": None}, "seed": 16},
    "3-seats-to-20": {"seats": 3, "options": {"goal": 20}, "seed": 2},
    "4-seats": {"seats": 4, "options": {"goal": None}, "seed": 4},
    "6-seats": {"seats": 6, "options": {"goal": None}, "seed": 15},
}


def story(header: Json, decide: Callable[[Table], Decision]) -> str:
    """A whole game as a text: the deal, every decision in notation, what came of it, and the last board."""
    table = GAME.start(header["seats"], header["options"], header["seed"])
    lines = [
        f"A game of Double Double Dominoes (written by {HOW})",
        json.dumps(header),
        "",
        *deal(table.position()),
    ]
    while not table.over:
        seat, action = decide(table)
        table.play(seat, action)
        lines.append(f"seat {seat} {json.dumps(action)}")
        lines += ["    " + told(event) for event in table.events(seat)]
    lines += [
        "",
        f"scores {table.scores}",
        f"winners {table.winners}",
        board(table),
        json.dumps(table.position()),
    ]
    return "\n".join(lines) + "\n"


def deal(position: Json) -> list[str]:
    seats = zip(position["hands"], position["shown"], strict=True)
    return [f"seat {seat}: {hand}, shows {shown}" for seat, (hand, shown) in enumerate(seats)]


def told(event: Json) -> str:
    numbers = [f"{name} {value}" for name, value in event.items() if name != "event"]
    return " ".join([event["event"], *numbers])


def board(table: Table) -> str:
    console = Console(width=80, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(draw(table.view(None), Words("en", GAME.folder / "words"), None))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def at_random(seed: object) -> Callable[[Table], Decision]:
    """Random decisions that do not hang on the order in which legal actions are listed."""
    rng = random.Random(str(seed))

    def decide(table: Table) -> Decision:
        (seat,) = table.to_act
        return seat, rng.choice(sorted(table.legal(seat), key=json.dumps))

    return decide


def as_told(text: str) -> tuple[Json, Callable[[Table], Decision]]:
    """The header of a golden game, and its decisions one after the other."""
    decisions = iter(re.findall(r"^seat (\d+) (\{.*\})$", text, re.MULTILINE))

    def decide(_table: Table) -> Decision:
        seat, action = next(decisions)
        return int(seat), json.loads(action)

    return json.loads(text.splitlines()[1]), decide


def write() -> None:
    for name, header in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(story(header, at_random(header["seed"])), encoding="utf-8")


if __name__ == "__main__":
    write()
