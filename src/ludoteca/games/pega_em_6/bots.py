"""Simple bots of Pega em 6!, quick rules of thumb, and what the game tells the search.

Each looks only at what its seat may know; a test redraws the rest and expects the same choice.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random
from ludoteca.core.bot_hooks import Hooks, Level, PlayoutBots, chance_by_leads, share_of_victory
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.alphabet import CARD, KEEP, PLACE, TAKE, Phase
from ludoteca.games.pega_em_6.hints import reason
from ludoteca.games.pega_em_6.instinct import (
    FILLED,
    ONE,
    cheapest_heads,
    choose_by_instinct,
    heads_of_row,
    under,
    unseen_cards,
)
from ludoteca.games.pega_em_6.learned import Net
from ludoteca.games.pega_em_6.memory import type_odds
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.rules import score
from ludoteca.games.pega_em_6.special_deck import shuffle_deck
from ludoteca.games.pega_em_6.special_use import place_sparingly
from ludoteca.games.pega_em_6.state import last_card, row_full, row_holds
from ludoteca.games.pega_em_6.tables import CARDS, HAND_CARDS, NO_CARD, NO_ROW, Variant

Actions = npt.NDArray[np.int32]
Json = dict[str, Any]


class Bot(IntEnum):
    RANDOM = 0  # anything that is legal
    THRIFTY = 1  # any card, but the cheapest row
    CLOSEST = 2  # the card with the smallest gap in a row with room, and the cheapest row
    SAFEST = 3  # the card that costs least in this trick if others play at random, and the cheapest row
    INSTINCT = 4  # a card that a strong player would likely choose, and the cheapest row
    RESOLUTE = 5  # the same, and seldom another card than the likeliest
    RIVAL = 6  # as INSTINCT, for a strong player that plays for the lead over each other seat
    CRAFTY = 7  # as RESOLUTE, and a special card where it spares a dear row
    SHREWD = 8  # as INSTINCT, and the same


SHARP = np.array([0, 0, 0, 0, 1, 8, 1, 8, 1])  # how strongly each prefers the likeliest card
NET = np.array([0, 0, 0, 0, *[Net.HEADS] * 2, Net.LEAD, *[Net.HEADS] * 2])  # by which each chooses

NAMES = tuple(bot.name.lower() for bot in Bot)


@compiled
def choose(state: State, seat: int, bot: int, actions: Actions, count: int, rng: bot_random.BotRandom) -> int:
    """The action that `bot` takes, of the first `count` in `actions`."""
    if bot == Bot.RANDOM or state.phase == Phase.DRAFT:
        return actions[bot_random.below(rng, count)]
    if state.phase == Phase.EXCHANGE:
        return KEEP
    if state.phase == Phase.PLACE and bot >= Bot.CRAFTY:
        return place_sparingly(state, seat, actions, count)
    if state.phase == Phase.PLACE:
        return place_or_cheapest_row(state, actions, count)
    if bot == Bot.THRIFTY:
        return actions[bot_random.below(rng, count)]
    if bot == Bot.CLOSEST:
        return closest_card(state, actions, count)
    if bot == Bot.SAFEST:
        return safest_card(state, seat, actions, count)
    return choose_by_instinct(state, seat, NET[bot], SHARP[bot], actions, count, rng)


@compiled
def place_or_cheapest_row(state: State, actions: Actions, count: int) -> int:
    """Place the card; if it fits nowhere take the row with fewest bull heads, the first of equal ones."""
    if actions[0] == PLACE:
        return PLACE
    best, fewest = 0, 1000
    for action in actions[:count]:
        if action < PLACE and heads_of_row(state, action - TAKE) < fewest:
            best, fewest = action, heads_of_row(state, action - TAKE)
    return best


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


@compiled
def safest_card(state: State, seat: int, actions: Actions, count: int) -> int:
    """The card with the fewest expected bull heads in this trick; of equal ones the highest."""
    unseen = unseen_cards(state, seat)
    best, least = actions[0], 1 << 30
    for action in actions[:count]:
        price = expected_heads(state, int(action) - CARD, unseen)
        if price <= least:
            best, least = action, price
    return best


@compiled
def expected_heads(state: State, card: int, unseen: tuple[int, int]) -> int:
    """The heads of its row, times the chance that others fill it first, in 64ths of a head."""
    low, high = unseen
    row = row_for(state, card)
    if row == NO_ROW:
        return ONE * cheapest_heads(state)
    room = row_holds(state, row) - state.row_length[row]
    between = under(low, high, card) - under(low, high, last_card(state, row) + 1)
    share = between * ONE // max(1, bits.count(low) + bits.count(high))
    return int(FILLED[state.seats - 1, room, share]) * (heads_of_row(state, row) + 2 * room)


# For the search

LEVELS = {
    Variant.BASIC: {"expert": Level(playouts=30, miss_rate=0.05)},
    # With all hands open a few playouts tell nearly as much as many.
    Variant.PROFESSIONAL: {
        "beginner": Level(playouts=2, miss_rate=0.5),
        "casual": Level(playouts=4, miss_rate=0.36),
        "skilled": Level(playouts=8, miss_rate=0.2),
        "expert": Level(playouts=30, miss_rate=0.05),
        "master": Level(
            playouts=None, tree=True, playout_bots=PlayoutBots(own_later=Bot.RIVAL, others_later=Bot.RIVAL)
        ),
    },
    Variant.ANNIVERSARY: {
        "skilled": Level(playouts=10, miss_rate=0.14),
        "expert": Level(playouts=30, miss_rate=0.05),
        "master": Level(
            playouts=None,
            playout_bots=PlayoutBots(others_now=Bot.INSTINCT, own_later=Bot.CRAFTY, others_later=Bot.SHREWD),
        ),
    },
}
# Of the master in the first trick, shared by the seats: 60 to 90 ms of a core.
FIRST_PLAYOUTS = {Variant.BASIC: 18_000, Variant.PROFESSIONAL: 12_000, Variant.ANNIVERSARY: 10_000}
ALL_RANDOM = PlayoutBots(others_now=Bot.RANDOM, own_later=Bot.RANDOM, others_later=Bot.RANDOM)
BASELINES = {"flat-500": Level(playouts=500, halving=False, playout_bots=ALL_RANDOM, for_victory=False)}
# Types of players: random, then one for each net.
TYPES = (Bot.RANDOM, Bot.INSTINCT, Bot.RIVAL)
LAST_TRICKS = 6  # for which there are equally many playouts
BLUR = 4.0  # bull heads between two seats that leave the last round open
BLUR_OF_ROUND = 8.0  # the same for each round to come
SPREAD = 5.0  # bull heads that decide between two of two seats in a round; fitted to 450 games by instinct
HEADS_OF_ROUND = 10.0  # what the leader in bull heads takes in a round
MOST_BEHIND = 700.0  # in blurs: the chance is 0 there, and a larger number overflows the exponential
GRAINS = 1 << 20  # in a chance of winning: rounded, sums of them are the same on any machine


def variant_of(view: Json) -> Variant:
    return Variant[view["options"]["variant"].upper()]


def levels(view: Json) -> dict[str, Level]:
    return LEVELS[variant_of(view)]


def open_cards(view: Json) -> bool:
    """In the professional variant all hands lie open."""
    return variant_of(view) == Variant.PROFESSIONAL and view["phase"] == "choose"


def master_playouts(view: Json) -> int:
    """The fewer tricks are left, the sooner a playout ends."""
    variant = variant_of(view)
    tricks = int(HAND_CARDS[variant])
    return (
        FIRST_PLAYOUTS[variant] * tricks // max(LAST_TRICKS, tricks + 1 - view["trick"]) // int(view["seats"])
    )


@compiled
def playout_done(state: State, start: State) -> bool:
    """A hand is judged by itself."""
    return state.this_round != start.this_round


@compiled
def worth(state: State, seat: int, start: State) -> float:
    """Every bull head counts against the seat."""
    return float(score(start, seat) - score(state, seat))


@compiled
def victory_worth(state: State, seat: int, start: State) -> float:
    """The chance of winning: the lead over each other seat counts, blurred by the rounds to come."""
    blur = math.sqrt(BLUR * BLUR + rounds_to_come(state, start) * BLUR_OF_ROUND * BLUR_OF_ROUND)
    chance = 1.0
    for other in range(state.seats):
        if other != seat:
            behind = min((score(state, seat) - score(state, other)) / blur, MOST_BEHIND)
            chance /= 1.0 + math.exp(behind)
    return math.floor(chance * GRAINS + 0.5) / GRAINS


@compiled
def winning_chance(state: State, seat: int, start: State) -> float:
    """By the leads after this hand, the less the more rounds are to come; fewer bull heads lead."""
    if state.phase == Phase.OVER:
        return share_of_victory(state, seat, start)
    to_come = max(1.0, rounds_to_come(state, start))
    return chance_by_leads(state, seat, -SPREAD * math.sqrt(state.seats * to_come))


@compiled
def rounds_to_come(state: State, start: State) -> float:
    """After the round of `start`; an estimate if the game ends at a number of bull heads."""
    if start.rounds:
        return float(start.rounds - start.this_round)
    highest = 0
    for seat in range(state.seats):
        highest = max(highest, score(state, seat))
    return max(0.0, (start.target - highest) / HEADS_OF_ROUND)


@compiled
def undo_secret_choices(state: State, seat: int) -> None:
    """Other seats that have chosen a card in secret choose again."""
    if state.phase == Phase.CHOOSE:
        for other in range(state.seats):
            if other != seat:
                state.chosen[other] = NO_CARD
                state.to_act |= 1 << other


@compiled
def reshuffle(state: State) -> None:
    """The deck of special cards in another order."""
    shuffle_deck(state)


HOOKS = Hooks(
    playout_bots=PlayoutBots(others_now=Bot.INSTINCT, own_later=Bot.RESOLUTE, others_later=Bot.INSTINCT),
    levels=levels,
    baselines=BASELINES,
    master_playouts=master_playouts,
    playout_done=playout_done,
    worth=worth,
    victory_worth=victory_worth,
    winning_chance=winning_chance,
    undo_secret_choices=undo_secret_choices,
    open_cards=open_cards,
    opponent_types=TYPES,
    type_odds=type_odds,
    reshuffle=reshuffle,
    reason=reason,
    open_reason=reason,
)
