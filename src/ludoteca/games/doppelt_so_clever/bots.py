"""Simple bots of Doppelt so clever, quick rules of thumb, and what the game tells the search.

Nothing on this table is hidden, so they may look at everything but the dice to come.
"""

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random
from ludoteca.core.bot_hooks import Hooks, Level, PlayoutBots
from ludoteca.core.compiled import PLAIN, compiled
from ludoteca.core.record import State
from ludoteca.games.doppelt_so_clever.alphabet import (
    DECLINE,
    DONE,
    EACH,
    FINISH,
    REROLL,
    RETURN,
    ROLL,
    SKIP,
    SWEEP,
    SWEEP_DONE,
)
from ludoteca.games.doppelt_so_clever.dice import lower_dice, sweep_marks
from ludoteca.games.doppelt_so_clever.hints import dominated, leaves, reason
from ludoteca.games.doppelt_so_clever.learned import NO_SEARCH, SHORT, choose_by_net
from ludoteca.games.doppelt_so_clever.marks import (
    ALL_CIRCLES,
    ALL_CROSSES,
    AREA_OF,
    BLUE,
    CELL_COLUMN,
    CELL_COLUMN_BONUS,
    CELL_ROW,
    CELL_ROW_BONUS,
    CIRCLE,
    COLUMN_MARKS,
    CROSS,
    LOW,
    MARKS,
    ROW_MARKS,
    WRITES,
)
from ludoteca.games.doppelt_so_clever.outlook import outlook, outlook_ready
from ludoteca.games.doppelt_so_clever.scoring import area_points, score, won
from ludoteca.games.doppelt_so_clever.state import pool
from ludoteca.games.doppelt_so_clever.tables import (
    AREAS,
    BLUE_POINTS,
    CELLS,
    HIGHEST_SUM,
    MINIMUM,
    MOST_ROLLS,
    MULTIPLIER,
    ROUNDS_OF,
    SILVER_BONUS,
    SILVER_COLUMNS,
    SILVER_POINTS,
    TRACK_BONUS,
    YELLOW_POINTS,
    Area,
    Track,
)

Actions = npt.NDArray[np.int32]
Json = dict[str, Any]


class Bot(IntEnum):
    RANDOM = 0  # anything that is legal
    EAGER = 1  # anything, but it never passes a mark by
    GREEDY = 2  # the most points and bonuses right now
    CAREFUL = 3  # also looks at what a mark prepares, and at the dice it costs
    LEARNED = 4  # takes what a net values most that has learned by playing
    FARSIGHTED = 5  # looks one roll further than that net


NAMES = tuple(bot.name.lower() for bot in Bot)
NO_AREA = -1

# Found by trying many values, thousands of solo games each. Worths are in tenths of a point.
BONUS_WORTH = np.array([0, 5, 15, 45, 25, 10, 40, 40, 40, 50, 0])  # by bonus, as numbered in tables.py
SHARE = np.array([0, 90, 45, 0, 0])  # per cent of a line's bonus for its last space, the last but one ...
CIRCLE_WORTH = 120  # it can be crossed later
BLUE_WORTH = 30
STEP_COST = 5  # of each number that blue is lower than before
GREEN_WORTH = 5
GREEN_PAR = 40  # an average die, before multiplying
PINK_WORTH = -8
SILVER_WORTH = -20
BALANCE = 40  # per cent more for the weakest area: foxes count it
TRAY_COST = np.array([0, 30, 40])  # of a die sent to the tray, by the rolls to come
SWEEP_WORTH = 50  # of a die sent to the tray that can be marked there
REROLL_WORTH = 30
KEEP_WORTH = np.array([65, 95, 150, 130, 115, 100])  # of an extra die, by the rounds to come
FEW_DICE = 1  # to roll: then a die is returned


