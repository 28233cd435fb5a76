"""The review of a finished game: the chances after every step, what each decision cost, and what the result
was made of.

A seat's value at a moment is what it can expect from what it sees, estimated by playouts: its share of the
victory, and its score. Every step changes it, and the parts of each change add up exactly:

- luck: the value of what chance brought, minus the mean over what it could have brought;
- skill: the value of what the seat played, minus that of a clearly better action, as a hint would have judged
  them; zero if there was none;
- others: what other seats' decisions changed;
- par: what best play promised beyond the simple play of playouts, in the same worlds.

So result = start + par + luck + skill + others.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.archive.recorded_steps import PlayedStep, Taken, steps_of
from ludoteca.bots.hint import reason_for
from ludoteca.bots.observation import observe
from ludoteca.core.bot_hooks import Told
from ludoteca.core.notation import Notation
from ludoteca.core.record import NOBODY
from ludoteca.core.table import Table
from ludoteca.lab.values import Choice, ValueEstimator, Values, ids_of, open_to_all, redrawn_tables

Json = dict[str, Any]

FORMAT = "ludoteca-review-2"
PLAYOUTS = 100
PARTS = ("par", "luck", "skill", "others")
PAR, LUCK, SKILL, OTHERS = range(4)
MEASURES = ("victory", "score")
BOTH = ("played", "best")
GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")
# The largest loss that is good, an inaccuracy, a mistake: of the chance of winning; alone of the score.
BOUNDS = (0.02, 0.05, 0.1)


@dataclass(frozen=True)
class Decision:
    """What a seat decided, and what would have been best."""

    seat: int
    choice: Choice
    alone: bool = False
    reasons: tuple[Told | None, Told | None] = (None, None)  # for what was played, and for the best

    @property
    def grade(self) -> str:
        """By the loss, as it is shown."""
        if self.choice.played == self.choice.best:
            return GRADES[0]
        whole = max(1.0, self.choice.figures[1]) if self.alone else 1.0
        return GRADES[1 + sum(self.choice.loss / whole > bound for bound in BOUNDS)]


@dataclass(frozen=True)
class Reviewed:
    """A step: who decided what, each seat's value after it, and how that changed, by part and measure."""

    taken: Sequence[Taken]
    decisions: list[Decision]
    values: Values  # seat, measure
    parts: Values  # seat, part, measure


@dataclass(frozen=True)
class Review:
    """A whole game."""

    game: str
    options: Json
    playouts: int
    over: bool  # by the rules; else all agreed to stop, and the result is what each could expect then
    start: Values  # seat, measure: before anything was dealt
    steps: list[Reviewed]  # the first one is the deal

    @property
    def seats(self) -> int:
        return len(self.start)

    def split(self) -> Values:
        """What the result was made of: seat, part, measure."""
        total: Values = np.sum([step.parts for step in self.steps], axis=0)
        return total

    def decisions(self, seat: int) -> list[Decision]:
        """Those with a choice."""
        return [one for step in self.steps for one in step.decisions if one.seat == seat]

    def mean_loss(self, seat: int) -> float:
        """What a decision cost the seat on average: of its chance of winning, or alone points."""
        losses = [one.choice.loss for one in self.decisions(seat)]
        return float(np.mean(losses)) if losses else 0.0


class Reviewer:
    """Reviews a game step by step, so that other work can run in between."""

    def __init__(
        self, table: Table, actions: Sequence[Taken], playouts: int = PLAYOUTS, key: object = 0,
        dealt: bool = True,
    ) -> None:  # fmt: skip
        self.table = table
        self.recorded = list(steps_of(table, actions))
        self.estimator = ValueEstimator(table.game, playouts, key)
        self.key = key
        self.open = open_to_all(table) and open_to_all(self.last)  # a game may end amid secret choices
        self.dealt = dealt  # else the game began from a position, and there is no luck of the deal
        self.playouts = playouts
        self.measure = int(table.seats == 1)

    @property
    def moments(self) -> int:
        return len(self.recorded) + 1

    @property
    def last(self) -> Table:
        return self.recorded[-1].after if self.recorded else self.table

    def run(self, progress: Callable[[int], None] = lambda moments: None) -> Review:
        """The whole review; `progress` is called after every moment."""
        steps = self.steps()
        start = next(steps)
        progress(1)
        reviewed = [start]
        for step in steps:
            reviewed.append(step)
            progress(1)
        return self.review(reviewed)

    def review(self, reviewed: list[Reviewed]) -> Review:
        options = self.table.position().get("options", {})
        start = reviewed[0].values - reviewed[0].parts.sum(axis=1)
        return Review(self.table.game.id, options, self.playouts, self.last.over, start, reviewed)

    def steps(self) -> Iterator[Reviewed]:
        """The deal, then every step."""
        now = self._deal()
        yield now
        for moment, step in enumerate(self.recorded, 1):
            now = self._step(moment, step, now.values)
            yield now

    def losses(self) -> list[list[float]]:
        """What every decision with a choice cost, seat by seat, and nothing else."""
        found: list[list[float]] = [[] for _ in range(self.table.seats)]
        for step in self.recorded:
            for seat, action in ids_of(step).tolist():
                if len(step.before.legal_ids(seat)) > 1:
                    found[seat].append(self.estimator.judge(step.before, seat, action).loss)
        return found

    def _deal(self) -> Reviewed:
        values = self._values(self.table, 0)
        parts = np.zeros((self.table.seats, len(PARTS), len(MEASURES)))
        if self.dealt:
            parts[:, LUCK] = values - self._seen(
                lambda viewer: self.estimator.values_of_deal(self.table, viewer)
            )
        return Reviewed([], [], values, parts)

    def _step(self, moment: int, step: PlayedStep, before: Values) -> Reviewed:
        after = self._values(step.after, moment)
        fair = self._before_chance(moment, step, after)
        parts = np.zeros((len(after), len(PARTS), len(MEASURES)))
        rest = OTHERS if len(after) > 1 else PAR
        parts[:, LUCK] = after - fair
        parts[:, rest] = fair - before
        decisions = list(self._decisions(moment, step))
        for one in decisions:
            seat, choice = one.seat, one.choice
            own, skill = choice.played_value - choice.simple_value, choice.played_value - choice.best_value
            skill[self.measure] = -choice.loss
            parts[seat, SKILL] += skill
            parts[seat, PAR] += own - skill
            parts[seat, rest] -= own
        return Reviewed(step.taken, decisions, after, parts)

    def _values(self, table: Table, moment: int) -> Values:
        return self._seen(lambda viewer: self.estimator.values(table, viewer, moment))

    def _seen(self, values: Callable[[int], Values]) -> Values:
        """Each seat's value with its own eyes; all at once where nothing is hidden."""
        if self.open:
            return values(NOBODY)
        return np.array([values(seat)[seat] for seat in range(self.table.seats)])

    def _before_chance(self, moment: int, step: PlayedStep, after: Values) -> Values:
        """Each seat's value after the decisions and before chance; chance may have shown it nothing."""
        others = redrawn_tables(step, (self.key, moment))
        if others is None:
            return after
        if self.open:
            return self.estimator.values(step.before, NOBODY, moment, step)
        fair = after.copy()
        for seat in range(len(after)):
            if any(table.view(seat) != others[0].view(seat) for table in others):
                fair[seat] = self.estimator.values(step.before, seat, moment, step)[seat]
        return fair

    def _decisions(self, moment: int, step: PlayedStep) -> Iterator[Decision]:
        """Every decision of the step with a choice."""
        for seat, action in ids_of(step).tolist():
            if len(step.before.legal_ids(seat)) > 1:
                choice = self.estimator.choice(step.before, seat, action, moment)
                yield Decision(seat, choice, bool(self.measure), reasons_of(step.before, seat, choice))


