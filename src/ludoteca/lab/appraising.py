"""What a moment of a game is worth to a seat that sees what it sees: compiled, for the review."""

from typing import Any

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.core import bits, chance, verbs
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import NOBODY, State
from ludoteca.core.whim import Whim

# What is measured of a playout, by place.
VICTORY = 0  # the share of the victory
SCORE = 1  # the score at the end of the game
MEASURES = 2


@entry
def appraise(
    states: Any, viewer: int, taken: Any, fresh: int, plan: Any, sums: Any, actions: Any, whim: Whim
) -> None:
    """Play on from the moment in `states[START]`, as `viewer` sees it, and add up what came of it.

    First the actions in `taken` are carried out, with chance drawn anew in every world; `fresh`: the whole
    deal is. A viewer of NOBODY means that nothing is hidden in this game.
    """
    for world in range(plan[s.BUDGET]):
        states[s.WORLD] = states[s.START]
        state = states[s.WORLD]
        chance.begin_stream(state, 2 * world)
        if fresh:
            verbs.set_up(state)
        elif len(taken):
            take_again(state, taken)
        chance.begin_stream(state, 2 * world + 1)
        if viewer != NOBODY:
            verbs.imagine(state, viewer)
        s.draw_whim(state, whim)
        play_on(state, plan, actions, whim)
        add_up(state, sums)


@entry
def compare(states: Any, seat: int, candidates: Any, plan: Any, sums: Any, actions: Any, whim: Whim) -> None:
    """Play every candidate of a seat to the end in the same imagined worlds, where others have chosen."""
    for world in range(plan[s.BUDGET]):
        s.make_world(states, seat, world, plan, actions, whim)
        for which in range(len(candidates)):
            states[s.TRIAL] = states[s.WORLD]
            state = states[s.TRIAL]
            whim[0], whim[1] = whim[2], whim[3]
            verbs.apply(state, seat, int(candidates[which]))
            play_on(state, plan, actions, whim)
            sums[which, VICTORY] += hooks.share_of_victory(state, seat, state)
            sums[which, SCORE] += verbs.score(state, seat)


@entry
def take_once_more(states: Any, taken: Any, stream: int) -> None:
    """The same actions in the first record, with chance drawn anew."""
    chance.begin_stream(states[0], stream)
    take_again(states[0], taken)


@compiled
def take_again(state: State, taken: Any) -> None:
    hooks.redraw(state)
    for line in range(len(taken)):
        verbs.apply(state, int(taken[line, 0]), int(taken[line, 1]))


@compiled
def play_on(state: State, plan: Any, actions: Any, whim: Whim) -> None:
    """All seats play alike: if one were the stronger, what it sees would count as luck."""
    while not verbs.over(state):
        s.act(state, bits.lowest(state.to_act), plan[s.OTHERS_LATER], actions, whim)


@compiled
def add_up(state: State, sums: Any) -> None:
    for seat in range(state.seats):
        sums[seat, VICTORY] += hooks.share_of_victory(state, seat, state)
        sums[seat, SCORE] += verbs.score(state, seat)
