"""Hints: for what a seat sees, its best candidates with what is to be expected of each, and why.

A game may say why in its own terms: `hints.py` in its folder, with `reason(table, seat, action)`, which looks
at nothing that the seat cannot know and answers with a code and its arguments, or with None.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots.evaluate import NEVER, Candidate, Evaluator, Plan, stopped_after
from ludoteca.bots.levels import level_of, manners_of
from ludoteca.bots.observation import read, require_turn
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]
Flag = npt.NDArray[np.int64]
Told = tuple[str, Json]
Hook = Callable[[Table, int, int], Told | None]

MOST_SHOWN = 5
EACH = 400  # playouts to the end for every candidate that is shown
SEARCHING = 0.4  # the part of the time that goes into finding the candidates to show
SURE = 2.0  # so many standard errors apart, a candidate is clearly behind the best


@dataclass(frozen=True)
class Reason:
    """Why, as a code and arguments: `reason.<code>` in the words says it."""

    code: str
    arguments: Json


@dataclass(frozen=True)
class Hint:
    """A candidate, and what is to be expected of it."""

    action: Json
    gain: float  # what the seat's score grows by, as far ahead as the game's bots look (`hint.gain` says it)
    victory: float  # the chance of winning; a shared victory counts as a part
    loss: float  # how much worse than the best, in the unit in which the bots judge
    clear: bool  # is it clearly worse, or may that be chance?
    reason: Reason
    playouts: int


def hints(
    game: Game,
    view: Json,
    seat: int,
    key: object = "hint",
    each: int = EACH,
    milliseconds: float | None = None,
    most: int = MOST_SHOWN,
) -> list[Hint]:
    """The best candidates of a seat that sees `view`, the best one first.

    The same arguments give the same hints, unless `milliseconds` (a ceiling for live tables) end it early.
    """
    if most < 1:
        raise ValueError(f"at least one candidate is shown, not {most}")
    observation = read(game, view, seat)
    require_turn(observation)
    evaluator = Evaluator(observation, key)
    keep_the_best(evaluator, each, milliseconds, most)
    with in_time(milliseconds, 1 - SEARCHING) as stop:
        found = evaluator.weigh(to_the_end(game, each * len(evaluator.candidates)), stop)
    return explained(game, evaluator, sorted(found, key=lambda one: -one.worth))


def keep_the_best(evaluator: Evaluator, each: int, milliseconds: float | None, most: int) -> None:
    """Search as the best bot does, and leave only as many candidates as are shown."""
    if len(evaluator.candidates) <= most:
        return
    plan = level_of(evaluator.game, evaluator.view, "master").plan(
        evaluator.game, evaluator.view, len(evaluator.candidates)
    )
    with in_time(milliseconds, SEARCHING) as stop:
        found = evaluator.weigh(limited(plan, each * len(evaluator.candidates)), stop)
    evaluator.candidates = np.array([one.id for one in found[:most]], dtype=np.int32)


def limited(plan: Plan, playouts: int) -> Plan:
    return replace(plan, playouts=min(plan.playouts, playouts))


def to_the_end(game: Game, playouts: int) -> Plan:
    """Each candidate in the same worlds, to the end of the game; all play alike, or chances would flatter."""
    now, _, later = manners_of(game)
    return Plan(playouts, None, False, True, now, later, later, foresees=True)


@contextmanager
def in_time(milliseconds: float | None, part: float) -> Iterator[Flag]:
    if milliseconds is None:
        yield NEVER
        return
    with stopped_after(milliseconds * part / 1000) as late:
        yield late


# Why


def explained(game: Game, evaluator: Evaluator, found: list[Candidate]) -> list[Hint]:
    return [explain(game, evaluator, one, found[0]) for one in found]


def explain(game: Game, evaluator: Evaluator, one: Candidate, best: Candidate) -> Hint:
    loss, clear = best.worth - one.worth, clearly_behind(one, best)
    reason = reason_for(game, evaluator, one, best)
    return Hint(one.action, one.gain or 0.0, one.victory or 0.0, loss, clear, reason, one.playouts)


def clearly_behind(one: Candidate, best: Candidate) -> bool:
    """By more than chance; one playout alone does not show by how much others would differ."""
    if min(one.playouts, best.playouts) < 2:
        return False
    return best.worth - one.worth > SURE * (one.error**2 + best.error**2) ** 0.5


def reason_for(game: Game, evaluator: Evaluator, one: Candidate, best: Candidate) -> Reason:
    hook = hook_of(game)
    told = hook(Table(game, evaluator.states[:1].copy()), evaluator.seat, one.id) if hook else None
    return Reason(*(told or usual_reason(evaluator, one, best)))


def hook_of(game: Game) -> Hook | None:
    module = f"ludoteca.games.{game.folder.name}.hints"
    return import_module(module).reason if find_spec(module) else None


def usual_reason(evaluator: Evaluator, one: Candidate, best: Candidate) -> Told:
    """What can be said of any game."""
    if len(evaluator.candidates) == 1:
        return "only", {}
    if one is best:
        return "best", {"playouts": one.playouts}
    return ("behind" if clearly_behind(one, best) else "close"), {}
