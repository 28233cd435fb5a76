"""The player that `ludoteca train` made: it takes the action whose outcome its value net likes best, or looks
one roll ahead first.

The net has learned alone at the table, so it cares for its own score and for nobody else's.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core import bot_random
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.value_net import Net, net_of, thought_of
from ludoteca.games.doppelt_so_clever.afterstates import TABLE, Aim, best_of
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, FEATURES, MOST_SIGNS
from ludoteca.games.doppelt_so_clever.lookahead import Effort, look_ahead
from ludoteca.games.doppelt_so_clever.self_play import ANSWERS, aim_at
from ludoteca.games.doppelt_so_clever.state import STATE

WEIGHTS = Path(__file__).with_name("value_net.npz")
SCORE_AIM: Aim = aim_at(1.0)
SHORT = Effort(candidates=6, margin=0.15, rolls=8, most_rolls=64)  # about a millisecond a decision


def kept_net() -> Net:
    """The net in the game's folder; it lies there in half precision."""
    with np.load(WEIGHTS) as kept:
        one, two = kept["hidden"].tolist()
        return net_of(kept["weights"].astype(np.float32), FEATURES, (one, two), ANSWERS)


SIGNS, FIRST, MIDDLE, SECOND, ANSWER_WEIGHTS, LAST = kept_net()


@compiled
def choose_learned(state: State, seat: int, actions: Any, count: int) -> int:
    """The action that leads to the highest value."""
    if count == 1:
        return int(actions[0])
    net = Net(SIGNS, FIRST, MIDDLE, SECOND, ANSWER_WEIGHTS, LAST)
    thought = thought_of(net, MOST_SIGNS, AMOUNTS)
    best, _ = best_of(tables_of(state), seat, actions, count, net, thought, SCORE_AIM)
    return best


@compiled
def choose_ahead(
    state: State, seat: int, actions: Any, count: int, effort: Effort, rng: bot_random.BotRandom
) -> int:
    """The action after which the next roll promises most."""
    if count == 1:
        return int(actions[0])
    net = Net(SIGNS, FIRST, MIDDLE, SECOND, ANSWER_WEIGHTS, LAST)
    thought = thought_of(net, MOST_SIGNS, AMOUNTS)
    return look_ahead(tables_of(state), seat, actions, count, net, thought, SCORE_AIM, effort, rng)


@compiled
def tables_of(state: State) -> Any:
    """The table, and room for a trial."""
    tables = np.empty(2, dtype=STATE)
    tables[TABLE] = state
    return tables
