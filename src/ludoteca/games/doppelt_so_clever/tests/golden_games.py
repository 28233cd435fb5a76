"""Golden games: whole games as a player can read them, one file each in golden/.

A file begins with the seats and the seed; then come the decisions, each with what it brought about below it,
and at the end the scores. After a wanted change of the rules, write them anew with

    python -m ludoteca.games.doppelt_so_clever.tests.golden_games
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

import ludoteca
from ludoteca import Table
from ludoteca.core.bot_random import rng_of
from ludoteca.core.words import Words

GAME = ludoteca.game("doppelt-so-clever")
FOLDER = Path(__file__).parent / "golden"
GAMES = {"solo": (1, 11), "two": (2, 12), "three": (3, 13), "four": (4, 14)}  # seats and seed


def told(table: Table, words: Words) -> list[str]:
    """What the last decision brought about, in words."""
    return ["    " + words.say("event." + event["event"], called(event)) for event in table.events(None)]


def called(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "seat": f"Seat {event['seat']}"} if "seat" in event else event


def replayed(seats: int, seed: int, decisions: list[tuple[int, dict[str, Any]]]) -> str:
    """The text of a game in which these decisions are made."""
    table, words = GAME.start(seats, seed=seed), Words("en", GAME.folder / "words")
    lines = [f"seats {seats}", f"seed {seed}"]
    for seat, action in decisions:
        table.play(seat, action)
        lines += [f"{seat} {json.dumps(action)}", *told(table, words)]
    lines += [f"scores {table.scores}", f"winners {table.winners}"]
    return "\n".join(lines) + "\n"


def decisions_of(text: str) -> list[tuple[int, dict[str, Any]]]:
    """The decisions of a golden game: the lines that begin with the number of a seat."""
    lines = [line.split(" ", 1) for line in text.splitlines() if line[0].isdigit()]
    return [(int(seat), json.loads(action)) for seat, action in lines]


def played(seats: int, seed: int) -> list[tuple[int, dict[str, Any]]]:
    """The decisions of one game in which all bots sit, so that everything happens."""
    table, rng, decisions = GAME.start(seats, seed=seed), rng_of(seed), []
    while not table.over:
        seat = table.to_act[-1]
        legal = np.array(table.legal_ids(seat), dtype=np.int32)
        bot = (seat + table.position()["round"]) % len(GAME.bots.NAMES)
        choice = int(GAME.bots.choose(table.states[0], seat, bot, legal, len(legal), rng))
        decisions.append((seat, GAME.notation.write_action(choice)))
        table.play(*decisions[-1])
    return decisions


if __name__ == "__main__":
    for name, (seats, seed) in GAMES.items():
        text = replayed(seats, seed, played(seats, seed))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
