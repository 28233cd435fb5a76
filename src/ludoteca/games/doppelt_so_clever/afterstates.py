"""What an action leads to before any die falls, and what a value net makes of it.

After a mark that is the sheet, with the dice as they lie; before a roll it is the dice about to fall.
"""

from typing import Any, NamedTuple

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.value_net import Net, Thought, answer, clear_base, set_base, think_from_base
from ludoteca.games.doppelt_so_clever.alphabet import REROLL, ROLL, Phase
from ludoteca.games.doppelt_so_clever.features import list_points, list_signs, plays_no_more
from ludoteca.games.doppelt_so_clever.rules import apply
from ludoteca.games.doppelt_so_clever.scoring import area_points
from ludoteca.games.doppelt_so_clever.tables import AREAS, Area, Bar

SCORE_SCALE = 0.01
SCORE = 0  # the answer of the net that decides
NO_VALUE = -1e9

TABLE, TRIAL = 0, 1  # two records: the table as it stands, and where an action leads


class Aim(NamedTuple):
    """What is to be maximised: the score, or early in training something easier to understand."""

    yellow_cap: float  # yellow counts up to here
    fox_weight: float  # a fox counts so many times


@compiled
def aimed_score(state: State, seat: int, aim: Aim) -> float:
    """What a finished sheet is worth, in hundreds of points."""
    areas = area_points(state, seat)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    total = aim.fox_weight * state.foxes[seat] * lowest
    for area in range(AREAS):
        total += min(float(areas[area]), aim.yellow_cap) if area == Area.YELLOW else float(areas[area])
    return SCORE_SCALE * total


@compiled
def see(state: State, seat: int, may_return: bool, thought: Thought) -> int:
    """List everything that the net is shown. How many signs?"""
    count = list_signs(state, seat, may_return, thought.ids)
    return list_points(state, seat, thought.ids, count, thought.amounts)


@compiled
def follow(tables: Any, seat: int, action: int) -> bool:
    """Bring the trial to where `action` leads before any die falls. May a die still be returned there?"""
    tables[TRIAL] = tables[TABLE]
    trial = tables[TRIAL]
    trial.listening = 0
    if action == REROLL:
        trial.used[seat, Bar.REROLL] += 1
        trial.rolls -= 1
        trial.phase = Phase.BEFORE_ROLL
    elif action != ROLL:
        apply(trial, seat, action)
    return action != ROLL and action != REROLL


@compiled
def value_of(
    tables: Any, seat: int, action: int, net: Net, thought: Thought, aim: Aim, base_count: int
) -> float:
    may_return = follow(tables, seat, action)
    trial = tables[TRIAL]
    if plays_no_more(trial, seat):
        return aimed_score(trial, seat, aim)
    think_from_base(net, thought, see(trial, seat, may_return, thought), base_count)
    return answer(net, SCORE, thought.two, thought.lanes)


@compiled
def best_of(
    tables: Any, seat: int, actions: Any, count: int, net: Net, thought: Thought, aim: Aim
) -> tuple[int, float]:
    """The action that leads to the highest value, the first of equal ones; and that value."""
    best, highest = 0, NO_VALUE
    base_count = set_base(net, thought, see(tables[TABLE], seat, True, thought))
    for place in range(count):
        value = value_of(tables, seat, int(actions[place]), net, thought, aim, base_count)
        if value > highest:
            best, highest = int(actions[place]), value
    clear_base(thought, base_count)
    return best, highest
