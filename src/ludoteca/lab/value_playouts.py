"""What a moment of a game is worth to a seat that sees what it sees: compiled, for the review."""

from typing import Any

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_random import BotRandom
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import NOBODY, State

# What is measured of a playout, by place.
VICTORY = 0  # the share of the victory
SCORE = 1  # the score at the end of the game
MEASURES = 2


@entry
def appraise(
    states: Any, viewer: int, taken: Any, fresh: int, plan: Any, sums: Any, actions: Any, rng: BotRandom
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
        s.draw_rng(state, rng)
        play_on(state, plan, actions, rng)
        for seat in range(state.seats):
            add(sums[seat], measured(state, seat))


@entry
def compare(
    states: Any, seat: int, candidates: Any, plan: Any, sums: Any, actions: Any, rng: BotRandom
) -> None:
    """Play to the end what a seat would simply do, then each candidate, all in the same imagined worlds."""
    for world in range(plan[s.BUDGET]):
        s.make_world(states, seat, world, plan, actions, rng)
        simple = s.rolled(states[s.WORLD], seat, plan[s.OTHERS_LATER], actions, rng)
        rng[2], rng[3] = rng[0], rng[1]
        usual = outcome(states, seat, simple, plan, actions, rng)
        add(sums[0], usual)
        for which in range(len(candidates)):
            action = int(candidates[which])
            same = action == simple
            add(sums[1 + which], usual if same else outcome(states, seat, action, plan, actions, rng))


@compiled
def outcome(
    states: Any, seat: int, action: int, plan: Any, actions: Any, rng: BotRandom
) -> tuple[float, float]:
    """By measure, of one action played to the end."""
    states[s.TRIAL] = states[s.WORLD]
    state = states[s.TRIAL]
    rng[0], rng[1] = rng[2], rng[3]
    verbs.apply(state, seat, action)
    play_on(state, plan, actions, rng)
    return measured(state, seat)


@compiled
def measured(state: State, seat: int) -> tuple[float, float]:
    return hooks.share_of_victory(state, seat, state), float(verbs.score(state, seat))


@compiled
def add(sums: Any, values: tuple[float, float]) -> None:
    sums[VICTORY] += values[VICTORY]
    sums[SCORE] += values[SCORE]


@entry
def duel(states: Any, seat: int, rivals: Any, plan: Any, notes: Any, actions: Any, rng: BotRandom) -> float:
    """Try two candidates in the same worlds; the squares of what lies between them, added up."""
    squares = 0.0
    for world in range(plan[s.BUDGET]):
        s.make_world(states, seat, world, plan, actions, rng)
        apart = notes[1, s.WORTH] - notes[0, s.WORTH]
        s.try_out(states, seat, rivals, 0, plan, notes, actions, rng)
        s.try_out(states, seat, rivals, 1, plan, notes, actions, rng)
        apart -= notes[1, s.WORTH] - notes[0, s.WORTH]
        squares += apart * apart
    return squares


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
def play_on(state: State, plan: Any, actions: Any, rng: BotRandom) -> None:
    """All seats play alike: if one were the stronger, what it sees would count as luck."""
    while not verbs.over(state):
        s.act(state, bits.lowest(state.to_act), plan[s.OTHERS_LATER], actions, rng)