@compiled
def choose(state: State, seat: int, bot: int, actions: Actions, count: int, rng: bot_random.BotRandom) -> int:
    """The action that `bot` takes, of the first `count` in `actions`."""
    if bot >= Bot.LEARNED:
        effort = SHORT if bot == Bot.FARSIGHTED else NO_SEARCH
        return choose_by_net(state, seat, effort, actions, count, rng)
    if bot >= Bot.GREEDY:
        return best_action(state, seat, bot == Bot.CAREFUL, actions, count)
    if bot == Bot.EAGER:
        return any_but_passing(actions, count, rng)
    return int(actions[bot_random.below(rng, count)])


@compiled
def any_but_passing(actions: Actions, count: int, rng: bot_random.BotRandom) -> int:
    """No skip, decline or early end of a sweep (there is one at most), unless nothing else is there."""
    for place in range(count):
        if count > 1 and actions[place] in (SKIP, DECLINE, SWEEP_DONE):
            other = bot_random.below(rng, count - 1)
            return int(actions[other + 1 if other >= place else other])
    return int(actions[bot_random.below(rng, count)])


@compiled
def best_action(state: State, seat: int, careful: bool, actions: Actions, count: int) -> int:
    """The action with the highest worth, the first of equal ones."""
    weakest = weakest_area(state, seat) if careful else NO_AREA
    best, highest = int(actions[0]), action_worth(state, seat, careful, weakest, int(actions[0]))
    for action in actions[1:count]:
        worth = action_worth(state, seat, careful, weakest, int(action))
        if worth > highest:
            best, highest = int(action), worth
    return best


@compiled
def weakest_area(state: State, seat: int) -> int:
    areas = area_points(state, seat)
    weakest = 0
    for area in range(1, AREAS):
        if areas[area] < areas[weakest]:
            weakest = area
    return weakest


@compiled
def action_worth(state: State, seat: int, careful: bool, weakest: int, action: int) -> int:
    if action >= RETURN:
        return other_worth(state, careful, action)
    die, mark = divmod(action % EACH, MARKS)
    worth = mark_worth(state, seat, careful, mark)
    if AREA_OF[mark] == weakest:
        worth += worth * BALANCE // 100
    if careful and action < SWEEP:
        worth += tray_worth(state, seat, die, mark)
    return worth


@compiled
def other_worth(state: State, careful: bool, action: int) -> int:
    """What rolling, returning, passing and the like are worth, beside marks."""
    if action in (ROLL, FINISH):
        return 2
    if action < ROLL:
        few = FEW_DICE if careful else 0
        return 10 - (action - RETURN) if bits.count(pool(state)) <= few else 0
    if action == REROLL:
        return REROLL_WORTH if careful else 1
    if action == DONE and careful:
        return KEEP_WORTH[ROUNDS_OF[state.seats] - state.this_round]
    return 0


@compiled
def tray_worth(state: State, seat: int, die: int, mark: int) -> int:
    """Lower dice are lost for the rolls to come; a silver mark takes some of them along."""
    lower = lower_dice(state, die)
    worth = -TRAY_COST[MOST_ROLLS - state.rolls] * bits.count(lower)
    while mark < CIRCLE and lower:
        other = bits.lowest(lower)
        if sweep_marks(state, seat, other) & ~(1 << mark):
            worth += SWEEP_WORTH
        lower &= lower - 1
    return worth


# Marks


@compiled
def mark_worth(state: State, seat: int, careful: bool, mark: int) -> int:
    """Points gained and bonuses earned, and for the careful also those prepared."""
    if mark < CIRCLE:
        return silver_worth(state, seat, careful, mark)
    if mark < CROSS:
        return circle_worth(state, seat, careful, mark - CIRCLE)
    if mark < BLUE:
        return cross_worth(state, seat)
    track = AREA_OF[mark] - Area.BLUE
    field = state.filled[seat, track]
    earned = WRITES[mark] >= MINIMUM[track, field]
    worth = BONUS_WORTH[TRACK_BONUS[track, field]] if earned else 0
    if track == Track.BLUE:
        return worth + blue_worth(state, seat, careful, mark, field)
    if track == Track.GREEN:
        return worth + green_worth(careful, WRITES[mark], field)
    return worth + 10 * WRITES[mark] + (PINK_WORTH if careful else 0)


