"""The board: where a tile fits, kept up to date around each tile as it is laid."""

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import No
from ludoteca.games.double_double_dominoes.slots import (
    BACK,
    BESIDE,
    BIT,
    DOWN,
    EVERY_SQUARE,
    FIRST,
    LEFT,
    NEIGHBOUR,
    NOT_LAST_COLUMN,
    OFF,
    RIGHT,
    ROWS,
    SECOND,
    SLOT_AT,
    SLOTS,
    STAR,
    TO_LAST_ROW,
    TOP_ROW,
    UP,
    WAYS,
    WORD,
    WORD_BITS,
    WORDS,
)
from ludoteca.games.double_double_dominoes.state import (
    first_pips,
    is_double,
    kind_of,
    kinds_in,
    next_kind,
    second_pips,
    slot_of,
)
from ludoteca.games.double_double_dominoes.tables import HIGH, KINDS, LOW, PIPS

# What a square wants of a half on it: FREE touches nothing, 1 + way * PIPS + pips touches one square there.
FREE = 0
CROWDED = 1 + WAYS * PIPS  # touches several squares: nothing may be laid here
OCCUPIED = CROWDED + 1  # + way * WAY_APART + pips: what lies here, and which way the tile goes on
WAY_APART = 8

NO_PLACEMENT = -1

Actions = npt.NDArray[np.int32]


# Laying


@rule("T6")
@compiled
def clear_board(state: State) -> None:
    """The first tile covers the star: as if that touched a square with whatever pips are laid on it."""
    state.wants[OFF] = OCCUPIED
    for word in range(WORDS):
        state.free[word] = EVERY_SQUARE[word]
    state.free[WORD[STAR]] &= ~BIT[STAR]
    for pips in range(PIPS):
        state.match[pips, WORD[STAR]] |= BIT[STAR]


@compiled
def put_on_board(state: State, placement: int) -> None:
    """Cover a slot; only the squares around it change."""
    if state.laid_count == 0:
        for pips in range(PIPS):
            state.match[pips, WORD[STAR]] = 0
    state.laid[state.laid_count] = placement
    state.laid_count += 1
    slot = slot_of(placement)
    first, second = FIRST[slot], SECOND[slot]
    onward = RIGHT if second == first + 1 else DOWN
    close(state, first, OCCUPIED + onward * WAY_APART + first_pips(placement))
    close(state, second, OCCUPIED + BACK[onward] * WAY_APART + second_pips(placement))
    for way in range(WAYS):
        touch(state, NEIGHBOUR[first, way], BACK[way], first_pips(placement))
        touch(state, NEIGHBOUR[second, way], BACK[way], second_pips(placement))


@rule("T7")
@compiled
def touch(state: State, square: int, way: int, pips: int) -> None:
    """A free square has a new neighbour: a half on it must match that; with two of them it is closed."""
    wanted = int(state.wants[square])
    if wanted == FREE:
        word, bit = WORD[square], BIT[square]
        state.wants[square] = 1 + way * PIPS + pips
        state.free[word] &= ~bit
        state.match[pips, word] |= bit
        state.touch[way, word] |= bit
    elif wanted < CROWDED:
        close(state, square, CROWDED)


