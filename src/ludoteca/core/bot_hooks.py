"""What a game may tell bots about itself: `HOOKS = Hooks(...)` in its `bots.py`.

Every hook may be left out: its default fits any game. An unknown name is refused when the game is imported,
and a function with the wrong parameters when it is plugged in.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.core import verbs
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.table import Table

Json = dict[str, Any]
Told = tuple[str, Json]  # a code, `reason.<code>` in the words, and its arguments
Worth = Callable[[State, int, State], float]

USUAL_PLAYOUTS = 2000
MOST_BEHIND = 700.0  # in spreads: the chance is 0 there, and a larger number overflows the exponential
GRAINS = 1 << 20  # in a chance of winning: rounded, sums of them are the same on any machine


class PlayoutBots(NamedTuple):
    """Which of the game's simple bots, by number, act in playouts."""

    others_now: int = 0  # for other seats that choose at the same time as the candidate
    own_later: int = 0  # for the own seat, after the candidate
    others_later: int = 0  # for the other seats, after the candidate


FIRST_BOT = PlayoutBots()


@dataclass(frozen=True, kw_only=True)
class Level:
    """How a bot searches, and how often it misses a move.

    Going through its candidates, the best one first, it misses each with the probability `miss_rate`: so it
    often errs a little and seldom much, as people do.
    """

    playouts: int | None  # a candidate; None: the whole budget of the master
    miss_rate: float = 0.0
    halving: bool = True
    playout_bots: PlayoutBots | None = None  # None: those of the game
    for_victory: bool = True  # instead of a good score
    infer_types: bool = False  # tell from past play how each opponent plays?
    predict_choices: bool = False  # search first for seats that choose at the same time with open cards?
    outlook: bool = False  # end playouts as soon as the game's outlook can judge them?
    tree: bool = False  # look several turns ahead, in a tree? The worth for victory must lie from 0 to 1
    patience: int = 0  # actions to play on after a playout could be judged


# Defaults


def from_the_list(state: State, seat: int, rng: Any) -> int:
    raise NotImplementedError("without a function of its own, a game lists its legal actions")


@compiled
def never(state: State, start: State) -> bool:
    return False


@compiled
def share_of_victory(state: State, seat: int, start: State) -> float:
    """1 for a victory, a part of it for one that is shared, 0 for none."""
    winners = 0
    for other in range(state.seats):
        winners += 1 if verbs.won(state, other) else 0
    return 1.0 / winners if winners and verbs.won(state, seat) else 0.0


@compiled
def chance_by_leads(state: State, seat: int, spread: float) -> float:
    """The chance to be ahead of each other seat in the end, as a part of all seats' chances.

    A lead of `spread` points still turns into a victory over that seat in three of four games; below 0, the
    lower score leads.
    """
    total, own = 0.0, 0.0
    for one in range(state.seats):
        chance = 1.0
        for other in range(state.seats):
            if other != one:
                behind = (verbs.score(state, other) - verbs.score(state, one)) / spread
                chance /= 1.0 + math.exp(min(behind, MOST_BEHIND / state.seats))
        total += chance
        own = chance if one == seat else own
    return math.floor(own / total * GRAINS + 0.5) / GRAINS


@compiled
def result_alone(state: State, seat: int) -> tuple[float, float, float]:
    """What the end of a game says, for a game that can say no more."""
    share = share_of_victory(state, seat, state)
    return share, share, float(verbs.score(state, seat))


@compiled
def no_secret_choices(state: State, seat: int) -> None:
    pass


@compiled
def no_deck(state: State) -> None:
    pass


@compiled
def no_history(state: State, odds: Any, actions: Any) -> bool:
    return False


def usual_playouts(view: Json) -> int:
    return USUAL_PLAYOUTS


def usual_levels(view: Json) -> Mapping[str, Level]:
    return {}


def hidden_cards(view: Json) -> bool:
    return False


def nothing_dominated(table: "Table", seat: int, actions: Sequence[int]) -> Mapping[int, int]:
    return {}