@compiled
def line_worth(careful: bool, spaces: int, bonus: int) -> int:
    """What a mark in a line with so many open spaces does for the bonus of the line."""
    if careful:
        return BONUS_WORTH[bonus] * SHARE[spaces] // 100
    return BONUS_WORTH[bonus] if spaces == 1 else 0


@compiled
def silver_worth(state: State, seat: int, careful: bool, mark: int) -> int:
    row, column = divmod(mark, SILVER_COLUMNS)
    spaces = bits.count(state.open_marks[seat, LOW] & COLUMN_MARKS[column])
    marked = SILVER_COLUMNS - bits.count(state.open_marks[seat, LOW] & ROW_MARKS[row])
    worth = 10 * (SILVER_POINTS[marked + 1] - SILVER_POINTS[marked])
    return worth + line_worth(careful, spaces, SILVER_BONUS[column]) + (SILVER_WORTH if careful else 0)


@compiled
def circle_worth(state: State, seat: int, careful: bool, cell: int) -> int:
    in_row = bits.count(state.open_marks[seat, LOW] & CELL_ROW[cell])
    in_column = bits.count(state.open_marks[seat, LOW] & CELL_COLUMN[cell])
    worth = line_worth(careful, in_row, CELL_ROW_BONUS[cell])
    worth += line_worth(careful, in_column, CELL_COLUMN_BONUS[cell])
    return worth + (CIRCLE_WORTH if careful else 1)


@compiled
def cross_worth(state: State, seat: int) -> int:
    crosses = CELLS - bits.count(state.open_marks[seat, LOW] & (ALL_CIRCLES | ALL_CROSSES))
    return 10 * (YELLOW_POINTS[crosses + 1] - YELLOW_POINTS[crosses])


@compiled
def blue_worth(state: State, seat: int, careful: bool, mark: int, field: int) -> int:
    """The next field's points; of several numbers the highest, as it leaves most room."""
    points = 10 * (BLUE_POINTS[field + 1] - BLUE_POINTS[field])
    if not careful:
        return points + WRITES[mark]
    before = int(state.numbers[seat, Track.BLUE, field - 1]) if field else HIGHEST_SUM
    return points + BLUE_WORTH - STEP_COST * (before - WRITES[mark])


@compiled
def green_worth(careful: bool, number: int, field: int) -> int:
    """High in the first field of a pair and low in the second, measured by an average die."""
    par = GREEN_PAR if careful or field % 2 else 0
    worth = (10 * number - par) * MULTIPLIER[Track.GREEN, field]
    return (worth if field % 2 == 0 else -worth) + (GREEN_WORTH if careful else 0)


# For the search

BY_NET = not PLAIN  # in plain Python a playout by the net takes seconds
LEVELS = {  # some sixty points apart, alone
    "skilled": Level(playouts=18, miss_rate=0.1),
    "expert": Level(playouts=1, miss_rate=0.12, outlook=BY_NET),
    "master": Level(playouts=None, outlook=BY_NET),
}


def levels(view: Json) -> dict[str, Level]:
    return LEVELS


def master_playouts(view: Json) -> int:
    """Each plays the rest of a turn, with all seats."""
    return int(800 // view["seats"])


@compiled
def worth(state: State, seat: int, start: State) -> float:
    """Points; a victory over others counts as some more."""
    victory = 10.0 if state.seats > 1 and won(state, seat) else 0.0
    return score(state, seat) + victory


NET_BOTS = PlayoutBots(others_now=Bot.LEARNED, own_later=Bot.LEARNED, others_later=Bot.LEARNED)

HOOKS = Hooks(
    playout_bots=PlayoutBots(others_now=Bot.CAREFUL, own_later=Bot.CAREFUL, others_later=Bot.CAREFUL),
    levels=levels,
    master_playouts=master_playouts,
    worth=worth,
    outlook=outlook,
    outlook_ready=outlook_ready,
    outlook_bots=NET_BOTS if BY_NET else None,
    dominated=dominated,
    reason=reason,
    open_reason=reason,
    leaves=leaves,
)
