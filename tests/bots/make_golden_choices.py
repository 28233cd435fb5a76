"""Write down what bots choose, so that a change of shape cannot become a change of play unnoticed.

`PYTHONPATH=tests python tests/bots/make_golden_choices.py [GAME...]` plays seeded games of every variant and
writes `golden_choices.json`: what each bot does in some of their positions, what a search expects there, a
few hints and reviews. Make it again only when play is meant to change, for the games where it is, and
say so in the commit.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

import ludoteca
from ludoteca import Table, bots
from ludoteca.bots.evaluator import Evaluator
from ludoteca.bots.observation import Observation, observe
from ludoteca.bots.registry import choice_of
from ludoteca.bots.search import Plan
from ludoteca.core.bot_random import rng_of
from ludoteca.core.table import apply_action, bot_choice
from ludoteca.lab.review import review
from random_play import Setting, copy, options_name, settings

Json = dict[str, Any]

FILE = Path(__file__).parent / "golden_choices.json"
POSITIONS = 128  # of each game, over all its variants and seats
SHORT = 4  # of so many positions the short test takes one
MOST_DECISIONS = 400  # of a course
AT_FIRST = {"dobro": 4, "pega-em-6": 7}  # simple bots that take part; those added later change no course
SEEDS = (0, 1)  # with the even ones all play at random, with the odd ones simple bots of all kinds
PLAN = Plan(playouts=200, to_the_end=True, for_victory=True, infer_types=True, predict_choices=True)
HINTS = 4  # positions of each game
REVIEWED = 10  # actions of each game
DIGITS = 9


@dataclass(frozen=True)
class Position:
    """Where somebody has a choice, in a seeded game."""

    setting: Setting
    seed: int
    step: int
    seat: int
    table: Table

    @property
    def key(self) -> str:
        return f"golden {self.seed} {self.step}"

    @property
    def where(self) -> list[Any]:
        return [self.setting.id, self.setting.options, self.setting.seats, self.seed, self.step, self.seat]


def key_without_view(observation: Observation, key: object) -> bytes:
    """A search key that does not change when the notation of views does."""
    return hashlib.sha256(f"{key} {observation.seat}".encode()).digest()


def fix_keys(replace: Any = setattr) -> None:
    replace(Observation, "search_key", key_without_view)


# Positions


def chosen_settings(id: str) -> list[Setting]:
    """Every variant with its fewest seats, with two, with four, and with its most."""
    found = []
    own = (one for one in settings() if one.id == id)
    for _, group in groupby(own, key=lambda one: options_name(one.options)):
        every = list(group)
        wanted = {every[0].seats, 2, 4, every[-1].seats}
        found += [one for one in every if one.seats in wanted]
    return found


def taking_part(setting: Setting) -> Sequence[str]:
    """The simple bots that play the games from which positions are taken."""
    names = setting.game.bots.NAMES
    return names[: AT_FIRST.get(setting.id, len(names))]


@cache
def course(setting: Setting, seed: int) -> list[Position]:
    """All positions of a seeded game where a seat has a choice."""
    table, rng, found = setting.start(seed), rng_of(f"{setting} {seed}"), []
    actions = np.zeros(setting.game.rules.MOST_LEGAL, dtype=np.int32)
    for step in range(MOST_DECISIONS):
        if table.over:
            break
        seat = table.to_act[step % len(table.to_act)]
        if len(table.legal_ids(seat)) > 1:
            found.append(Position(setting, seed, step, seat, copy(table)))
        bot = (seat + 1) % len(taking_part(setting)) if seed % 2 else 0
        apply_action(table.states, seat, bot_choice(table.states, seat, bot, actions, rng))
    return found


@cache
def positions(id: str) -> list[Position]:
    courses = [course(setting, seed) for setting in chosen_settings(id) for seed in SEEDS]
    each = -(-POSITIONS // len(courses))
    return [position for one in courses for position in spread_out(one, each)]


def spread_out(course: list[Position], count: int) -> list[Position]:
    """So many of them, from the first to the last."""
    places = np.linspace(0, len(course) - 1, min(count, len(course))).astype(int)
    return [course[place] for place in places]


# What is written of them


def choices(position: Position) -> list[int]:
    """By bot, the id of the action it takes."""
    game, seen = position.setting.game, observe(position.table, position.seat)
    names = bots.names(game)
    return [int(game.notation.read_action(choice_of(seen, name, position.key))) for name in names]


def expected(position: Position) -> list[Any]:
    """What a search finds best, and what it expects of that."""
    best = Evaluator(observe(position.table, position.seat), position.key).evaluate(PLAN)[0]
    return rounded([best.id, best.playouts, best.worth, best.error, best.victory, best.gain])


def row(position: Position) -> list[Any]:
    return [*position.where, choices(position), expected(position)]


def hint_row(position: Position) -> list[Any]:
    game, view = position.setting.game, position.table.view(position.seat)
    found = bots.hints(game, view, position.seat, position.key, each=10)
    return [*position.where, [write_hint(one) for one in found]]


def write_hint(hint: bots.Hint) -> list[Any]:
    figures = [hint.figure, hint.behind, hint.error, hint.equal, hint.playouts]
    return [hint.action, *rounded(figures), hint.reason.code, hint.reason.arguments]


def review_row(id: str) -> list[Any]:
    """A review of the first actions of a game between simple bots."""
    setting = next(one for one in chosen_settings(id) if one.seats > 1)
    judged = review(setting.start(1), first_actions(setting), playouts=2, key="golden")
    decisions = [
        [one.seat, one.choice.played, one.choice.best, one.choice.loss, one.choice.error, one.grade]
        for seat in range(setting.seats)
        for one in judged.decisions(seat)
    ]
    steps = [[step.values.tolist(), step.parts.tolist()] for step in judged.steps]
    return [id, setting.options, setting.seats, rounded(decisions), rounded(steps)]


def first_actions(setting: Setting) -> list[tuple[int, Json]]:
    table, taken = setting.start(1), []
    for number in range(REVIEWED):
        seat = table.to_act[0]
        name = taking_part(setting)[-1 - number % 2]
        taken.append((seat, choice_of(observe(table, seat), name, number)))
        table.play(*taken[-1])
    return taken


def rounded(value: Any) -> Any:
    """Without the digits in which machines may differ."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    return [rounded(one) for one in value] if isinstance(value, list) else value


# The file


def short(rows: Sequence[Any]) -> Sequence[Any]:
    return rows[::SHORT]


def hinted(id: str) -> list[Position]:
    found = positions(id)
    return found[SHORT // 2 :: len(found) // HINTS]


def rows_of(id: str) -> dict[str, list[Any]]:
    return {
        "bots": [[id, bots.names(ludoteca.game(id))]],
        "choices": [row(position) for position in positions(id)],
        "hints": [hint_row(position) for position in hinted(id)],
        "reviews": [review_row(id)],
    }


def golden(anew: Sequence[str]) -> Iterator[str]:
    """A line for every game, position, hint and review, so that a difference is easy to read.

    Games that are not made anew keep their lines.
    """
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    made = {id: rows_of(id) for id in anew}
    for name, before in kept.items():
        others = {id: [one for one in before if one[0] == id] for id in ludoteca.games()}
        rows = [one for id in ludoteca.games() for one in (made[id][name] if id in made else others[id])]
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in rows)
        yield f'"{name}": [\n{lines}\n]'


if __name__ == "__main__":
    fix_keys()
    text = ",\n".join(golden(sys.argv[1:] or ludoteca.games()))
    FILE.write_text("{\n" + text + "\n}\n", encoding="utf-8")
