"""The one evaluation behind hints, reviews and puzzles: what each action leads to, in the same worlds.

One figure orders the actions: the chance of winning, or alone the score at the end. First all of them are
tried in some worlds and the worse half dropped, again and again; those that are left, and those that were
asked for, are then compared in worlds of their own. The worlds follow from the key, the seat and what it
sees, so whoever asks about the same decision is answered from the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import comparison as c
from ludoteca.bots import search as s
from ludoteca.bots.deadline import NEVER, Flag
from ludoteca.bots.evaluator import Evaluator
from ludoteca.bots.observation import Observation, require_turn
from ludoteca.bots.search import Plan
from ludoteca.core.bot_hooks import share_of_victory
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]
Floats = npt.NDArray[np.float64]

KEY = "advice"
MEASURES = ("victory", "score")
COMPARED = 1 << 20  # the number of the first world in which actions are compared
PREDICTED = 4000  # playouts that tell what seats choose that choose at the same time with open cards
SURE = 2.0  # standard errors
LEAST = {"victory": 0.01, "score": 1.0}  # less than what is shown, a per cent or a point, is no difference


@dataclass(frozen=True)
class Line:
    """An action, what to expect of it, and how far that is behind the best."""

    action: Json
    id: int
    figure: float  # the chance of winning, or alone the score at the end
    behind: float  # the best one's figure minus this one's
    error: float  # the standard error of that difference
    equal: bool  # is it as good as the best, as far as one can tell?
    score: float  # the seat's score at the end, or where playouts were judged
    worlds: int


@dataclass(frozen=True)
class Evaluation:
    """The actions that were compared, the best one first."""

    measure: str
    lines: list[Line]
    choices: int  # how many actions there were

    @property
    def best(self) -> Line:
        return self.lines[0]

    def line(self, id: int) -> Line:
        return next(one for one in self.lines if one.id == id)


def evaluate(
    observation: Observation, worlds: int, most: int, asked: Sequence[int] = (), key: object = KEY,
    stop: tuple[Flag, Flag] = (NEVER, NEVER), longest: int = 1,
) -> Evaluation:  # fmt: skip
    """The `most` best actions of a seat and those that were `asked` for, each in so many worlds.

    While the best cannot be told, they are compared on, in up to `longest` times as many. `stop` ends the
    search for the best, and the comparison, early.
    """
    require_turn(observation)
    found = Comparison(observation, key)
    kept = found.best_of(found.worth_trying(), most, worlds, stop[0])
    better = [found.dominated[one] for one in asked if one in found.dominated]
    return found.compared(list(dict.fromkeys([*kept, *asked, *better])), worlds, stop[1], longest)


class Comparison:
    """Tries actions of a seat in worlds that fit what it sees."""

    def __init__(self, observation: Observation, key: object) -> None:
        self.evaluator = Evaluator(observation, key)
        self.game, self.seat = observation.game, observation.seat
        self.table = Table(self.game, self.evaluator.states[:1].copy())
        self.alone = observation.view["seats"] == 1
        self.measure = MEASURES[self.alone]
        self.plan = self.evaluator.planned(plan_of(self.game, self.alone), NEVER)
        self.dominated = self.game.bots.HOOKS.dominated(self.table, self.seat, self.ids)

    @property
    def ids(self) -> list[int]:
        found: list[int] = self.evaluator.candidates.tolist()
        return found

    def worth_trying(self) -> list[int]:
        return [one for one in self.ids if one not in self.dominated]

    def best_of(self, ids: list[int], most: int, worlds: int, stop: Flag) -> list[int]:
        """The `most` best: drop the worse half again and again, each time after as many playouts."""
        sums, number = np.zeros((len(ids), c.NOTED)), 0
        stages = max(1, int(np.ceil(np.log2(max(1.0, len(ids) / most)))))
        while len(ids) > most:
            noted = self._noted(ids, number, max(1, most * worlds // (stages * len(ids))), stop)
            sums, number = sums + noted.sum(axis=1), number + noted.shape[1]
            left = self._order(sums)[: most if stop[0] else max(most, (len(ids) + 1) // 2)]
            ids, sums = [ids[place] for place in left], sums[left]
        return ids

    def compared(self, ids: list[int], worlds: int, stop: Flag, longest: int = 1) -> Evaluation:
        """All in the same worlds; those that cannot be told from the best in more of them."""
        noted = dict(zip(ids, self._noted(ids, COMPARED, worlds, stop), strict=True))
        lines = self._lines(noted)
        while (done := lines[0].worlds) < longest * worlds and not (stop[0] or self._settled(lines)):
            close = [one.id for one in lines if one.equal and one.worlds == done]
            more = self._noted(close, COMPARED + done, min(done, longest * worlds - done), stop)
            noted |= {one: np.concatenate([noted[one], new]) for one, new in zip(close, more, strict=True)}
            lines = self._lines(noted)
        return Evaluation(self.measure, lines, len(self.ids))

    def _lines(self, noted: dict[int, Floats]) -> list[Line]:
        """The best one first: of those that were tried longest, as others are clearly behind."""
        noted = self._without_dominated(noted)
        most = max(map(len, noted.values()))
        longest = [one for one in noted if len(noted[one]) == most]
        best = longest[self._order(np.array([noted[one].sum(axis=0) for one in longest]))[0]]
        lines = [self._line(one, noted[one], noted[best]) for one in noted]
        worth = {one: noted[one][:, c.WORTH].mean() for one in noted}
        return sorted(lines, key=lambda one: (one.id != best, -round(one.figure, 6), -worth[one.id]))

    def _settled(self, lines: list[Line]) -> bool:
        """Is each clearly behind the best, or so close that it does not matter?"""
        return all(SURE * one.error <= LEAST[self.measure] / 2 for one in lines if one.equal)

    def _noted(self, ids: list[int], first: int, worlds: int, stop: Flag) -> Floats:
        noted = np.zeros((len(ids), worlds, c.NOTED))
        states, tried = self.evaluator.states, np.array(ids, dtype=np.int32)
        actions, world = self.evaluator.actions, s.new_world()
        done = c.compare(states, self.seat, tried, first, self.plan, noted, actions, world, stop)
        return noted[:, :done]

    def _without_dominated(self, noted: dict[int, Floats]) -> dict[int, Floats]:
        """Chance must not put an action above one that is at least as good whatever comes."""
        found = dict(noted)
        for one, better in self.dominated.items():
            if one in noted and better in noted:
                both = min(len(noted[one]), len(noted[better]))
                found[one] = np.minimum(noted[one][:both], noted[better][:both])
        return found

    def _order(self, sums: Floats) -> list[int]:
        """By the figure; where that is the same, by what the bots judge by."""
        figures = sums[:, c.SCORE if self.alone else c.VICTORY].round(6)
        return [int(place) for place in np.lexsort((-sums[:, c.WORTH], -figures))]

    def _line(self, id: int, noted: Floats, best: Floats) -> Line:
        which, worlds = c.SCORE if self.alone else c.VICTORY, len(noted)
        apart = best[:worlds, which] - noted[:, which]
        behind = max(0.0, float(apart.mean()))
        error = float(apart.std(ddof=1) / worlds**0.5) if worlds > 1 else behind  # one world tells nothing
        equal = behind <= max(SURE * error, LEAST[self.measure])
        figure, score = float(best[:, which].mean()) - behind, float(noted[:, c.SCORE].mean())
        return Line(self.game.notation.write_action(id), id, figure, behind, error, equal, score, worlds)


def plan_of(game: Game, alone: bool) -> Plan:
    """All seats play alike: with a stronger bot for the own seat, its chances would look too good."""
    hooks = game.bots.HOOKS
    bots = hooks.outlook_bots or hooks.playout_bots
    outlook = hooks.outlook_bots is not None
    return Plan(
        PREDICTED,
        to_the_end=not outlook and (alone or hooks.winning_chance is share_of_victory),
        outlook=outlook,
        others_now=bots.others_now,
        own_later=bots.others_later,
        others_later=bots.others_later,
        predict_choices=True,
    )
