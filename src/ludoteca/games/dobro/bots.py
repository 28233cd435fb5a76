"""Simple bots of Dobro, quick rules of thumb, and what the game tells the search.

Each looks only at its own hand and at what lies open; a test redraws the rest and expects the same choice.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bot_random, chance
from ludoteca.core.bot_hooks import Hooks, Level, PlayoutBots, chance_by_leads, share_of_victory
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.dobro.alphabet import DRAW, PAIR, TAKE, Phase
from ludoteca.games.dobro.cards import count_of
from ludoteca.games.dobro.ends import finished, rounds, score, won
from ludoteca.games.dobro.hints import open_reason, reason
from ludoteca.games.dobro.instinct import choose_by_instinct
from ludoteca.games.dobro.plays import CARDS_OF, WORTH
from ludoteca.games.dobro.tables import HIGHEST, Card

Actions = npt.NDArray[np.int32]
Json = dict[str, Any]

FEW = 2  # it takes up to this many cards from the table rather than play high
WILD_PRICE = 10
BROKEN_PAIR_PRICE = 6  # tried from 0 to 25 against `lowest`: 4 to 8 win most


class Bot(IntEnum):
    RANDOM = 0  # anything that is legal
    LOWEST = 1  # the lowest play; takes one or two cards rather than play above 12
    DOUBLER = 2  # doubles whenever it can, else the lowest play
    KEEPER = 3  # the lowest play that breaks no pair; takes when it must
    SEASONED = 4  # what a strong player would likely do, by learned tables


NAMES = tuple(bot.name.lower() for bot in Bot)


@compiled
def choose(state: State, seat: int, bot: int, actions: Actions, count: int, rng: bot_random.BotRandom) -> int:
    """The action that `bot` takes, of the first `count` in `actions`; only the random one forgets to draw."""
    if bot == Bot.RANDOM:
        return actions[bot_random.below(rng, count)]
    if state.phase == Phase.REFILL:
        return DRAW
    if bot == Bot.SEASONED:
        return choose_by_instinct(state, seat, actions, count)
    best = cheapest(state, seat, bot, actions, count)
    if bot == Bot.LOWEST and best != TAKE and 0 < state.table_count <= FEW and WORTH[best] > HIGHEST:
        return TAKE
    return best


@compiled
def cheapest(state: State, seat: int, bot: int, actions: Actions, count: int) -> int:
    """The play with the lowest price, of equal ones the last, which may be a pair; TAKE if there is none."""
    best, lowest = TAKE, 1000
    for action in actions[:count]:
        if action != TAKE and price(state, seat, bot, action) <= lowest:
            best, lowest = int(action), price(state, seat, bot, action)
    return best


@compiled
def price(state: State, seat: int, bot: int, play: int) -> int:
    """What a play costs: its height, more for wilds; skips and reverses are dearest of all."""
    if bot == Bot.DOUBLER and WORTH[play] == state.value:
        return 0
    cost = WORTH[play] + WILD_PRICE * count_of(CARDS_OF[play], Card.WILD)
    if bot == Bot.KEEPER and play < PAIR and count_of(state.hands[seat], play) > 1:
        cost += BROKEN_PAIR_PRICE
    return cost


# For the search

SPREAD = 0.7  # points of a round, for each opponent; fitted to 1600 games between keepers


BY_INSTINCT = PlayoutBots(others_now=Bot.RANDOM, own_later=Bot.SEASONED, others_later=Bot.SEASONED)


def levels(view: Json) -> dict[str, Level]:
    return {"master": Level(playouts=None, playout_bots=BY_INSTINCT)}


def master_playouts(view: Json) -> int:
    return 30_000


@compiled
def playout_done(state: State, start: State) -> bool:
    """A round is judged by itself."""
    return state.this_round != start.this_round


@compiled
def worth(state: State, seat: int, start: State) -> float:
    """Points ahead of the others' mean; in the last round the victory counts as well."""
    ahead = 0
    for other in range(state.seats):
        ahead += score(state, seat) - score(state, other)
    return ahead / (state.seats - 1) + (1.0 if won(state, seat) else 0.0)


@compiled
def winning_chance(state: State, seat: int, start: State) -> float:
    """By the leads after this round, the less the more rounds are to come."""
    to_come = rounds(state) - finished(state)
    if to_come == 0:
        return share_of_victory(state, seat, start)
    return chance_by_leads(state, seat, SPREAD * (state.seats - 1) * math.sqrt(to_come))


@compiled
def reshuffle(state: State) -> None:
    """The draw pile in another order."""
    chance.shuffle(state, state.deck, state.deck_left, state.deck_left)


HOOKS = Hooks(
    playout_bots=PlayoutBots(others_now=Bot.RANDOM, own_later=Bot.KEEPER, others_later=Bot.KEEPER),
    levels=levels,
    master_playouts=master_playouts,
    playout_done=playout_done,
    worth=worth,
    winning_chance=winning_chance,
    reshuffle=reshuffle,
    reason=reason,
    open_reason=open_reason,
)
