"""A search that looks several turns ahead: a tree of what all seats may do, one imagined world a visit.

On each visit every seat picks what has done best for itself so far, and now and then what was seldom tried.
Seats that choose at the same time do not know each other's pick. Where the tree ends, simple bots play on.

A node is known by the actions that led to it, not by what is hidden or drawn: so a seat cannot use what it
does not know. All nodes live in one hash table, which is quicker than a tree of records.
"""

from typing import Any

import numpy as np

from ludoteca.bots import hooks
from ludoteca.bots.search import (
    IMAGINED,
    START,
    PlanRecord,
    WorldRecord,
    act,
    bot_of,
    draw_rng,
    draw_types,
    imagine_world,
    record,
)
from ludoteca.core import bits, verbs
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import State

SIZE = 1 << 17  # of the table; a power of two
MOST_FILLED = SIZE * 3 // 4
GROWS_AFTER = 2  # visits of a node
BOLDNESS = 0.5  # how much seldom tried actions are preferred
MOST_STEPS = 64  # decisions on the way down the tree
ROOT = 1  # the key of the first node
HOPE = 1.0  # the worth of an action that was never tried: the best there is
NOWHERE = -1
HALF = 31  # bits of a key
LOW_HALF = (1 << HALF) - 1
OF_SEAT = 1 << 20  # + seat: tells its actions here from the way to another node

ENTRY = record(  # of a node, or of an action of a seat there
    ("key", np.int64),  # 0: empty
    ("visits", np.int64),
    ("offered", np.int64),  # how often an action was legal
    ("worth_sum", np.float64),
)
WALK = record(  # down the tree
    ("node", np.int64),  # its key
    ("steps", np.int64),
    ("entries", np.int64, MOST_STEPS),  # of the actions picked
    ("seats", np.int64, MOST_STEPS),  # that picked them
    ("filled", np.int64),  # entries of the table, over all visits
)
Tree = Any
Walk = Any


def new_tree() -> Tree:
    return np.zeros(SIZE, dtype=ENTRY)


def new_walk() -> Any:
    """A walk for compiled code, as an array of one record."""
    return np.zeros(1, dtype=WALK)


@entry
def search_tree(
    states: Any, seat: int, candidates: Any, plans: Any, notes: Any, actions: Any, worlds: Any, tree: Tree,
    walks: Any, stop: Any,
) -> int:  # fmt: skip
    """Visit the tree until the budget is spent, and return the place of the candidate tried most often."""
    hooks.undo_secret_choices(states[START], seat)
    for number in range(plans[0].playouts):
        if stop[0] and number:
            break
        visit(states, seat, number, plans[0], actions, worlds[0], tree, walks[0])
    return note_candidates(seat, candidates, tree, walks[0], notes)


@compiled
def note_candidates(seat: int, candidates: Any, tree: Tree, walk: Walk, notes: Any) -> int:
    best, most = 0, -1
    for which in range(len(candidates)):
        found = tree[claim(tree, action_key(ROOT, seat, int(candidates[which])), walk)]
        notes[which].playouts = max(1, found.visits)
        notes[which].worth_sum = found.worth_sum
        notes[which].worth_squares = found.worth_sum  # as if every playout were won or lost
        if found.visits > most:
            best, most = which, found.visits
    return best


@compiled
def visit(
    states: Any, seat: int, number: int, plan: PlanRecord, actions: Any, world: WorldRecord, tree: Tree,
    walk: Walk,
) -> None:  # fmt: skip
    """Walk down the tree in a new world, play on from where it ends, and credit all actions picked."""
    imagine_world(states, seat, number)
    state, start = states[IMAGINED], states[START]
    draw_rng(state, world)
    draw_types(state, seat, plan, world)
    walk.node, walk.steps = ROOT, 0
    while not can_be_judged(state, start) and grows_on(tree, walk, state):
        pick_actions(state, actions, tree, walk)
    while not can_be_judged(state, start):
        acting = bits.lowest(state.to_act)
        usual = plan.own_later if acting == seat else plan.others_later
        act(state, acting, bot_of(acting, usual, world), actions, world)
    credit(state, start, tree, walk)


