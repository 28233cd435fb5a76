"""The search that serves every game: many imagined worlds, every candidate tried in each of them.

In one world all candidates meet the same hidden cards, the same choices of the others and the same luck, so
that differences between candidates are not blurred. Sequential halving gives most of the time to the
candidates that are hard to tell apart.
"""

from typing import Any

import numpy as np

from ludoteca.bots import hooks
from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_random import BotRandom, below
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import State

# The records that a search works in.
START = 0  # a table that fits what the seat sees
WORLD = 1  # one imagined world, where the others have already chosen
TRIAL = 2  # that world after a candidate, played on
RECORDS = 3

# What is noted of every candidate.
WORTH = 0  # the sum over its playouts
SQUARES = 1  # of the worths
VICTORIES = 2  # the sum of its shares, if games are played to their end
PLAYOUTS = 3
GAINS = 4  # the sum of what was added to the seat's score when the playout was judged, if played to the end
NOTES = 5

MOST_SEATS = 16
MOST_KINDS = 4  # of players
MOST_FORESEEN = 16  # actions of a seat that chooses at the same time

# How to search, by place in the plan.
BUDGET = 0  # playouts in all
HALVING = 1  # drop the worse half again and again?
TO_THE_END = 2  # play games to their end, to learn the chance of winning?
OTHERS_NOW = 3  # the manner in which other seats choose that are to act now
OWN_LATER = 4  # the manner of the own seat in playouts
OTHERS_LATER = 5  # the manner of the other seats
FOR_VICTORY = 6  # judge playouts as somebody who cares for victory alone?
KINDS = 7  # + kind: the manner of such players; the first play at random
LOTS = KINDS + MOST_KINDS  # + MOST_KINDS * seat + kind: how likely the seat is such a player, or all 0
FORESEEN = LOTS + MOST_KINDS * MOST_SEATS  # + LINE * seat: how many actions it may choose now, 0: unknown
LIKELY = 1 + MOST_FORESEEN  # in that line, after these actions: how likely each is
LINE = LIKELY + MOST_FORESEEN
PLANNED = FORESEEN + MOST_SEATS * LINE  # numbers in a plan

# What hangs on the world at hand, beside its two words of rng and a copy of them.
MANNER = 4  # + seat: how it plays in this world, or USUAL
WHIMS = MANNER + MOST_SEATS
USUAL = -1

MEMORIES = 24  # worlds in which the past is looked at


@entry
def list_candidates(states: Any, seat: int, actions: Any) -> int:
    """Write the actions that a search compares, all legal ones, into `actions`; how many are they?"""
    if not states[START].to_act >> seat & 1:
        return 0
    return verbs.legal(states[START], seat, actions)


