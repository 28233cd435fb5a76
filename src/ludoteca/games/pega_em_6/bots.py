"""Simple bots of Pega em 6!: quick rules of thumb, for practice games and as a first measure of play.

Each looks only at what its seat may know; a test redraws the rest and expects the same choice.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import whim
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.instinct import choose_by_instinct
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.rules import score
from ludoteca.games.pega_em_6.special_deck import shuffle_deck
from ludoteca.games.pega_em_6.state import last_card, row_full
from ludoteca.games.pega_em_6.tables import CARD, CARDS, HEADS, KEEP, NO_CARD, NO_ROW, PLACE, TAKE, Phase

Actions = npt.NDArray[np.int32]


class Bot(IntEnum):
    RANDOM = 0  # anything that is legal
    THRIFTY = 1  # any card, but the cheapest row
    CLOSEST = 2  # the card with the smallest gap in a row with room, and the cheapest row
    INSTINCT = 3  # a card that a strong player would likely choose, and the cheapest row


NAMES = tuple(bot.name.lower() for bot in Bot)


@compiled
def choose(state: State, seat: int, bot: int, actions: Actions, count: int, whims: whim.Whim) -> int:
    """The action that `bot` takes, of the first `count` in `actions`."""
    if bot == Bot.RANDOM or state.phase == Phase.DRAFT:
        return actions[whim.below(whims, count)]
    if state.phase == Phase.EXCHANGE:
        return KEEP
    if state.phase == Phase.PLACE:
        return place_or_cheapest_row(state, actions, count)
    if bot == Bot.THRIFTY:
        return actions[whim.below(whims, count)]
    if bot == Bot.INSTINCT:
        return choose_by_instinct(state, seat, actions, count, whims)
    return closest_card(state, actions, count)


@compiled
def place_or_cheapest_row(state: State, actions: Actions, count: int) -> int:
    """Place the card; if it fits nowhere take the row with fewest bull heads, the first of equal ones."""
    if actions[0] == PLACE:
        return PLACE
    best, fewest = 0, 1000
    for action in actions[:count]:
        if action < PLACE and heads_in(state, action - TAKE) < fewest:
            best, fewest = action, heads_in(state, action - TAKE)
    return best


@compiled
def heads_in(state: State, row: int) -> int:
    heads = 0
    for place in range(state.row_length[row]):
        heads += HEADS[state.row_cards[row, place]]
    return heads


@compiled
def closest_card(state: State, actions: Actions, count: int) -> int:
    """The card nearest above the end of a row with room; if there is none, the highest."""
    best, smallest = actions[count - 1], CARDS
    for action in actions[:count]:
        gap = gap_to_row(state, action - CARD)
        if gap < smallest:
            best, smallest = action, gap
    return best


@compiled
def gap_to_row(state: State, card: int) -> int:
    row = row_for(state, card)
    if row == NO_ROW or row_full(state, row):
        return CARDS
    return card - last_card(state, row)


# For the search

MANNERS = (Bot.INSTINCT, Bot.INSTINCT, Bot.INSTINCT)
BASELINES = {"flat-500": (500, 0.0, False, (Bot.RANDOM, Bot.RANDOM, Bot.RANDOM), False)}
FELT = 8.0  # bull heads after which the hope of winning a last round is down to a third


def playouts(view: dict[str, Any]) -> int:
    """What one core does in about 100 ms, at the first trick."""
    anniversary = view["options"]["variant"] == "anniversary"
    return int((10_000 if anniversary else 20_000) // view["seats"])


@compiled
def far_enough(state: State, start: State) -> bool:
    """A hand is judged by itself."""
    return state.this_round != start.this_round


@compiled
def worth(state: State, seat: int, start: State) -> float:
    """Every bull head counts against the seat."""
    return float(score(start, seat) - score(state, seat))


@compiled
def hope(state: State, seat: int, start: State) -> float:
    """In the last round agreed on the first bull heads cost most: who has twenty has lost already."""
    if start.rounds and start.this_round == start.rounds:
        return math.exp((score(start, seat) - score(state, seat)) / FELT)
    return worth(state, seat, start)


@compiled
def reopen(state: State, seat: int) -> None:
    """Other seats that have chosen a card in secret choose again."""
    if state.phase == Phase.CHOOSE:
        for other in range(state.seats):
            if other != seat:
                state.chosen[other] = NO_CARD
                state.to_act |= 1 << other


@compiled
def redraw(state: State) -> None:
    """The deck of special cards in another order."""
    shuffle_deck(state)
