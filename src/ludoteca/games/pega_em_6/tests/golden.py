"""Golden games and counts: what play was like when they were written, so that no change goes unnoticed.

`python -m ludoteca.games.pega_em_6.tests.golden` writes them anew: do that only after a change of the rules,
of the notation or of chance that is meant, and read the difference.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import Table
from ludoteca.games.pega_em_6.tests.tables import GAME, fifth, rows, seven

Json = dict[str, Any]
Decision = tuple[int, Json]

FOLDER = Path(__file__).parent / "golden"
HOW = "python -m ludoteca.games.pega_em_6.tests.golden"
GAMES: dict[str, Json] = {
    "basic-4-seats": {"seats": 4, "options": {"variant": "basic"}, "seed": 7},
    "basic-10-seats": {"seats": 10, "options": {"variant": "basic", "rounds": 1}, "seed": 66},
    "professional-3-seats": {"seats": 3, "options": {"variant": "professional", "rounds": 1}, "seed": 34},
    "anniversary-3-seats": {"seats": 3, "options": {"variant": "anniversary"}, "seed": 25},
    "anniversary-8-seats": {"seats": 8, "options": {"variant": "anniversary"}, "seed": 28},
}

# Golden games


def story(header: Json, decide: Callable[[Table], Decision]) -> str:
    """A whole game as a text: how each trick begins, every decision in notation, and what came of it."""
    table = GAME.start(header["seats"], header["options"], header["seed"])
    lines = [f"A game of Pega em 6! (written by {HOW})", json.dumps(header)]
    when = (0, 0, "")
    while not table.over:
        position = table.position()
        now = (position["round"], position["trick"], "draft" if position["phase"] == "draft" else "")
        if now != when:
            lines += beginning(position, new_round=now[0] != when[0])
            when = now
        seat, action = decide(table)
        table.play(seat, action)
        lines.append(f"seat {seat} {json.dumps(action)}")
        lines += ["    " + told(event) for event in table.events(seat)]
    lines += ["", f"scores {table.scores}", f"winners {table.winners}", json.dumps(table.position())]
    return "\n".join(lines) + "\n"


def beginning(position: Json, new_round: bool) -> list[str]:
    lines = [""]
    if new_round:
        lines += [f"Round {position['round']}, totals {position['totals']}"]
    if position["phase"] == "draft":
        return [*lines, f"Draft of {len(position['pool'])} cards"]
    lines += [f"Trick {position['trick']}, heads {position['heads']}"]
    lines += [f"  row {number}: {laid_out(row)}" for number, row in enumerate(position["rows"], 1)]
    for seat, hand in enumerate(position["hands"]):
        specials = position["specials"][seat] if position["specials"] else []
        lines.append("  " + " ".join([f"seat {seat}:", *map(str, hand), *specials]))
    return lines


def laid_out(row: Json) -> str:
    marks = [mark for mark in ("seven", "blocked", "fifth") if row[mark]]
    return " ".join([*map(str, row["cards"]), *marks])


def told(event: Json) -> str:
    numbers = [f"{name} {value}" for name, value in event.items() if name != "event"]
    return " ".join([event["event"], *numbers])


def at_random(seed: object) -> Callable[[Table], Decision]:
    """Random decisions that do not hang on the order in which legal actions are listed."""
    rng = random.Random(str(seed))

    def decide(table: Table) -> Decision:
        seat = rng.choice(table.to_act)
        return seat, rng.choice(sorted(table.legal(seat), key=json.dumps))

    return decide


def as_told(text: str) -> tuple[Json, Callable[[Table], Decision]]:
    """The header of a golden game, and its decisions one after the other."""
    decisions = iter(re.findall(r"^seat (\d+) (\{.*\})$", text, re.MULTILINE))

    def decide(_table: Table) -> Decision:
        seat, action = next(decisions)
        return int(seat), json.loads(action)

    return json.loads(text.splitlines()[1]), decide


# Counts: from a position, how many sequences of decisions and how many positions there are, by their length


def beginnings() -> Iterator[tuple[str, Json, int]]:
    """A name, a position, and how many decisions deep it is counted."""
    last = {"left": 2, "options": {"rounds": 1}}
    special = {"left": 2, "round": 2, "totals": [10, 10]}
    yield "basic, the deal of seed 7", GAME.start(2, {"variant": "basic"}, 7).position(), 3
    yield "basic, the last two tricks", rows([10], [30], [1, 2, 3, 4, 5], [50], **last).position(), 5
    yield (
        "basic, the last two tricks, low cards",
        rows([70], [80], [60, 75], [90], seats=3, hands=[[1, 72], [5, 95], [62, 81]], **last).position(),
        9,
    )
    yield "professional, the draft", GAME.start(2, {"variant": "professional"}, 7).position(), 2
    yield (
        "anniversary, the last two tricks with block, move and positive",
        rows(
            [10], [30, 44], [1, 2, 3, 4, 5], [50], hands=[[6, 40], [20, 90]],
            specials=[["block", "positive"], ["move"]], **special,
        ).position(),
        5,
    )  # fmt: skip
    yield (
        "anniversary, the last two tricks with five rows, insert, replace and seven",
        rows(
            [10, 12, 14, 16, 18], [30, 44], seven(1, 2, 3, 4, 5), [50], fifth(60), hands=[[6, 19], [11, 61]],
            specials=[["insert", "replace"], ["fifth_row", "seven"]], **special,
        ).position(),
        5,
    )  # fmt: skip


def counts(position: Json, depth: int) -> Json:
    """How many sequences of so many decisions there are, and how many positions they lead to."""
    reached = {key_of(table := GAME.load(position, 7)): (table, 1)}
    sequences, positions = [1], [1]
    for _ in range(depth):
        ways: dict[bytes, tuple[Table, int]] = {}
        for table, count in reached.values():
            for after in followers(table):
                key = key_of(after)
                ways[key] = (after, ways[key][1] + count if key in ways else count)
        reached = ways
        sequences.append(sum(count for _, count in reached.values()))
        positions.append(len({json.dumps(table.position()) for table, _ in reached.values()}))
    return {"sequences": sequences, "positions": positions}


def followers(table: Table) -> Iterator[Table]:
    """The tables after every decision that anybody may take."""
    for seat in table.to_act:
        for action in table.legal(seat):
            after = Table(GAME, table.states.copy())
            after.play(seat, action)
            yield after


def key_of(table: Table) -> bytes:
    """The record without its news."""
    states: np.ndarray[Any, Any] = table.states.copy()
    states["news"], states["news_count"] = 0, 0
    return states.tobytes()


def write() -> None:
    for name, header in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(story(header, at_random(header["seed"])), encoding="utf-8")
    lines = [
        json.dumps({"name": name, "depth": depth, **counts(position, depth), "position": position})
        for name, position, depth in beginnings()
    ]
    (FOLDER / "counts.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
