"""A short search on top of the value net: what the next roll brings after each of the actions it likes best.

Each candidate is played on, as the net would, until dice are about to fall. Then the same rolls fall for all
candidates, drawn from the player's own chance, and the best action after each roll is valued by the net.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.core import bot_random
from ludoteca.core.chance import begin_stream
from ludoteca.core.compiled import compiled
from ludoteca.core.value_net import Net, Thought, answer, clear_base, set_base, think
from ludoteca.games.doppelt_so_clever.afterstates import (
    SCORE,
    TABLE,
    Aim,
    aimed_score,
    best_of,
    see,
    value_of,
)
from ludoteca.games.doppelt_so_clever.alphabet import MOST_LEGAL, REROLL, ROLL
from ludoteca.games.doppelt_so_clever.choices import legal
from ludoteca.games.doppelt_so_clever.features import plays_no_more
from ludoteca.games.doppelt_so_clever.rules import apply
from ludoteca.games.doppelt_so_clever.state import STATE

FIRST_CANDIDATE = 2  # records of a search: the table at work, the trial, then each candidate before its roll
NO_ROLL = -1  # the game is over, or it is somebody else's turn
WORD = 1 << 32

Values = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


class Effort(NamedTuple):
    """How far a decision is searched."""

    candidates: int  # at most so many are looked at
    margin: float  # and none that the net values so much below the best, in hundreds of points
    rolls: int  # for each of them at first; as many again whenever the worse half is dropped
    most_rolls: int


class Search(NamedTuple):
    """What a search works with."""

    tables: Any  # records, as FIRST_CANDIDATE says
    actions: npt.NDArray[np.int32]
    rolling: npt.NDArray[np.int64]  # by candidate: ROLL, REROLL or NO_ROLL
    sums: Values  # of what the rolls brought
    key: npt.NDArray[np.int64]  # where the rolls come from


@compiled
def look_ahead(
    tables: Any, seat: int, actions: Any, count: int, net: Net, thought: Thought, aim: Aim, effort: Effort,
    rng: bot_random.BotRandom,
) -> int:  # fmt: skip
    """The action after which the next roll promises most."""
    values = np.empty(count, dtype=np.float64)
    list_values(tables, seat, actions, count, net, thought, aim, values)
    order = np.argsort(-values)
    kept = 1
    while kept < min(count, effort.candidates) and values[order[kept]] >= values[order[0]] - effort.margin:
        kept += 1
    if kept == 1:
        return int(actions[order[0]])
    search = search_of(kept, rng)
    for place in range(kept):
        search.tables[TABLE] = tables[TABLE]
        search.rolling[place] = play_on(search, seat, int(actions[order[place]]), net, thought, aim)
        search.tables[FIRST_CANDIDATE + place] = search.tables[TABLE]
    return int(actions[order[halve(search, seat, kept, net, thought, aim, effort)]])


@compiled
def list_values(
    tables: Any, seat: int, actions: Any, count: int, net: Net, thought: Thought, aim: Aim, values: Values
) -> None:
    base_count = set_base(net, thought, see(tables[TABLE], seat, True, thought))
    for place in range(count):
        values[place] = value_of(tables, seat, int(actions[place]), net, thought, aim, base_count)
    clear_base(thought, base_count)


@compiled
def search_of(kept: int, rng: bot_random.BotRandom) -> Search:
    key = np.empty(8, dtype=np.int64)
    for word in range(8):
        key[word] = bot_random.below(rng, WORD - 1)
    return Search(
        np.empty(FIRST_CANDIDATE + kept, dtype=STATE),
        np.empty(MOST_LEGAL, dtype=np.int32),
        np.empty(kept, dtype=np.int64),
        np.zeros(kept, dtype=np.float64),
        key,
    )


@compiled
def play_on(search: Search, seat: int, action: int, net: Net, thought: Thought, aim: Aim) -> int:
    """Take `action` and go on as the net would, until dice are about to fall: by ROLL, REROLL or NO_ROLL."""
    state = search.tables[TABLE]
    state.listening = 0
    while action not in (ROLL, REROLL):
        apply(state, seat, action)
        if (state.to_act >> seat) & 1 == 0:
            return NO_ROLL
        count = legal(state, seat, search.actions)
        action = int(search.actions[0])
        if count > 1:
            action, _ = best_of(search.tables, seat, search.actions, count, net, thought, aim)
    return action


@compiled
def halve(search: Search, seat: int, kept: int, net: Net, thought: Thought, aim: Aim, effort: Effort) -> int:
    """Let the same rolls fall for all candidates, drop the worse half, and again: sequential halving."""
    alive = np.arange(kept)
    done, more = 0, effort.rolls
    while True:
        for place in alive:
            for roll in range(done, done + more):
                search.sums[place] += value_after(search, seat, int(place), roll, net, thought, aim)
        done += more
        alive = alive[np.argsort(-search.sums[alive])]
        if len(alive) == 2 or done >= effort.most_rolls:
            return int(alive[0])
        alive = alive[: (len(alive) + 1) // 2]
        more = done


@compiled
def value_after(
    search: Search, seat: int, place: int, roll: int, net: Net, thought: Thought, aim: Aim
) -> float:
    """What a candidate is worth once roll number `roll` has fallen, and the best is made of it."""
    search.tables[TABLE] = search.tables[FIRST_CANDIDATE + place]
    state = search.tables[TABLE]
    if search.rolling[place] == NO_ROLL:
        return standing_value(state, seat, net, thought, aim)
    for word in range(8):
        state.key[word] = search.key[word]
    begin_stream(state, roll)
    apply(state, seat, int(search.rolling[place]))
    count = legal(state, seat, search.actions)
    _, value = best_of(search.tables, seat, search.actions, count, net, thought, aim)
    return value


@compiled
def standing_value(state: Any, seat: int, net: Net, thought: Thought, aim: Aim) -> float:
    if plays_no_more(state, seat):
        return aimed_score(state, seat, aim)
    count = see(state, seat, True, thought)
    think(net, thought.ids, count, thought.amounts, thought.one, thought.two, thought.awake)
    return answer(net, SCORE, thought.two, thought.lanes)
