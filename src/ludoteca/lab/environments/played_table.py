"""A table as a learning program plays it: observations, action ids and rewards instead of views and JSON."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance, verbs
from ludoteca.core.batch import bot_numbers
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.errors import BadOptions, IllegalAction, brief
from ludoteca.core.game import Game
from ludoteca.core.observation import Layout, Numbers, observe_table
from ludoteca.core.record import State
from ludoteca.core.table import Table, apply_action, list_legal, set_up_table, why_not

Json = dict[str, Any]
Mask = npt.NDArray[np.int8]


class Reward(IntEnum):
    """What a seat is paid: its score, higher is better, or its victory at the end."""

    SCORE = 0
    VICTORY = 1


def read_reward(name: str | None, seats: int) -> Reward:
    """By default the score of a seat that plays alone, else the victory."""
    if name is None:
        return Reward.SCORE if seats == 1 else Reward.VICTORY
    names = [one.name.lower() for one in Reward]
    if name not in names:
        raise BadOptions("bad_reward", f"reward is {' or '.join(names)}, not {brief(name)}")
    return Reward(names.index(name))


@compiled
def paid(state: State, seat: int, reward: int, better: int) -> float:
    """All that a seat has been paid so far. Victories add up to zero: 1 for a seat that won alone."""
    if reward == Reward.SCORE:
        return float(better * verbs.score(state, seat))
    if not verbs.over(state) or state.seats == 1:
        return 0.0
    winners = 0
    for other in range(state.seats):
        winners += 1 if verbs.won(state, other) else 0
    share = 1.0 / winners if verbs.won(state, seat) else 0.0
    return (state.seats * share - 1.0) / (state.seats - 1.0)


@entry
def note_paid(states: Any, reward: int, better: int, amounts: npt.NDArray[np.float64]) -> None:
    for seat in range(states[0].seats):
        amounts[seat] = paid(states[0], seat, reward, better)


class PlayedTable:
    """One table after another of the same game, seats and options."""

    def __init__(self, game: Game, seats: int, options: Json | None, reward: str | None) -> None:
        self.game = game
        self.seats = seats
        self.blank = game.blank(seats, options)
        self.layout = Layout(game, seats, game.options(seats, options))
        self.reward = read_reward(reward, seats)
        self.states = self.blank.copy()

    def deal(self, key: bytes) -> None:
        """A new table; a key of 32 bytes fixes all that is dealt and rolled."""
        self.states = self.blank.copy()
        chance.rekey(self.states[0], key)
        set_up_table(self.states)

    @property
    def to_act(self) -> list[int]:
        seats = int(self.states["to_act"][0])
        return [seat for seat in range(self.seats) if seats >> seat & 1]

    @property
    def over(self) -> bool:
        return not self.states["to_act"][0]

    def observe(self, seat: int) -> Numbers:
        numbers = np.empty(self.layout.size, dtype=np.int16)
        observe_table(self.states, seat, numbers)
        return numbers

    def legal(self, seat: int) -> npt.NDArray[np.int32]:
        """The ids of all actions that a seat may take now; none if it is not to act."""
        actions = np.empty(self.game.rules.MOST_LEGAL, dtype=np.int32)
        acts = int(self.states["to_act"][0]) >> seat & 1
        return actions[: list_legal(self.states, seat, actions) if acts else 0]

    def mask(self, seat: int) -> Mask:
        """1 for every action that a seat may take now."""
        mask = np.zeros(self.game.rules.ACTIONS, dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def require_legal(self, seat: int, action: Any) -> int:
        """The id of an action; IllegalAction, with the rule, if the seat may not take it."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self.game.rules.ACTIONS:
            raise IllegalAction("no_such_action", f"{brief(action)} is not the id of an action")
        refused = why_not(self.states, seat, int(action))
        if refused:
            code, rule = self.game.rules.REFUSALS[refused]
            raise IllegalAction(code, f"seat {seat} may not do {self.written(int(action))}: {code}", rule)
        return int(action)

    def play(self, seat: int, action: Any) -> None:
        apply_action(self.states, seat, self.require_legal(seat, action))

    def play_together(self, chosen: Mapping[int, Any]) -> None:
        """Let seats that may act at the same time do so; if one of them may not, nobody has acted."""
        actions = {seat: self.require_legal(seat, action) for seat, action in chosen.items()}
        for seat in sorted(actions):
            if seat in self.to_act:
                apply_action(self.states, seat, actions[seat])

    def written(self, action: int) -> Json:
        """The readable form of an action."""
        return self.game.notation.write_action(action)

    def paid(self) -> npt.NDArray[np.float64]:
        """What each seat has been paid since the table was dealt."""
        amounts = np.zeros(self.seats)
        note_paid(self.states, int(self.reward), self.game.better_score, amounts)
        return amounts

    def as_table(self) -> Table:
        """The table as views and bots see it."""
        return Table(self.game, self.states)


def require_seat(seat: Any, seats: int) -> None:
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadOptions("bad_seat", f"there is no seat {brief(seat)}")


def simple_bots_around(game: Game, bots: Any, seat: int, seats: int) -> npt.NDArray[np.int64]:
    """The numbers of simple bots by seat, clockwise after `seat`, whose own number means nothing."""
    numbers = np.zeros(seats, dtype=np.int64)
    if seats > 1:
        others = [(seat + place) % seats for place in range(1, seats)]
        numbers[others] = bot_numbers(game, bots, seats - 1)
    return numbers
