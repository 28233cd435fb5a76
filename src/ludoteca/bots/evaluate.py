"""From what a seat sees to what each of its candidates is worth."""

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import search as s
from ludoteca.bots.hooks import kinds_known
from ludoteca.bots.observation import Observation, read, require_turn
from ludoteca.bots.opponents import foresee, foreseeable
from ludoteca.core.game import Game

Json = dict[str, Any]
Numbers = npt.NDArray[np.float64]

PILOT = 8  # playouts a candidate that show how fast the machine is
TICK = 1e-4  # seconds, where the clock of a core knows of none
MOSTLY = 0.95  # at each table so many seats are of one kind
AT_RANDOM = 0.5  # on so many tables most play at random; the other kinds share the rest alike
SURE = 1 << 16
QUICKER = 1.5  # so much less time takes a playout in which all others play at random
FEW = 0.25  # if fewer seats play at random, victory is at stake
NEVER = np.zeros(1, dtype=np.int64)
LATE = 2  # a flag raised because the time is over


@dataclass(frozen=True)
class Plan:
    """How to search: for how long, and how seats play in the playouts (numbers of the game's simple bots)."""

    playouts: int = 1000  # in all, shared out among the candidates
    milliseconds: float | None = None  # as many playouts as this time allows, instead
    halving: bool = True
    to_the_end: bool = False
    others_now: int = 0
    own_later: int = 0
    others_later: int = 0
    for_victory: bool = False  # instead of a good score
    remembers: bool = False  # look at what seats have played, to tell how they play?
    foresees: bool = False  # find out first what others choose at the same time, where their cards lie open?

    def numbers(self) -> npt.NDArray[np.int64]:
        manners = (self.others_now, self.own_later, self.others_later)
        numbers = np.zeros(s.PLANNED, dtype=np.int64)
        numbers[: s.KINDS] = self.playouts, self.halving, self.to_the_end, *manners, self.for_victory
        return numbers


@dataclass(frozen=True)
class Candidate:
    """A candidate and what came of it: worths are means over playouts, in a unit that the game chooses."""

    action: Json
    id: int
    worth: float
    error: float  # the standard error of the worth
    victory: float | None  # the chance of winning, if games were played to their end
    playouts: int
    gain: float | None = None  # what is added to the seat's score until a playout is judged, likewise


def key_for(key: object, observation: Observation) -> bytes:
    """What a search's chance is made of: the caller's key, the seat and what it sees.

    Optional keys of a view do not count: with and without them, the search has the same luck.
    """
    optional = observation.game.notation.OPTIONAL_KEYS
    view = {name: value for name, value in observation.view.items() if name not in optional}
    written = json.dumps([str(key), observation.seat, view], sort_keys=True)
    return hashlib.sha256(written.encode()).digest()


def weigh(
    game: Game, view: Json, seat: int, plan: Plan, key: object = 0, stop: npt.NDArray[np.int64] = NEVER
) -> list[Candidate]:
    """All candidates of a seat that sees `view`, the best one first.

    With a budget of playouts the answer depends on nothing but the arguments. `stop[0] = 1`, from another
    thread, ends the search after the world at hand.
    """
    observation = read(game, view, seat)
    require_turn(observation)
    return Evaluator(observation, key).weigh(plan, stop)