def no_reason(table: "Table", seat: int, action: int) -> Told | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """What a game may tell the search. Functions of a state are compiled."""

    playout_bots: PlayoutBots = FIRST_BOT
    """The simple bots of playouts; by default the first one, for every seat."""

    draw: Callable[[State, int, Any], int] = from_the_list
    """The action that the bot `random` draws from the legal ones of a seat, found without listing them all:
    worth it where they are many."""

    levels: Callable[[Json], Mapping[str, Level]] = usual_levels
    """The game's own figures for some of the levels, by the view of a seat."""

    baselines: Mapping[str, Level] = field(default_factory=dict)
    """Searches with names of their own, to compare bots with."""

    master_playouts: Callable[[Json], int] = usual_playouts
    """The budget of the master, by the view of a seat: what one core plays in about 100 ms."""

    playout_done: Callable[[State, State], bool] = never
    """May a playout from `start` be judged here? By default only when the game is over."""

    worth: Worth = share_of_victory
    """How good the end of a playout from `start` is for a seat; by default its share of the victory."""

    victory_worth: Worth | None = None
    """The same for a seat that cares for victory alone; by default its worth."""

    winning_chance: Worth = share_of_victory
    """The chance of winning where a playout from `start` may be judged. By default games are played to their
    end to learn it."""

    outlook: Callable[[State, int], tuple[float, float, float]] = result_alone
    """For a game that has learned to tell: how good a table is for a seat (in the unit of `worth`), the share
    of the victory that it can expect, and its score at the end."""

    outlook_ready: Callable[[State, State], bool] = never
    """Can the outlook judge a playout from `start` here?"""

    outlook_bots: PlayoutBots | None = None
    """The simple bots of playouts that an outlook judges. With them, hints and reviews judge by the outlook,
    and so does a level that asks for it; None if the game has no outlook."""

    undo_secret_choices: Callable[[State, int], None] = no_secret_choices
    """Take back what other seats have chosen in secret, so that the search can choose for them."""

    open_cards: Callable[[Json], bool] = hidden_cards
    """Does a seat with this view see everything that the seats choosing at the same time see?"""

    opponent_types: tuple[int, ...] = ()
    """The simple bots of two to four types of players that `type_odds` tells apart; the first is random."""

    type_odds: Callable[[State, Any, Any], bool] = no_history
    """Multiply `odds`, by type and seat, by how much likelier the seat's play is of that type than of a
    random player, if all that is hidden is as in this record, which may be changed. False if the past is
    not known."""

    reshuffle: Callable[[State], None] = no_deck
    """Put what is to be drawn, and nobody knows, into another order; hands stay. The review needs it."""

    dominated: "Callable[[Table, int, Sequence[int]], Mapping[int, int]]" = nothing_dominated
    """Actions than which another one is at least as good whatever comes, each with that other one."""

    reason: "Callable[[Table, int, int], Told | None]" = no_reason
    """Why a seat would take an action, by nothing that it cannot know; None if its chances say it all."""

    open_reason: "Callable[[Table, int, int], Told | None]" = no_reason
    """Why a seat took an action, for all who saw it: by nothing they cannot know, so nothing of its hand.
    By default nothing is said."""

    leaves: "Callable[[Table, int, int], Told | None]" = no_reason
    """What an action leaves to others and for later, if its reason does not say it; as secret as a reason."""

    def draws_unlisted(self) -> bool:
        return self.draw is not from_the_list

    def worth_for_victory(self) -> Worth:
        return self.victory_worth or self.worth


DEFAULTS = Hooks()


def require_hooks(game: "Game") -> None:
    """TypeError if a hook has other parameters than declared, or was written and not handed over."""
    hooks, own = game.bots.HOOKS, vars(game.bots)
    for name in (one.name for one in fields(Hooks)):
        if name in own and own[name] is not getattr(hooks, name):
            raise TypeError(f"the bots.py of {game.id} has {name}, but not in its HOOKS")
        declared, found = parameters(DEFAULTS, name), parameters(hooks, name)
        if declared != found:
            raise TypeError(f"{name} of {game.id} has the parameters {found}, not {declared}")


def parameters(hooks: Hooks, name: str) -> list[str]:
    hook = hooks.worth_for_victory() if name == "victory_worth" else getattr(hooks, name)
    return list(signature(hook).parameters) if callable(hook) else []
