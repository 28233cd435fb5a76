"""Compiled: candidates tried in the same worlds, with what each of them led to in each world."""

from typing import Any

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.core import bits, verbs
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import State

# What is noted of a candidate in a world, by place.
VICTORY = 0  # the chance of winning
SCORE = 1  # the seat's score at the end, or where the playout was judged
WORTH = 2  # in the unit in which the bots judge
NOTED = 3


@entry
def compare(
    states: Any, seat: int, candidates: Any, first: int, plans: Any, noted: Any, actions: Any, worlds: Any,
    stop: Any,
) -> int:  # fmt: skip
    """Try all candidates in the worlds from number `first` on, note what comes of each, and count the worlds.

    What is noted is by candidate, world and measure.
    """
    plan, world = plans[0], worlds[0]
    for number in range(noted.shape[1]):
        if stop[0] and number:
            return number
        s.make_world(states, seat, first + number, plan, actions, world)
        for which in range(len(candidates)):
            note(states, seat, int(candidates[which]), plan, noted[which, number], actions, world)
    return int(noted.shape[1])


@compiled
def note(
    states: Any, seat: int, action: int, plan: Any, noted: Any, actions: Any, world: s.WorldRecord
) -> None:
    """Play a candidate in the imagined world and go on to where it can be judged."""
    states[s.TRIAL] = states[s.IMAGINED]
    state, start = states[s.TRIAL], states[s.START]
    s.rewind_rng(world)
    verbs.apply(state, seat, action)
    while not can_be_judged(state, start, plan):
        acting = bits.lowest(state.to_act)
        usual = plan.own_later if acting == seat else plan.others_later
        verbs.apply(state, acting, s.choice(state, acting, s.bot_of(acting, usual, world), actions, world))
    judge(state, seat, start, plan, noted)


@compiled
def can_be_judged(state: State, start: State, plan: Any) -> bool:
    if verbs.over(state):
        return True
    if plan.outlook:
        return bool(hooks.outlook_ready(state, start))
    return not plan.to_the_end and bool(hooks.playout_done(state, start))


@compiled
def judge(state: State, seat: int, start: State, plan: Any, noted: Any) -> None:
    if plan.outlook:
        noted[WORTH], noted[VICTORY], noted[SCORE] = hooks.outlook(state, seat)
        return
    noted[WORTH] = hooks.worth(state, seat, start)
    noted[VICTORY] = hooks.winning_chance(state, seat, start)
    noted[SCORE] = verbs.score(state, seat)
