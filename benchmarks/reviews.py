"""Does the review tell luck from skill? Many games between bots, reviewed with few playouts.

python benchmarks/reviews.py luck --game pega-em-6 --option rounds=1 --seats 4 --games 1000 --playouts 8
python benchmarks/reviews.py skill --game dobro --seats 3 --games 200 --playouts 30 --bot expert

`luck`: equal bots; the mean luck of every seat, with its 95 % interval, holds zero. `skill`: one seat plays
at random among better bots; in how many games has it lost most a decision?
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import ludoteca
from ludoteca import Game, Table, bots
from ludoteca.cli.arguments import read_options
from ludoteca.core.words import Words
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.review import LUCK, MEASURES, Reviewer

Json = dict[str, Any]


@dataclass(frozen=True)
class Study:
    """Which games are reviewed, and how."""

    game: str
    seats: int
    options: Json
    games: int
    playouts: int
    seed: int = 1


def played(table: Table, names: Sequence[str], key: object) -> list[tuple[int, Json]]:
    """Let bots play to the end; what was done, in order. Who chooses at the same time sees nothing of it."""
    taken: list[tuple[int, Json]] = []

    def noted(name: str) -> bots.Player:
        choose = bots.player(table.game, name)

        def choose_and_note(observation: bots.Observation, key: object) -> Json:
            taken.append((observation.seat, choose(observation, key)))
            return taken[-1][1]

        return choose_and_note

    play(table, [noted(name) for name in names], key)
    return taken


def recorded(study: Study, number: int, names: Sequence[str]) -> Reviewer:
    game: Game = ludoteca.game(study.game)
    first = deal(game, study.seats, study.options, study.seed, number)
    taken = played(Table(game, first.states.copy()), names, (study.seed, number))
    return Reviewer(first, taken, study.playouts, (study.seed, number))


def luck(study: Study, bot: str) -> np.ndarray:
    """The luck of every seat in every game, by measure."""
    names = [bot] * study.seats
    return np.array([recorded(study, number, names).run().split()[:, LUCK] for number in range(study.games)])


def skill(study: Study, bot: str, weak: str) -> list[bool]:
    """In which games did the weak seat, another one each time, lose most a decision?"""
    found = []
    for number in range(study.games):
        odd = number % study.seats
        names = [weak if seat == odd else bot for seat in range(study.seats)]
        losses = [float(np.mean(costs)) for costs in recorded(study, number, names).losses()]
        found.append(losses[odd] > max(loss for seat, loss in enumerate(losses) if seat != odd))
    return found


def interval(values: np.ndarray) -> tuple[float, float]:
    """The mean over games, and half the width of its 95 % interval."""
    return float(values.mean()), float(1.96 * values.std(ddof=1) / len(values) ** 0.5)


def report_luck(study: Study, bot: str) -> Json:
    found = luck(study, bot)
    seats = [
        {name: interval(found[:, seat, number]) for number, name in enumerate(MEASURES)}
        for seat in range(study.seats)
    ]
    any_seat = found[np.arange(study.games), np.arange(study.games) % study.seats]
    one_a_game = {name: interval(any_seat[:, number]) for number, name in enumerate(MEASURES)}
    return {"bot": bot, "luck": one_a_game, "by_seat": seats}


def report_skill(study: Study, bot: str, weak: str) -> Json:
    found = skill(study, bot, weak)
    return {"bot": bot, "weak": weak, "told_apart": sum(found), "share": sum(found) / len(found)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("luck", "skill"))
    parser.add_argument("--game", default="pega-em-6")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="casual")
    parser.add_argument("--weak", default="random")
    given = parser.parse_args()
    options = read_options(given.option, Words("en"))
    study = Study(given.game, given.seats, options, given.games, given.playouts, given.seed)
    began = time.perf_counter()
    if given.what == "luck":
        found = report_luck(study, given.bot)
    else:
        found = report_skill(study, given.bot, given.weak)
    print(json.dumps({**vars(study), **found, "seconds": round(time.perf_counter() - began, 1)}, indent=1))


if __name__ == "__main__":
    main()
