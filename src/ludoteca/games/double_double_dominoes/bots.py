"""Simple bots of Double Double Dominoes, quick rules of thumb, and what the game tells the search.

Each looks only at what its seat may know: its hand, the board and the track.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random, chance
from ludoteca.core.bot_hooks import Hooks, Level, PlayoutBots, chance_by_leads, share_of_victory
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.double_double_dominoes.alphabet import DISCARD, STOP, Phase
from ludoteca.games.double_double_dominoes.board import (
    CROWDED,
    FREE,
    count_placements,
    nth_placement,
    placements_in_all,
)
from ludoteca.games.double_double_dominoes.course import won
from ludoteca.games.double_double_dominoes.hints import reason
from ludoteca.games.double_double_dominoes.scoring import bonus, goal_of, points_on
from ludoteca.games.double_double_dominoes.slots import (
    ANYWHERE,
    DIAMOND_ON,
    FIRST,
    NEIGHBOUR,
    OFF,
    SECOND,
    WAYS,
)
from ludoteca.games.double_double_dominoes.state import kind_of, kinds_in, last_laid, next_kind, slot_of
from ludoteca.games.double_double_dominoes.tables import HIGH, LOW, TRACK

Actions = npt.NDArray[np.int32]
Json = dict[str, Any]


class Bot(IntEnum):
    RANDOM = 0  # anything that is legal
    POINTS = 1  # the most points with this tile, minus what it gives the others
    CAREFUL = 2  # the same, and no diamond within reach of the next seat
    PLANNER = 3  # the same, and to a space that a tile left in the hand matches


NAMES = tuple(bot.name.lower() for bot in Bot)
POINT = 8  # what a point counts; the rest counts less
REACH = 2  # what a point on a diamond counts that the next seat could reach
PLAN = 5  # what a matching tile for the next turn counts
LEAST = -(1 << 30)
DIAMONDS = np.array([*DIAMOND_ON, 0])  # by square, none off the board


@compiled
def choose(state: State, seat: int, bot: int, actions: Actions, count: int, rng: bot_random.BotRandom) -> int:
    """The action that `bot` takes, of the first `count` in `actions`; of equally good ones any."""
    if bot == Bot.RANDOM:
        return int(actions[bot_random.below(rng, count)])
    best, most, equal = 0, LEAST, 0
    for place in range(count):
        action = int(actions[place])
        worth = worth_of(state, seat, bot, action)
        if worth > most:
            best, most, equal = action, worth, 0
        if worth == most:
            equal += 1
            if bot_random.below(rng, equal) == 0:
                best = action
    return best


@compiled
def draw(state: State, seat: int, rng: bot_random.BotRandom) -> int:
    """What RANDOM takes, without a list: placements are many, and their sets say how many."""
    if state.phase == Phase.DISCARD:
        kinds = kinds_in(state.hands[seat])
        return DISCARD + (bits.nth(kinds, bot_random.below(rng, bits.count(kinds))) >> 1)
    stops = 1 if state.phase == Phase.EXTEND else 0
    beside = slot_of(last_laid(state)) if stops else ANYWHERE
    counts = count_placements(state, seat, beside)
    n = bot_random.below(rng, stops + placements_in_all(counts))
    return STOP if n < stops else nth_placement(state, seat, beside, counts, n - stops)


@compiled
def worth_of(state: State, seat: int, bot: int, action: int) -> int:
    """What an action is worth: stopping is worth 0, and a discard is better the fewer pips it has."""
    if action == STOP:
        return 0
    if action > STOP:
        return -(LOW[action - DISCARD] + HIGH[action - DISCARD])
    worth = POINT * points_gained(state, seat, action)
    if bot >= Bot.CAREFUL:
        worth -= REACH * diamond_in_reach(state, action)
    if bot == Bot.PLANNER and plans_bonus(state, seat, action):
        worth += PLAN
    return worth


@compiled
def points_gained(state: State, seat: int, placement: int) -> int:
    """The points that a tile brings the seat, minus those that it gives the others."""
    points = points_on(placement)
    for other in range(state.seats):
        given = bonus(state, other, kind_of(placement))
        points += given if other == seat else -given
    return points


@compiled
def diamond_in_reach(state: State, placement: int) -> int:
    """The highest diamond that a tile at this one could cover."""
    slot = slot_of(placement)
    highest = 0
    for way in range(WAYS):
        highest = max(highest, reach_from(state, NEIGHBOUR[FIRST[slot], way], slot))
        highest = max(highest, reach_from(state, NEIGHBOUR[SECOND[slot], way], slot))
    return highest


@compiled
def reach_from(state: State, square: int, slot: int) -> int:
    """The highest diamond that a tile with a half on this square, beside the slot, could cover."""
    if square == OFF or state.wants[square] != FREE or square == FIRST[slot] or square == SECOND[slot]:
        return 0
    highest = DIAMONDS[square]
    for way in range(WAYS):
        other = NEIGHBOUR[square, way]
        if state.wants[other] < CROWDED and other != FIRST[slot] and other != SECOND[slot]:
            highest = max(highest, DIAMONDS[other])
    return highest


@compiled
def plans_bonus(state: State, seat: int, placement: int) -> bool:
    """Would the marker stand on a space with the pips of a tile that is left in the hand?"""
    kind = kind_of(placement)
    pips = TRACK[state.track[seat] + points_on(placement) + bonus(state, seat, kind)]
    left = kinds_in(state.hands[seat] - (1 << 2 * kind))
    while left:
        other = next_kind(left)
        if pips == LOW[other] or pips == HIGH[other]:
            return True
        left &= left - 1
    return False


# For the search

SPREAD = 0.6  # for each seat and the root of the points to go; fitted to 1200 games by points
TURNS_AHEAD = 2  # of every seat, after this tile
# Ten playouts a candidate are nearly as good as hundreds, so the lower levels have fewer than usual.
LEVELS = {
    "beginner": Level(playouts=2, miss_rate=0.5),
    "casual": Level(playouts=2, miss_rate=0.3),
    "skilled": Level(playouts=3, miss_rate=0.12),
    "expert": Level(playouts=10, miss_rate=0.02),
}


# For two, four more actions won 63.1 ± 8.9 % of 65 deals with a quarter of the playouts. With four seats
# eight more made no difference: 24.2 ± 5.3 % of 59 deals.
PATIENT = Level(playouts=None, patience=4)


def levels(view: Json) -> dict[str, Level]:
    return {**LEVELS, "master": PATIENT} if view["seats"] == 2 else LEVELS


def master_playouts(view: Json) -> int:
    return 16_000 if view["seats"] == 2 else int(48_000 // view["seats"])


@compiled
def playout_done(state: State, start: State) -> bool:
    """A few turns on, it is settled what a tile has brought."""
    tiles = state.laid_count + state.discard_count - start.laid_count - start.discard_count
    return tiles > TURNS_AHEAD * state.seats


@compiled
def worth(state: State, seat: int, start: State) -> float:
    """Points ahead of the others' mean; a victory counts as some more."""
    ahead = 0
    for other in range(state.seats):
        ahead += state.track[seat] - state.track[other]
    return ahead / (state.seats - 1) + (5.0 if won(state, seat) else 0.0)


@compiled
def winning_chance(state: State, seat: int, start: State) -> float:
    """By the leads, the less the more points are to come."""
    if state.phase == Phase.OVER:
        return share_of_victory(state, seat, start)
    to_go = goal_of(state)
    for other in range(state.seats):
        to_go = min(to_go, goal_of(state) - state.track[other])
    return chance_by_leads(state, seat, SPREAD * state.seats * math.sqrt(to_go))


@compiled
def reshuffle(state: State) -> None:
    """The boneyard in another order."""
    chance.shuffle(state, state.boneyard, state.boneyard_size, state.boneyard_size)


HOOKS = Hooks(
    draw=draw,
    playout_bots=PlayoutBots(others_now=Bot.POINTS, own_later=Bot.POINTS, others_later=Bot.POINTS),
    levels=levels,
    master_playouts=master_playouts,
    playout_done=playout_done,
    worth=worth,
    winning_chance=winning_chance,
    reshuffle=reshuffle,
    reason=reason,
    open_reason=reason,
)
