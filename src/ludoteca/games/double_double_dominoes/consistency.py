"""Which positions of Double Double Dominoes are consistent: each tile in one place, a phase that goes on."""

from collections import Counter

from ludoteca.core.errors import require
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import No, Phase
from ludoteca.games.double_double_dominoes.board import can_lay, is_dead
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.scoring import goal_reached
from ludoteca.games.double_double_dominoes.slots import DOWN, NEIGHBOUR, RIGHT, STAR
from ludoteca.games.double_double_dominoes.state import holds, is_double, kind_of, last_laid
from ludoteca.games.double_double_dominoes.tables import KINDS, SETS
from ludoteca.games.double_double_dominoes.unseen import may_be_shown

Half = tuple[int, int]  # the number of a tile on the board, and the pips of this half

AROUND = NEIGHBOUR.tolist()


@rule("T1")
def require_each_kind(state: State, there: Counter[int]) -> None:
    """Each of the 28 kinds is there twice, or three times with five or six seats."""
    sets = int(SETS[state.seats])
    right = all(there[kind] == sets for kind in range(KINDS))
    require(right, "tiles", f"{sets} of each kind are somewhere", "T1")


# The board. In which order the tiles were laid, nobody may remember: only what any order demands is required.


@rule("T6", "T7", "T8")
def require_lawful(halves: dict[int, Half]) -> None:
    """All tiles are in one piece with the star, match where they touch, and no four squares form a block."""
    require_lying(not halves or STAR in halves, No.OFF_THE_STAR)
    require_lying(len(reached_from_star(halves)) == len(halves), No.TOUCHES_NOTHING)
    for square, half in halves.items():
        right, below = AROUND[square][RIGHT], AROUND[square][DOWN]
        for touched in (right, below):
            require_lying(match(half, halves.get(touched, half)), No.PIPS_DIFFER)
        block = right in halves and below in halves and AROUND[right][DOWN] in halves
        require_lying(not block, No.SAME_SIDE)


def require_lying(lawful: bool, no: No) -> None:
    require(lawful, "board", f"a tile lies where it may not: {no.name.lower()}", no.rule)


def reached_from_star(halves: dict[int, Half]) -> set[int]:
    """All covered squares that are in one piece with the star."""
    reached = {STAR} & halves.keys()
    new = list(reached)
    while new:
        around = {square for square in AROUND[new.pop()] if square in halves} - reached
        reached |= around
        new += around
    return reached


def match(one: Half, other: Half) -> bool:
    """Are these halves of one tile, or have they the same pips?"""
    return one[0] == other[0] or one[1] == other[1]


# The phase


@rule("T15", "T16")
def require_end(state: State) -> None:
    """The game is over once a marker is at the goal or the board is dead, and else with an empty boneyard."""
    over = state.phase == Phase.OVER
    at_goal, dead = goal_reached(state), state.laid_count > 0 and is_dead(state)
    require(over or not at_goal, "phase", "a marker has reached the goal: the game is over", "T15")
    require(over or not dead, "phase", "no tile of any kind could be laid: the game is over", "T16")
    require(not over or at_goal or dead or state.boneyard_size == 0, "phase", "the game is not over", "T16")


@rule("T5", "T9", "T10")
def require_phase(state: State) -> None:
    """A seat that can lay must, one that cannot must discard, and only a double is extended."""
    if state.phase == Phase.EXTEND:
        double = state.laid_count > 0 and is_double(kind_of(last_laid(state)))
        require(double, "phase", "only a double is extended, and it is the last tile of the board", "T9")
    elif state.phase != Phase.OVER:
        acting, lays = state.to_act.bit_length() - 1, state.phase == Phase.LAY
        require(can_lay(state, acting) == lays, "phase", "lay if and only if a tile of the hand fits", "T5")
        require(state.hand_size[acting], "hands", "a seat discards one of its tiles", "T10")


# What all know


@rule("T4", "T10")
def require_known(state: State) -> None:
    """Hidden tiles are what all know of them."""
    for seat in range(state.seats):
        hand = [kind for kind in range(KINDS) for _ in range(int(state.hands[seat]) >> 2 * kind & 3)]
        for place in range(state.hand_size[seat]):
            allowed = sum(int(state.may_hold[seat, place]) >> kind & 1 for kind in hand)
            require(allowed > place, "known", f"seat {seat} holds other tiles")
        require_shown(state, seat)
    for line in range(state.discard_count):
        allowed = int(state.discard_may_be[line]) >> int(state.discard_tile[line]) & 1
        require(allowed, "known", f"discard {line} is another tile", "T10")


@rule("T4")
def require_shown(state: State, seat: int) -> None:
    """A tile that was shown and not laid is in that hand or among that seat's discards."""
    shown, place = int(state.shown[seat]), state.shown_is[seat]
    held = place != Shown.DISCARDED and holds(state, seat, shown) and state.may_hold[seat, 0] >> shown & 1
    lines = [line for line in range(state.discard_count) if may_be_shown(state, seat, line)]
    discarded = shown in state.discard_tile[lines]
    require(place == Shown.UNKNOWN or held or discarded, "known", f"where is the tile of seat {seat}?", "T4")