class Evaluator:
    """What a seat can imagine: never the truth, only tables that fit its view."""

    def __init__(self, observation: Observation, key: object) -> None:
        self.game = observation.game
        self.view = observation.view
        self.seat = observation.seat
        self.key = key_for(key, observation)
        self.states = np.zeros(s.RECORDS, dtype=self.game.record)
        self.states[s.START] = observation.imagined(self.key)[0]
        self.states[s.START].listening = 0
        self.actions = np.zeros(self.game.rules.MOST_LEGAL, dtype=np.int32)
        count = s.list_candidates(self.states, self.seat, self.actions)
        self.candidates = self.actions[:count].copy()

    def weigh(self, plan: Plan, stop: npt.NDArray[np.int64] = NEVER) -> list[Candidate]:
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

    def _search(self, plan: Plan, stop: npt.NDArray[np.int64]) -> list[Candidate]:
        notes = np.zeros((len(self.candidates), s.NOTES))
        rng = np.zeros(s.WHIMS, dtype=np.int64)
        numbers = plan.numbers()
        if plan.remembers and self.kinds is not None:
            knowing(numbers, kinds_known(self.game), self.kinds)
        if plan.foresees and foreseeable(self.game, self.view):
            foresee(self.states, self.seat, numbers, self.actions, stop)
        best = s.search(self.states, self.seat, self.candidates, numbers, notes, self.actions, rng, stop)
        found = [self._weighed(which, notes[which], plan) for which in range(len(notes))]
        # The search's own choice first: a candidate dropped early may have a lucky mean.
        rest = sorted((one for which, one in enumerate(found) if which != best), key=rank)
        return [found[best], *rest]

    @cached_property
    def kinds(self) -> Numbers | None:
        """By kind of player and seat: how likely it seems to be one. None if the past is not known."""
        odds = np.zeros((len(kinds_known(self.game)), self.view["seats"]))
        assert len(odds) in (0, *range(2, s.MOST_KINDS + 1))
        if not len(odds) or not s.suspect(self.states, self.seat, odds, self.actions):
            return None
        return kinds_of(odds, self.seat)

    def _weighed(self, which: int, notes: npt.NDArray[np.float64], plan: Plan) -> Candidate:
        playouts = int(notes[s.PLAYOUTS])
        worth = notes[s.WORTH] / playouts
        spread = max(0.0, notes[s.SQUARES] / playouts - worth**2)
        victory = float(notes[s.VICTORIES] / playouts) if plan.to_the_end else None
        gain = float(notes[s.GAINS] / playouts) if plan.to_the_end else None
        action = int(self.candidates[which])
        written = self.game.notation.write_action(action)
        error = float((spread / playouts) ** 0.5)
        return Candidate(written, action, float(worth), error, victory, playouts, gain)


def knowing(numbers: npt.NDArray[np.int64], manners: Sequence[int], kinds: Numbers) -> None:
    """Plan against such seats: if many play at random, victory is near and the score counts.

    Playouts in which they do so take less time, so there are more of them.
    """
    count, seats = kinds.shape
    at_random = kinds[0].sum() / max(1, seats - 1)
    numbers[s.BUDGET] = int(numbers[s.BUDGET] * (1 + QUICKER * at_random))
    numbers[s.FOR_VICTORY] &= at_random < FEW
    numbers[s.KINDS : s.KINDS + count] = manners
    lots = numbers[s.LOTS : s.LOTS + seats * s.MOST_KINDS].reshape(seats, s.MOST_KINDS)
    lots[:, :count] = np.rint(kinds.T * SURE)


def kinds_of(odds: Numbers, own: int) -> Numbers:
    """How likely each seat is of each kind, the first of which plays at random; on a table most are alike."""
    count = len(odds)
    of_table = np.full((count, count), (1 - MOSTLY) / (count - 1))
    np.fill_diagonal(of_table, MOSTLY)
    likely = of_table[:, :, None] * odds
    seats = likely.sum(axis=1)
    tables = np.array([AT_RANDOM, *[(1 - AT_RANDOM) / (count - 1)] * (count - 1)])
    tables *= np.delete(seats, own, axis=1).prod(axis=1)
    kinds: Numbers = (tables[:, None, None] * likely / seats[:, None]).sum(axis=0) / tables.sum()
    kinds[:, own] = 0
    return kinds


def rank(one: Candidate) -> tuple[int, float]:
    """Those that were searched longest first, then by worth."""
    return -one.playouts, -one.worth


@contextmanager
def stopped_after(seconds: float, flag: npt.NDArray[np.int64] = NEVER) -> Iterator[npt.NDArray[np.int64]]:
    """A flag that is raised when the time is over, or earlier by who gave it; then it is as it was."""
    flag = np.zeros_like(NEVER) if flag is NEVER else flag
    timer = threading.Timer(max(0.0, seconds), raise_flag, (flag,))
    timer.start()
    try:
        yield flag
    finally:
        timer.cancel()
        timer.join()  # or it might raise the flag after all
        if flag[0] == LATE:
            flag[0] = 0


def raise_flag(flag: npt.NDArray[np.int64]) -> None:
    flag[0] = flag[0] or LATE