@compiled
def close(state: State, square: int, closed: int) -> None:
    """Nothing can be laid on this square any more."""
    wanted = int(state.wants[square])
    word, bit = WORD[square], ~BIT[square]
    state.wants[square] = closed
    state.free[word] &= bit
    if FREE < wanted < CROWDED:
        state.match[(wanted - 1) % PIPS, word] &= bit
        state.touch[(wanted - 1) // PIPS, word] &= bit


# Where tiles fit: sets of slots, a word at a time. A set of squares is brought to the slots of which they are
# the second half by moving it one to the left, or one row up.


@compiled
def row_up(squares: int, below: int) -> int:
    """A word of squares, and the word below it, one row up."""
    return squares >> ROWS | (below & TOP_ROW) << TO_LAST_ROW


@compiled
def free_below(state: State, word: int) -> int:
    return row_up(state.free[word], state.free[word + 1])


@compiled
def match_below(state: State, pips: int, word: int) -> int:
    return row_up(state.match[pips, word], state.match[pips, word + 1])


@rule("T7")
@compiled
def fit(first: int, second: int, first_free: int, second_free: int) -> int:
    """The slots whose halves touch what they match, one square each, or one of them nothing."""
    return first & (second | second_free) | first_free & second


@rule("T8")
@compiled
def lawful_across(state: State, word: int) -> int:
    """Slots across that do not touch something with both halves on one side."""
    up, down = state.touch[UP, word], state.touch[DOWN, word]
    return NOT_LAST_COLUMN[word] & ~(up & up >> 1 | down & down >> 1)


@rule("T8")
@compiled
def lawful_upright(state: State, word: int) -> int:
    """Upright slots that do not touch something with both halves on one side."""
    left = state.touch[LEFT, word] & row_up(state.touch[LEFT, word], state.touch[LEFT, word + 1])
    right = state.touch[RIGHT, word] & row_up(state.touch[RIGHT, word], state.touch[RIGHT, word + 1])
    return ~(left | right)


@compiled
def fits_somewhere(state: State, kind: int) -> bool:
    for word in range(WORDS):
        low, high = state.match[LOW[kind], word], state.match[HIGH[kind], word]
        free, below = state.free[word], free_below(state, word)
        across = fit(low, high >> 1, free, free >> 1) | fit(high, low >> 1, free, free >> 1)
        upright = fit(low, match_below(state, HIGH[kind], word), free, below)
        upright |= fit(high, match_below(state, LOW[kind], word), free, below)
        if across & lawful_across(state, word) | upright & lawful_upright(state, word):
            return True
    return False


@rule("T5")
@compiled
def can_lay(state: State, seat: int) -> bool:
    """Does any tile of the hand fit anywhere?"""
    left = kinds_in(state.hands[seat])
    while left:
        if fits_somewhere(state, next_kind(left)):
            return True
        left &= left - 1
    return False


@compiled
def fitting_kinds(state: State) -> int:
    """The kinds of tiles that fit somewhere, as a set."""
    kinds = 0
    for kind in range(KINDS):
        if fits_somewhere(state, kind):
            kinds |= 1 << kind
    return kinds


@compiled
def touching(state: State, word: int) -> int:
    """The squares of a word that touch one square."""
    across = state.touch[LEFT, word] | state.touch[RIGHT, word]
    return across | state.touch[UP, word] | state.touch[DOWN, word]


@rule("T16")
@compiled
def is_dead(state: State) -> bool:
    """Could no tile of any kind be laid anywhere? Whatever two squares want, some kind has it."""
    for word in range(WORDS):
        free, one = state.free[word], touching(state, word)
        across = fit(one, one >> 1, free, free >> 1)
        upright = fit(one, row_up(one, touching(state, word + 1)), free, free_below(state, word))
        if across & lawful_across(state, word) | upright & lawful_upright(state, word):
            return False
    return True


@compiled
def open_slots(state: State, word: int, beside: int) -> tuple[int, int]:
    """The slots across and upright of a word with a half beside a slot (or ANYWHERE), if a tile is lawful."""
    near = BESIDE[beside, word]
    across = lawful_across(state, word) & (near | near >> 1)
    return across, lawful_upright(state, word) & (near | row_up(near, BESIDE[beside, word + 1]))


@compiled
def fitting_slots(state: State, word: int, kind: int, slots: tuple[int, int]) -> tuple[int, int, int, int]:
    """Of these slots, those that a kind fits: across, upright, and the same with the tile turned."""
    across, upright = slots
    free, right, below = state.free[word], state.free[word] >> 1, free_below(state, word)
    low, high = state.match[LOW[kind], word], state.match[HIGH[kind], word]
    low_below, high_below = match_below(state, LOW[kind], word), match_below(state, HIGH[kind], word)
    turned = 0 if is_double(kind) else -1
    return (
        fit(low, high >> 1, free, right) & across,
        fit(low, high_below, free, below) & upright,
        fit(high, low >> 1, free, right) & across & turned,
        fit(high, low_below, free, below) & upright & turned,
    )


@compiled
def list_placements(state: State, seat: int, beside: int, actions: Actions, count: int) -> int:
    """Write every placement of the hand with a half beside a slot (or ANYWHERE) after `count` entries."""
    for word in range(WORDS):
        slots, at = open_slots(state, word, beside), word * WORD_BITS
        left = kinds_in(state.hands[seat])
        while left:
            kind = next_kind(left)
            left &= left - 1
            base = 2 * SLOTS * kind
            across, upright, across_turned, upright_turned = fitting_slots(state, word, kind, slots)
            count = list_slots(across, SLOT_AT[0], at, base, actions, count)
            count = list_slots(upright, SLOT_AT[1], at, base, actions, count)
            count = list_slots(across_turned, SLOT_AT[0], at, base + 1, actions, count)
            count = list_slots(upright_turned, SLOT_AT[1], at, base + 1, actions, count)
    return count


@compiled
def list_slots(slots: int, slot_at: Actions, at: int, base: int, actions: Actions, count: int) -> int:
    while slots:
        actions[count] = base + 2 * slot_at[at + bits.lowest(slots)]
        slots &= slots - 1
        count += 1
    return count


@compiled
def count_placements(state: State, seat: int, beside: int) -> int:
    """How many placements `list_placements` would write."""
    count = 0
    for word in range(WORDS):
        slots = open_slots(state, word, beside)
        left = kinds_in(state.hands[seat])
        while left:
            fitting = fitting_slots(state, word, next_kind(left), slots)
            left &= left - 1
            count += bits.count(fitting[0]) + bits.count(fitting[1])
            count += bits.count(fitting[2]) + bits.count(fitting[3])
    return count


@compiled
def nth_placement(state: State, seat: int, beside: int, n: int) -> int:
    """The placement that `list_placements` would write after `n` others, found without writing them."""
    for word in range(WORDS):
        slots = open_slots(state, word, beside)
        left = kinds_in(state.hands[seat])
        while left:
            kind = next_kind(left)
            left &= left - 1
            for way, fitting in enumerate(fitting_slots(state, word, kind, slots)):
                count = bits.count(fitting)
                if n < count:
                    slot = SLOT_AT[way % 2, word * WORD_BITS + bits.nth(fitting, n)]
                    return 2 * (SLOTS * kind + slot) + way // 2
                n -= count
    return NO_PLACEMENT


# Why not


@rule("T6", "T7", "T8")
@compiled
def refuse_placement(state: State, placement: int) -> int:
    """Why a tile may not be laid like this, whoever holds it."""
    slot = slot_of(placement)
    first, second = int(state.wants[FIRST[slot]]), int(state.wants[SECOND[slot]])
    if placement % 2 and is_double(kind_of(placement)):
        return No.NO_SUCH_PLACEMENT
    if state.laid_count == 0:
        return No.REASON if FIRST[slot] == STAR or SECOND[slot] == STAR else No.OFF_THE_STAR
    if first >= OCCUPIED or second >= OCCUPIED:
        return No.OCCUPIED
    if first == CROWDED or second == CROWDED:
        return No.TOUCHES_TWO
    if first == FREE and second == FREE:
        return No.TOUCHES_NOTHING
    if is_alongside(first, second):
        return No.SAME_SIDE
    if differs(first, first_pips(placement)) or differs(second, second_pips(placement)):
        return No.PIPS_DIFFER
    return No.REASON


@rule("T8")
@compiled
def is_alongside(first: int, second: int) -> bool:
    """Do both halves touch something on one side of the tile?"""
    return first != FREE and second != FREE and (first - 1) // PIPS == (second - 1) // PIPS


@compiled
def differs(wanted: int, pips: int) -> bool:
    return wanted != FREE and (wanted - 1) % PIPS != pips


@rule("T9")
@compiled
def is_beside(slot: int, double: int) -> bool:
    """Has a slot a half beside the slot of the last double?"""
    first, second = FIRST[slot], SECOND[slot]
    return (BESIDE[double, WORD[first]] & BIT[first] | BESIDE[double, WORD[second]] & BIT[second]) != 0
