"""From what a seat sees to what each of its candidates is worth."""

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import search as s
from ludoteca.bots import tree_search as t
from ludoteca.bots.deadline import NEVER, Flag, stopped_after
from ludoteca.bots.observation import Observation, observe_view, require_turn
from ludoteca.bots.opponents import expect_types, predict_choices, type_probabilities
from ludoteca.bots.search import Plan
from ludoteca.core.game import Game

Json = dict[str, Any]

PILOT = 8  # playouts a candidate that show how fast the machine is
TICK = 1e-4  # seconds, where the clock of a core shows none


@dataclass(frozen=True)
class Candidate:
    """A candidate and what came of it: worths are means over playouts, in a unit that the game chooses."""

    action: Json
    id: int
    worth: float
    error: float  # the standard error of the worth
    victory: float | None  # the chance of winning, if games were played to their end
    playouts: int
    gain: float | None = None  # what the seat's score grows by until a playout is judged, likewise


def evaluate(
    game: Game, view: Json, seat: int, plan: Plan, key: object = 0, stop: Flag = NEVER
) -> list[Candidate]:
    """All candidates of a seat that sees `view`, the best one first.

    With a budget of playouts the answer depends on nothing but the arguments. `stop[0] = 1`, from another
    thread, ends the search after the current world.
    """
    observation = observe_view(game, view, seat)
    require_turn(observation)
    return Evaluator(observation, key).evaluate(plan, stop)


class Evaluator:
    """Searches for a seat. It never holds the truth, only tables that fit what the seat sees."""

    def __init__(self, observation: Observation, key: object) -> None:
        self.game = observation.game
        self.hooks = observation.game.bots.HOOKS
        self.view = observation.view
        self.seat = observation.seat
        self.key = observation.search_key(key)
        self.states = np.zeros(s.TABLES, dtype=self.game.record)
        self.states[s.START] = observation.imagined(self.key)[0]
        self.states[s.START].listening = 0
        self.actions = np.zeros(self.game.rules.MOST_LEGAL, dtype=np.int32)
        count = s.list_candidates(self.states, self.seat, self.actions)
        self.candidates = self.actions[:count].copy()

    def evaluate(self, plan: Plan, stop: Flag = NEVER) -> list[Candidate]:
        """All candidates, the best one first."""
        if plan.milliseconds is None:
            return self._search(plan, stop)
        began, began_of_core = time.perf_counter(), time.thread_time()
        pilot = replace(plan, playouts=PILOT * len(self.candidates), halving=False)
        self._search(pilot, stop)
        of_core = max(TICK, time.thread_time() - began_of_core)  # however busy the machine was just then
        left = plan.milliseconds / 1000 - (time.perf_counter() - began)
        playouts = max(pilot.playouts, int(pilot.playouts * left / of_core))
        with stopped_after(left, stop) as late:
            return self._search(replace(plan, playouts=playouts), late)

    def _search(self, plan: Plan, stop: Flag) -> list[Candidate]:
        notes, planned = s.new_notes(len(self.candidates)), self.planned(plan, stop)
        search = self._tree_search if plan.tree else self._flat_search
        best = search(planned, notes, stop)
        found = [self._candidate(which, note, plan) for which, note in enumerate(notes.tolist())]
        # The search's own choice first: a candidate that was dropped early may have a lucky mean.
        rest = sorted((one for which, one in enumerate(found) if which != best), key=rank)
        return [found[best], *rest]

    def _flat_search(self, planned: Any, notes: Any, stop: Flag) -> int:
        return s.search(
            self.states, self.seat, self.candidates, planned, notes, self.actions, s.new_world(), stop
        )

    def _tree_search(self, planned: Any, notes: Any, stop: Flag) -> int:
        tree, walk, world = t.new_tree(), t.new_walk(), s.new_world()
        return t.search_tree(
            self.states, self.seat, self.candidates, planned, notes, self.actions, world, tree, walk, stop
        )

    def planned(self, plan: Plan, stop: Flag) -> Any:
        """The plan's record, with what is known of the opponents."""
        planned = plan.record()
        if plan.infer_types and self.types is not None:
            expect_types(planned, self.hooks.opponent_types, self.types)
        if plan.predict_choices and self.hooks.open_cards(self.view):
            predict_choices(self.states, self.seat, planned, self.actions, stop)
        return planned

    @cached_property
    def types(self) -> npt.NDArray[np.float64] | None:
        """How likely each seat is of each type of player, by type and seat; None if the past is not known."""
        odds = np.zeros((len(self.hooks.opponent_types), self.view["seats"]))
        assert len(odds) in (0, *range(2, s.MOST_TYPES + 1))
        if not len(odds) or not s.mean_type_odds(self.states, self.seat, odds, self.actions):
            return None
        return type_probabilities(odds, self.seat)

    def _candidate(self, which: int, note: tuple[Any, ...], plan: Plan) -> Candidate:
        playouts, worth_sum, squares, victories, gains = note
        worth = worth_sum / playouts
        error = (max(0.0, squares / playouts - worth**2) / playouts) ** 0.5
        known = plan.to_the_end or plan.outlook
        victory = victories / playouts if known else None
        gain = gains / playouts if known else None
        action = int(self.candidates[which])
        return Candidate(
            self.game.notation.write_action(action), action, worth, error, victory, playouts, gain
        )


def rank(one: Candidate) -> tuple[int, float]:
    """Candidates that were searched longest first, then by worth."""
    return -one.playouts, -one.worth
