"""Hints: the best candidates of a seat, with what to expect of each, and why.

A game says why in its own terms by the hook `reason`; otherwise the reason is one that fits any game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludoteca.bots.deadline import NEVER, Flag, stopped_after
from ludoteca.bots.evaluator import Candidate, Evaluator
from ludoteca.bots.levels import level_of, plan_for
from ludoteca.bots.observation import Observation, observe_view, require_turn
from ludoteca.bots.search import Plan
from ludoteca.core.bot_hooks import Told
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]

MOST_SHOWN = 5
EACH = 400  # playouts to the end for every candidate that is shown
SEARCHING = 0.4  # the part of the time that goes into finding the candidates to show
SURE = 2.0  # standard errors by which a candidate is clearly behind the best


@dataclass(frozen=True)
class Reason:
    """Why, as a code and its arguments: `reason.<code>` in the words is the sentence."""

    code: str
    arguments: Json


@dataclass(frozen=True)
class Hint:
    """A candidate, and what to expect of it."""

    action: Json
    gain: float  # what the seat's score grows by, as far ahead as the game's bots look (`hint.gain`)
    score: float  # what the seat's score is then
    victory: float  # the chance of winning; a shared victory counts as a part
    loss: float  # how much worse than the best, in the unit in which the bots judge
    clear: bool  # is it worse by more than chance?
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

    The same arguments give the same hints, unless `milliseconds`, a limit for live tables, end it early.
    """
    return hints_of(observe_view(game, view, seat), key, each, milliseconds, most)


def hints_of(
    observation: Observation,
    key: object = "hint",
    each: int = EACH,
    milliseconds: float | None = None,
    most: int = MOST_SHOWN,
) -> list[Hint]:
    """The same from an observation; of a live table it also knows what was played."""
    if most < 1:
        raise ValueError(f"at least one candidate is shown, not {most}")
    require_turn(observation)
    evaluator = Evaluator(observation, key)
    keep_the_best(evaluator, each, milliseconds, most)
    with in_time(milliseconds, 1 - SEARCHING) as stop:
        found = evaluator.evaluate(to_the_end(observation.game, each * len(evaluator.candidates)), stop)
    return explained(evaluator, sorted(found, key=lambda one: -one.worth))


def keep_the_best(evaluator: Evaluator, each: int, milliseconds: float | None, most: int) -> None:
    """Search as the master does, and leave only as many candidates as are shown."""
    game, view, count = evaluator.game, evaluator.view, len(evaluator.candidates)
    if count <= most:
        return
    plan = plan_for(level_of(game, view, "master"), game, view, count)
    with in_time(milliseconds, SEARCHING) as stop:
        found = evaluator.evaluate(limited(plan, each * count), stop)
    evaluator.candidates = np.array([one.id for one in found[:most]], dtype=np.int32)


def limited(plan: Plan, playouts: int) -> Plan:
    return replace(plan, playouts=min(plan.playouts, playouts))


def to_the_end(game: Game, playouts: int) -> Plan:
    """Try each candidate in the same worlds, to the end of the game or where its outlook can judge.

    All seats play alike: with a stronger bot for the own seat, its chances would look too good.
    """
    hooks = game.bots.HOOKS
    bots = hooks.outlook_bots or hooks.playout_bots
    return Plan(
        playouts,
        halving=False,
        to_the_end=hooks.outlook_bots is None,
        outlook=hooks.outlook_bots is not None,
        others_now=bots.others_now,
        own_later=bots.others_later,
        others_later=bots.others_later,
        predict_choices=True,
    )


@contextmanager
def in_time(milliseconds: float | None, part: float) -> Iterator[Flag]:
    if milliseconds is None:
        yield NEVER
        return
    with stopped_after(milliseconds * part / 1000) as late:
        yield late


# Why


def explained(evaluator: Evaluator, found: list[Candidate]) -> list[Hint]:
    return [explain(evaluator, one, found[0]) for one in found]


def explain(evaluator: Evaluator, one: Candidate, best: Candidate) -> Hint:
    loss, clear = best.worth - one.worth, clearly_behind(one, best)
    reason = reason_for(evaluator, one, best)
    gain, now = one.gain or 0.0, evaluator.view["scores"][evaluator.seat]
    return Hint(one.action, gain, now + gain, one.victory or 0.0, loss, clear, reason, one.playouts)


def clearly_behind(one: Candidate, best: Candidate) -> bool:
    """By more than chance; one playout alone does not show by how much others would differ."""
    if min(one.playouts, best.playouts) < 2:
        return False
    return best.worth - one.worth > SURE * (one.error**2 + best.error**2) ** 0.5


def reason_for(evaluator: Evaluator, one: Candidate, best: Candidate) -> Reason:
    table = Table(evaluator.game, evaluator.states[:1].copy())
    told = evaluator.hooks.reason(table, evaluator.seat, one.id)
    return Reason(*(told or usual_reason(evaluator, one, best)))


def usual_reason(evaluator: Evaluator, one: Candidate, best: Candidate) -> Told:
    """A reason that fits any game."""
    if len(evaluator.candidates) == 1:
        return "only", {}
    if one is best:
        return "best", {"playouts": one.playouts}
    return ("behind" if clearly_behind(one, best) else "close"), {}