@entry
def search(
    states: Any, seat: int, candidates: Any, plan: Any, notes: Any, actions: Any, rng: BotRandom, stop: Any
) -> int:
    """Try the candidates in many worlds until the budget is spent; which is the best?"""
    order = np.arange(len(candidates))
    left = len(candidates)
    stages = stages_for(left) if plan[HALVING] else 1
    world = 0
    for _ in range(stages):
        for _ in range(max(1, plan[BUDGET] // (stages * left))):
            if stop[0] and world:
                return best_first(order, left, notes)
            make_world(states, seat, world, plan, actions, rng)
            for place in range(left):
                try_out(states, seat, candidates, order[place], plan, notes, actions, rng)
            world += 1
        best_first(order, left, notes)
        left = (left + 1) // 2
    return order[0]


@entry
def suspect(states: Any, seat: int, odds: Any, actions: Any) -> bool:
    """How much likelier is what each seat played of each kind than of a random one? The mean over worlds.

    False if the past is not known.
    """
    once = np.ones_like(odds)
    for world in range(MEMORIES):
        imagine_world(states, seat, world)
        once[:, :] = 1.0
        if not hooks.recall(states[WORLD], once, actions):
            return False
        odds += once / MEMORIES
    return True


@compiled
def stages_for(candidates: int) -> int:
    """How often candidates are halved until one is left; one alone is tried as well."""
    stages = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        stages += 1
    return stages


@compiled
def best_first(order: Any, left: int, notes: Any) -> int:
    """Sort the candidates that are left by their mean worth; all have been in the same worlds."""
    for place in range(1, left):
        moving, to = order[place], place
        while to > 0 and notes[order[to - 1], WORTH] < notes[moving, WORTH]:
            order[to] = order[to - 1]
            to -= 1
        order[to] = moving
    return order[0]


@compiled
def make_world(states: Any, seat: int, world: int, plan: Any, actions: Any, rng: BotRandom) -> None:
    """Imagine what is hidden, and let the others choose who choose at the same time."""
    imagine_world(states, seat, world)
    state = states[WORLD]
    draw_rng(state, rng)
    draw_kinds(state, seat, plan, rng)
    rng[2], rng[3] = rng[0], rng[1]
    others = state.to_act & ~(1 << seat)
    while others:
        other = bits.lowest(others)
        if plan[FORESEEN + LINE * other]:
            verbs.apply(state, other, foreseen(plan, FORESEEN + LINE * other, rng))
        else:
            act(state, other, manner_of(other, plan[OTHERS_NOW], rng), actions, rng)
        others &= others - 1


@compiled
def foreseen(plan: Any, line: int, rng: BotRandom) -> int:
    """One of the actions that a seat will likely choose."""
    total = sum_of(plan, line + LIKELY, plan[line])
    return int(plan[line + 1 + drawn(plan, line + LIKELY, total, rng)])


@compiled
def sum_of(plan: Any, first: int, count: int) -> int:
    total = 0
    for place in range(first, first + count):
        total += plan[place]
    return total


@compiled
def drawn(plan: Any, first: int, total: int, rng: BotRandom) -> int:
    """One of several places, each as often as its number there says."""
    left, place = below(rng, total), 0
    while left >= plan[first + place]:
        left -= plan[first + place]
        place += 1
    return place


@compiled
def imagine_world(states: Any, seat: int, world: int) -> None:
    states[WORLD] = states[START]
    state = states[WORLD]
    chance.begin_stream(state, world)
    hooks.reopen(state, seat)
    verbs.imagine(state, seat)


@compiled
def draw_rng(state: State, rng: BotRandom) -> None:
    """What the seats of a playout do at random hangs on its world."""
    rng[0] = chance.next_word(state) | 1
    rng[1] = chance.next_word(state)


@compiled
def draw_kinds(state: State, seat: int, plan: Any, rng: BotRandom) -> None:
    """Each other seat is of a kind in as many worlds as it seems to be."""
    for other in range(state.seats):
        lots = LOTS + MOST_KINDS * other
        total = sum_of(plan, lots, MOST_KINDS)
        known = total and other != seat
        rng[MANNER + other] = plan[KINDS + drawn(plan, lots, total, rng)] if known else USUAL


@compiled
def manner_of(seat: int, usual: int, rng: BotRandom) -> int:
    manner = int(rng[MANNER + seat])
    return usual if manner == USUAL else manner


@compiled
def act(state: State, seat: int, manner: int, actions: Any, rng: BotRandom) -> None:
    """Let a seat do what it does in a playout."""
    verbs.apply(state, seat, rolled(state, seat, manner, actions, rng))


@compiled
def rolled(state: State, seat: int, manner: int, actions: Any, rng: BotRandom) -> int:
    """What a seat does in a playout: its manner is that of one of the game's simple bots."""
    count = verbs.legal(state, seat, actions)
    return int(verbs.choose(state, seat, manner, actions, count, rng))


@compiled
def try_out(
    states: Any, seat: int, candidates: Any, which: int, plan: Any, notes: Any, actions: Any, rng: BotRandom
) -> None:
    """Play a candidate in the world and go on to where it can be judged."""
    states[TRIAL] = states[WORLD]
    state = states[TRIAL]
    rng[0], rng[1] = rng[2], rng[3]
    acting, action = seat, int(candidates[which])
    judged = False
    while True:
        verbs.apply(state, acting, action)
        ended = verbs.over(state)
        if not judged and (ended or hooks.far_enough(state, states[START])):
            judged = True
            note_worth(notes, which, judged_worth(state, seat, states[START], plan))
            if plan[TO_THE_END]:
                notes[which, GAINS] += verbs.score(state, seat) - verbs.score(states[START], seat)
        if ended or (judged and not plan[TO_THE_END]):
            break
        acting = bits.lowest(state.to_act)
        usual = plan[OWN_LATER] if acting == seat else plan[OTHERS_LATER]
        action = rolled(state, acting, manner_of(acting, usual, rng), actions, rng)
    if plan[TO_THE_END]:
        notes[which, VICTORIES] += hooks.share_of_victory(state, seat, state)


@compiled
def judged_worth(state: State, seat: int, start: State, plan: Any) -> float:
    if plan[FOR_VICTORY]:
        return float(hooks.hope(state, seat, start))
    return float(hooks.worth(state, seat, start))


@compiled
def note_worth(notes: Any, which: int, worth: float) -> None:
    notes[which, WORTH] += worth
    notes[which, SQUARES] += worth * worth
    notes[which, PLAYOUTS] += 1
