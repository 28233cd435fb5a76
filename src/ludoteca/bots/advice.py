"""The one evaluation behind hints, reviews and puzzles: what each action leads to, in the same worlds.

One figure orders the actions: the chance of winning, or alone the score at the end. First all of them are
tried in some worlds, then in twice as many, again and again, without those that are clearly behind by then;
the best, and those that were asked for, are then compared in worlds of their own. The worlds follow from the
key, the seat and what it sees, so whoever asks about the same decision is answered from the same ones.
"""

from collections.abc import Callable, Sequence
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
FIRST = 16  # worlds in which every action is tried
FEW = 8  # that part of the worlds may do, where all of them agree
SURE = 2.0  # standard errors
CLEAR = 3.0  # the same, to spend no more time on what is behind
RARE = {"victory": 1.0, "score": 10.0}  # the difference that the next world may show, if none has so far
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
    doubt: float  # the error, and what so few worlds may not have shown yet


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

    def unsure(self, one: Line) -> bool:
        """Could its figure still change by more than what is shown?"""
        return SURE * one.doubt > LEAST[self.measure] / 2


Follow = Callable[[Evaluation], Sequence[int]]  # the actions to compare on with the best


def close_to_best(found: Evaluation) -> list[int]:
    """What may be better than the best, or at least as good."""
    return [one.id for one in found.lines[1:] if found.unsure(one) and one.behind <= CLEAR * one.doubt]


def evaluate(
    observation: Observation, worlds: int, most: int, asked: Sequence[int] = (), key: object = KEY,
    stop: tuple[Flag, Flag] = (NEVER, NEVER), longest: int = 1, searched: int | None = None,
    follow: Follow = close_to_best,
) -> Evaluation:  # fmt: skip
    """The `most` best actions of a seat and those that were `asked` for, each in up to so many worlds.

    As long as `follow` names some, they are compared on with the best, in up to `longest` times as many.
    `searched`: the worlds in which the best are searched for. `stop` ends that, and the comparison, early.
    """
    require_turn(observation)
    found = Comparison(observation, key)
    kept = found.best_of(found.worth_trying(), most, searched or worlds, stop[0])
    better = [found.dominated[one] for one in asked if one in found.dominated]
    return found.compared(list(dict.fromkeys([*kept, *asked, *better])), worlds, stop[1], longest, follow)


class Comparison:
    """Tries actions of a seat in worlds that fit what it sees."""

    def __init__(self, observation: Observation, key: object) -> None:
        self.evaluator = Evaluator(observation, key)
        self.game, self.seat = observation.game, observation.seat
        self.table = Table(self.game, self.evaluator.states[:1].copy())
        self.alone = observation.view["seats"] == 1
        self.measure, self.which = MEASURES[self.alone], (c.VICTORY, c.SCORE)[self.alone]
        self.plan = self.evaluator.planned(plan_of(self.game, self.alone), NEVER)
        self.dominated = self.game.bots.HOOKS.dominated(self.table, self.seat, self.ids)

    @property
    def ids(self) -> list[int]:
        found: list[int] = self.evaluator.candidates.tolist()
        return found

    def worth_trying(self) -> list[int]:
        return [one for one in self.ids if one not in self.dominated]

    def best_of(self, ids: list[int], most: int, worlds: int, stop: Flag) -> list[int]:
        """The `most` best: twice as many worlds again and again, without what is clearly behind."""
        if len(ids) <= most:
            return ids
        noted = self._noted(ids, 0, min(FIRST, worlds), stop)
        while len(left := self._still_in(noted, most)) > most:
            done = noted.shape[1]
            if stop[0] or done >= worlds:
                break
            ids, noted = [ids[place] for place in left], noted[left]
            more = self._noted(ids, done, min(done, worlds - done), stop)
            noted = np.concatenate([noted, more], axis=1)
        return [ids[place] for place in left[:most]]

    def _still_in(self, noted: Floats, most: int) -> list[int]:
        """The places of those that may be the best, and of the `most` that seem to be; the best one first."""
        order, figures = self._order(noted.sum(axis=1)), noted[:, :, self.which]
        apart = figures[order[0]] - figures[order]
        behind, doubt = apart.mean(axis=1), self._doubt(apart)
        open_ones = (behind <= CLEAR * doubt) & (SURE * doubt > LEAST[self.measure] / 2)
        return [one for place, one in enumerate(order) if place < most or open_ones[place]]

    def compared(
        self, ids: list[int], worlds: int, stop: Flag, longest: int = 1, follow: Follow = close_to_best
    ) -> Evaluation:
        """All in the same worlds, until their figures are sure; some of them, as `follow` says, in more."""
        few = max(1, worlds // FEW) if len(ids) > 1 else worlds
        noted = dict(zip(ids, self._noted(ids, COMPARED, few, stop), strict=True))
        found = self._evaluation(noted)
        while not stop[0] and (left := self._to_follow(found, worlds, follow)):
            done = found.best.worlds
            limit = worlds if done < worlds else longest * worlds
            left = [one for one in left if len(noted[one]) == done]
            if done >= limit or len(left) < 2:
                break
            more = self._noted(left, COMPARED + done, min(done, limit - done), stop)
            noted |= {one: np.concatenate([noted[one], new]) for one, new in zip(left, more, strict=True)}
            found = self._evaluation(noted)
        return found

    def _to_follow(self, found: Evaluation, worlds: int, follow: Follow) -> list[int]:
        few = found.best.worlds < worlds
        unsure = [one.id for one in found.lines[1:] if few and found.unsure(one)]
        wanted = unsure or list(follow(found))
        return [found.best.id, *(one for one in wanted if one != found.best.id)] if wanted else []

    def _evaluation(self, noted: dict[int, Floats]) -> Evaluation:
        return Evaluation(self.measure, self._lines(noted), len(self.ids))

    def _lines(self, noted: dict[int, Floats]) -> list[Line]:
        """The best one first: of those that were tried longest, as others are clearly behind."""
        noted = self._without_dominated(noted)
        most = max(map(len, noted.values()))
        longest = [one for one in noted if len(noted[one]) == most]
        best = longest[self._order(np.array([noted[one].sum(axis=0) for one in longest]))[0]]
        lines = [self._line(one, noted[one], noted[best]) for one in noted]
        worth = {one: noted[one][:, c.WORTH].mean() for one in noted}
        return sorted(lines, key=lambda one: (one.id != best, -round(one.figure, 6), -worth[one.id]))

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
        figures = sums[:, self.which].round(6)
        return [int(place) for place in np.lexsort((-sums[:, c.WORTH], -figures))]

    def _line(self, id: int, noted: Floats, best: Floats) -> Line:
        worlds = len(noted)
        apart = best[:worlds, self.which] - noted[:, self.which]
        behind = max(0.0, float(apart.mean()))
        error = float(apart.std(ddof=1) / worlds**0.5) if worlds > 1 else behind  # one world tells nothing
        equal = behind <= max(SURE * error, LEAST[self.measure])
        figure, score = float(best[:, self.which].mean()) - behind, float(noted[:, c.SCORE].mean())
        action, doubt = self.game.notation.write_action(id), float(self._doubt(apart))
        return Line(action, id, figure, behind, error, equal, score, worlds, doubt)

    def _doubt(self, apart: Floats) -> Floats:
        """The standard error of mean differences, as if one more world had shown a large one."""
        worlds = apart.shape[-1]
        return np.hypot(apart.std(axis=-1) / worlds**0.5, RARE[self.measure] / worlds)


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
