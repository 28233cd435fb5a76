"""The player that `ludoteca train` made: it takes the action whose outcome its value net likes best, or looks
one roll ahead first.

One net has learned alone, the other at tables of two to four; both care for their own score only.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numba.extending import overload

from ludoteca.core.bot_random import BotRandom
from ludoteca.core.compiled import AS_PART, compiled, entry
from ludoteca.core.record import State
from ludoteca.core.value_net import Net, net_of, thought_of
from ludoteca.games.doppelt_so_clever.afterstates import TABLE, Aim, best_of
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, FEATURES, MOST_SIGNS
from ludoteca.games.doppelt_so_clever.lookahead import Effort, look_ahead
from ludoteca.games.doppelt_so_clever.self_play import ANSWERS, aim_at
from ludoteca.games.doppelt_so_clever.state import STATE

ALONE = Path(__file__).with_name("value_net_alone.npz")
TOGETHER = Path(__file__).with_name("value_net_together.npz")
SCORE_AIM: Aim = aim_at(1.0)
NO_SEARCH = Effort(candidates=1, margin=0.0, rolls=0, most_rolls=0)
SHORT = Effort(candidates=6, margin=0.15, rolls=8, most_rolls=64)  # about a millisecond a decision


def kept_net(file: Path) -> Net:
    """A net of the game's folder; it lies there in half precision."""
    with np.load(file) as kept:
        one, two = kept["hidden"].tolist()
        return net_of(kept["weights"].astype(np.float32), FEATURES, (one, two), ANSWERS)


ALONE_NET, TOGETHER_NET = kept_net(ALONE), kept_net(TOGETHER)


@compiled
def net_for(seats: int) -> Net:
    return ALONE_NET if seats == 1 else TOGETHER_NET


@compiled
def decide(state: State, seat: int, effort: Effort, actions: Any, count: int, rng: BotRandom) -> int:
    """The action that leads to the highest value; if the effort has rolls, after the next roll."""
    if count == 1:
        return int(actions[0])
    net = net_for(state.seats)
    thought = thought_of(net, MOST_SIGNS, AMOUNTS)
    tables = np.empty(2, dtype=STATE)
    tables[TABLE] = state
    if effort.rolls:
        return look_ahead(tables, seat, actions, count, net, thought, SCORE_AIM, effort, rng)
    best, _ = best_of(tables, seat, actions, count, net, thought, SCORE_AIM)
    return best


@entry
def decide_at(tables: Any, seat: int, effort: Effort, actions: Any, count: int, rng: BotRandom) -> int:
    """A door from Python to `decide`."""
    return decide(tables[0], seat, effort, actions, count, rng)


def choose_by_net(state: State, seat: int, effort: Effort, actions: Any, count: int, rng: BotRandom) -> int:
    """What the net does with this effort; by compiled code even where Python asks."""
    tables = np.zeros(1, dtype=STATE)
    tables[0] = state
    return int(decide_at(tables, seat, effort, actions, count, rng))


@overload(choose_by_net, strict=False, jit_options=AS_PART)
def compiled_choose_by_net(state: Any, seat: Any, effort: Any, actions: Any, count: Any, rng: Any) -> Any:
    return lambda state, seat, effort, actions, count, rng: decide(state, seat, effort, actions, count, rng)
