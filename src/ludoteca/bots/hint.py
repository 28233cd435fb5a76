"""Hints: the best actions of a seat, with what to expect of each, and why.

A game says why in its own terms by the hook `reason`; otherwise the reason is one that fits any game.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ludoteca.bots.advice import KEY, Evaluation, Line, evaluate
from ludoteca.bots.deadline import NEVER, Flag, stopped_after
from ludoteca.bots.observation import Observation, observe_view
from ludoteca.core.bot_hooks import Told
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]

MOST_SHOWN = 5
EACH = 20 if PLAIN else 1000  # worlds in which every action that is shown is tried
LONGEST = 1 if PLAIN else 16  # times as many, where the best cannot be told from others
SEARCHED = 1 if PLAIN else 4  # times as many, to find the actions to show among many that are close
SEARCHING = 0.4  # the part of the time that goes into finding the actions to show


@dataclass(frozen=True)
class Reason:
    """Why, as a code and its arguments: `reason.<code>` in the words is the sentence."""

    code: str
    arguments: Json


@dataclass(frozen=True)
class Hint:
    """An action, what to expect of it, and why."""

    action: Json
    figure: (
        float  # the chance of winning, where a shared victory counts as a part; alone the score at the end
    )
    behind: float  # how far it is behind the first one
    error: float  # the standard error of that difference
    equal: bool  # is it as good as the first one, as far as one can tell?
    reason: Reason
    leaves: Reason | None  # what it leaves to others and for later
    playouts: int


def hints(
    game: Game,
    view: Json,
    seat: int,
    key: object = KEY,
    each: int = EACH,
    milliseconds: float | None = None,
    most: int = MOST_SHOWN,
    asked: Sequence[Json] = (),
) -> list[Hint]:
    """The best actions of a seat that sees `view`, the best one first, and those that were asked for.

    The same arguments give the same hints, unless `milliseconds`, a limit for live tables, end it early.
    """
    return hints_of(observe_view(game, view, seat), key, each, milliseconds, most, asked)


def hints_of(
    observation: Observation,
    key: object = KEY,
    each: int = EACH,
    milliseconds: float | None = None,
    most: int = MOST_SHOWN,
    asked: Sequence[Json] = (),
) -> list[Hint]:
    """The same from an observation; of a live table it also knows what was played."""
    if most < 1:
        raise ValueError(f"at least one action is shown, not {most}")
    ids = [observation.game.notation.read_action(one) for one in asked]
    require_legal(observation, asked, ids)
    with in_time(milliseconds, SEARCHING) as first, in_time(milliseconds, 1.0) as last:
        found = evaluate(observation, each, most, ids, key, (first, last), LONGEST, SEARCHED * each)
    return [explain(observation, one, found) for one in found.lines]


def require_legal(observation: Observation, actions: Sequence[Json], ids: Sequence[int]) -> None:
    """IllegalAction, with its rule, for an action that the seat may not take."""
    for action, id in zip(actions, ids, strict=True):
        table = Table(observation.game, observation.states.copy())
        if id not in table.legal_ids(observation.seat):
            table.play(observation.seat, action)


@contextmanager
def in_time(milliseconds: float | None, part: float) -> Iterator[Flag]:
    if milliseconds is None:
        yield NEVER
        return
    with stopped_after(milliseconds * part / 1000) as late:
        yield late


# Why


def explain(observation: Observation, one: Line, found: Evaluation) -> Hint:
    reason = reason_for(observation, one.id) or usual_reason(one, found)
    leaves = leaves_for(observation, one.id)
    figures = one.figure, one.behind, one.error, one.equal
    return Hint(one.action, *figures, Reason(*reason), leaves, one.worlds)


def reason_for(observation: Observation, action: int) -> Told | None:
    table = Table(observation.game, observation.states.copy())
    return observation.game.bots.HOOKS.reason(table, observation.seat, action)


def leaves_for(observation: Observation, action: int) -> Reason | None:
    table = Table(observation.game, observation.states.copy())
    told = observation.game.bots.HOOKS.leaves(table, observation.seat, action)
    return Reason(*told) if told else None


def usual_reason(one: Line, found: Evaluation) -> Told:
    """A reason that fits any game."""
    if found.choices == 1:
        return "only", {}
    if one is found.best:
        return "best", {"playouts": one.worlds}
    return ("close" if one.equal else "behind"), {}