def reasons_of(table: Table, seat: int, choice: Choice) -> tuple[Told | None, Told | None]:
    """Why each of both, in the game's own terms, where there is a difference to explain."""
    if choice.played == choice.best:
        return None, None
    seen = observe(table, seat)
    return reason_for(seen, choice.played), reason_for(seen, choice.best)


def review(table: Table, actions: Sequence[Taken], playouts: int = PLAYOUTS, key: object = 0) -> Review:
    """Review a game that began with `table` and went on with `actions`."""
    return Reviewer(table, actions, playouts, key).run()


def warm_up(table: Table) -> Iterator[None]:
    """Compile a review, step by step, by doing once all that it does; the table stays as it is."""
    seat = table.to_act[0]
    step = next(steps_of(table, [(seat, table.legal(seat)[0])]))
    redrawn_tables(step, 0)
    yield
    yield from ValueEstimator(table.game, 1, 0).warm_up(step, seat)


# For pages and files


def written(review: Review, notation: Notation) -> Json:
    """A review as JSON; every list of two levels is by seat."""
    split = review.split()
    last = review.steps[-1].values
    return {
        "format": FORMAT,
        "game": review.game,
        "options": review.options,
        "playouts": review.playouts,
        "over": review.over,
        "measure": MEASURES[0] if review.seats > 1 else MEASURES[1],
        "seats": [write_seat(review, seat, split[seat], last[seat]) for seat in range(review.seats)],
        "steps": [write_step(number, step, notation) for number, step in enumerate(review.steps)],
    }


def write_seat(review: Review, seat: int, split: Values, result: Values) -> Json:
    decisions = review.decisions(seat)
    grades = Counter(one.grade for one in decisions)
    parts = {name: by_measure(split[number]) for number, name in enumerate(PARTS)}
    return {
        "start": by_measure(review.start[seat]),
        **parts,
        "own": by_measure(split[PAR] + split[SKILL]),
        "result": by_measure(result),
        "decisions": len(decisions),
        "loss": review.mean_loss(seat),
        "grades": {grade: grades[grade] for grade in GRADES},
    }


def write_step(number: int, step: Reviewed, notation: Notation) -> Json:
    parts = {name: columns(step.parts[:, part]) for part, name in enumerate(PARTS)}
    return {
        "step": number,
        "actions": [{"seat": seat, "action": action} for seat, action in step.taken],
        "value": columns(step.values),
        **parts,
        "decisions": [write_decision(one, notation) for one in step.decisions],
    }


def write_decision(one: Decision, notation: Notation) -> Json:
    """With the kinds of both actions, by which the words describe them, and why each of them."""
    choice = one.choice
    actions = {
        which: notation.write_action(id) for which, id in zip(BOTH, (choice.played, choice.best), strict=True)
    }
    return {
        "seat": one.seat,
        **actions,
        "kinds": {part: notation.action_kind(action) for part, action in actions.items()},
        "candidates": choice.candidates,
        "loss": choice.loss,
        "error": choice.error,
        "grade": one.grade,
        "figures": dict(zip(BOTH, choice.figures, strict=True)),
        "reasons": {which: write_reason(told) for which, told in zip(BOTH, one.reasons, strict=True)},
    }


def write_reason(told: Told | None) -> Json | None:
    return {"code": told[0], "arguments": told[1]} if told else None


def by_measure(values: Values) -> Json:
    return dict(zip(MEASURES, values.tolist(), strict=True))


def columns(values: Values) -> Json:
    return dict(zip(MEASURES, values.T.tolist(), strict=True))
