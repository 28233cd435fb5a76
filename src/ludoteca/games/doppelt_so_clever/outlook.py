"""What a seat can expect when a turn begins, by the value net: its score at the end, its part of the victory.

Scores at the end are spread around what the net expects, the less the fewer turns are to come; whoever is
ahead by more than that spread will likely win.
"""

import math
from typing import Any

import numpy as np

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.value_net import thought_of
from ludoteca.games.doppelt_so_clever.afterstates import SCORE_SCALE
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.course import turns_in_round
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, MOST_SIGNS
from ludoteca.games.doppelt_so_clever.learned import SCORE_AIM, net_for
from ludoteca.games.doppelt_so_clever.lookahead import standing_value
from ludoteca.games.doppelt_so_clever.scoring import score, won
from ludoteca.games.doppelt_so_clever.tables import ROUNDS_OF

SPREAD = 40.0  # standard deviation of a score at the end around what the net expects before the first roll
LEAST_SPREAD = 1.0
VICTORY_WORTH = 100.0  # points

Values = Any  # by seat


@compiled
def turn_number(state: State) -> int:
    return int(state.this_round * turns_in_round(state) + state.turn)


@compiled
def outlook_ready(state: State, start: State) -> bool:
    """When a turn begins, with at least one roll since the start."""
    begins = state.phase == Phase.BEFORE_ROLL and state.rolls == 0
    awaited = 2 if start.phase == Phase.END else 1
    return begins and turn_number(state) >= turn_number(start) + awaited


@compiled
def outlook(state: State, seat: int) -> tuple[float, float, float]:
    """Points, and a good part of a victory over others."""
    if state.seats == 1:
        points = expected_score(state, seat)
        return points, 1.0, points
    scores = np.empty(state.seats)
    for other in range(state.seats):
        scores[other] = expected_score(state, other)
    victory = victory_share(state, scores, seat)
    return scores[seat] + VICTORY_WORTH * victory, victory, scores[seat]


@compiled
def expected_score(state: State, seat: int) -> float:
    if state.phase == Phase.OVER:
        return float(score(state, seat))
    net = net_for(state.seats)
    thought = thought_of(net, MOST_SIGNS, AMOUNTS)
    return standing_value(state, seat, net, thought, SCORE_AIM) / SCORE_SCALE


@compiled
def victory_share(state: State, scores: Values, seat: int) -> float:
    """The chance to be ahead of each other seat, as a part of all seats' chances."""
    if state.phase == Phase.OVER:
        winners = 0
        for other in range(state.seats):
            winners += 1 if won(state, other) else 0
        return 1.0 / winners if won(state, seat) else 0.0
    spread = spread_to_come(state)
    total, own = 0.0, 0.0
    for one in range(state.seats):
        chance = 1.0
        for other in range(state.seats):
            if other != one:
                chance *= normal_below((scores[one] - scores[other]) / spread)
        total += chance
        own = chance if one == seat else own
    return own / total


@compiled
def spread_to_come(state: State) -> float:
    """The standard deviation of the difference of two scores at the end."""
    turns = turns_in_round(state)
    to_come = (ROUNDS_OF[state.seats] + 1) * turns - turn_number(state)
    part = to_come / (ROUNDS_OF[state.seats] * turns)
    return math.sqrt(2.0) * (LEAST_SPREAD + SPREAD * math.sqrt(part))


@compiled
def normal_below(ahead: float) -> float:
    """How often a normal variable is below so many standard deviations; never quite 0."""
    return max(1e-12, 0.5 * math.erfc(-ahead / math.sqrt(2.0)))