@compiled
def can_be_judged(state: State, start: State) -> bool:
    return bool(verbs.over(state) or hooks.playout_done(state, start))


@compiled
def grows_on(tree: Tree, walk: Walk, state: State) -> bool:
    """Note a visit of this node. Does the tree go on from here?"""
    found = claim(tree, mixed(walk.node, 0), walk)
    if found == NOWHERE or walk.steps + state.seats > MOST_STEPS:
        return False
    tree[found].visits += 1
    return bool(walk.node == ROOT or tree[found].visits > GROWS_AFTER)


@compiled
def pick_actions(state: State, actions: Any, tree: Tree, walk: Walk) -> None:
    """Every seat that has to act picks an action, none by what the others pick now."""
    node, acting = walk.node, state.to_act
    while acting:
        seat = bits.lowest(acting)
        acting &= acting - 1
        action = picked(tree, node, seat, actions, verbs.legal(state, seat, actions), walk)
        verbs.apply(state, seat, action)
        walk.node = mixed(mixed(walk.node, seat + 1), action)


@compiled
def picked(tree: Tree, node: int, seat: int, actions: Any, count: int, walk: Walk) -> int:
    """The action with the best mean worth, raised for those that were seldom tried when they were legal."""
    best, entry_of_best, most = int(actions[0]), NOWHERE, -1.0
    for place in range(count if count > 1 else 0):
        found = claim(tree, action_key(node, seat, int(actions[place])), walk)
        if found != NOWHERE:
            appeal = appeal_of(tree[found])
            if appeal > most:
                best, entry_of_best, most = int(actions[place]), found, appeal
    if entry_of_best != NOWHERE:
        walk.entries[walk.steps] = entry_of_best
        walk.seats[walk.steps] = seat
        walk.steps += 1
    return best


@compiled
def appeal_of(one: Any) -> float:
    one.offered += 1
    mean = one.worth_sum / one.visits if one.visits else HOPE
    return float(mean + BOLDNESS * one.offered**0.5 / (1 + one.visits))


@compiled
def credit(state: State, start: State, tree: Tree, walk: Walk) -> None:
    """Half of the worth is the victory, half by how much: of one playout, the victory alone tells little."""
    for step in range(walk.steps):
        one, seat = tree[walk.entries[step]], int(walk.seats[step])
        one.visits += 1
        one.worth_sum += 0.5 * hooks.winning_chance(state, seat, start)
        one.worth_sum += 0.5 * hooks.victory_worth(state, seat, start)


# The table


@compiled
def action_key(node: int, seat: int, action: int) -> int:
    return mixed(mixed(node, OF_SEAT + seat), action)


@compiled
def mixed(key: int, number: int) -> int:
    """A key of 62 bits made of a key and a number, never 0; two that are equal by chance are no great harm.

    It is mixed in two halves, so that no product is too long for an integer.
    """
    low, high = key & LOW_HALF, key >> HALF
    low = (low ^ number) * 0x9E3779B1 + high
    low = (low ^ low >> 29) & LOW_HALF
    high = (high ^ low) * 0x85EBCA77 + number
    high = (high ^ high >> 29) & LOW_HALF
    return high << HALF | low | 1


@compiled
def claim(tree: Tree, key: int, walk: Walk) -> int:
    """The place of a key in the table, from now on if it is new; NOWHERE if the table is full."""
    place = key >> 1 & SIZE - 1
    while tree[place].key != key:
        if tree[place].key == 0:
            if walk.filled >= MOST_FILLED:
                return NOWHERE
            tree[place].key = key
            walk.filled += 1
            break
        place = place + 1 & SIZE - 1
    return int(place)
