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
NO_SQUARE = 1 << WORD_BITS  # in a set of squares: after the last

COUNT_BITS = 16  # a word of counts: one for each kind in a hand
COUNT = (1 << COUNT_BITS) - 1
EVERY_SECOND = COUNT | COUNT << 2 * COUNT_BITS

Actions = npt.NDArray[np.int32]
Counts = tuple[int, int, int, int]


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
    state.laid_kinds += 1 << 2 * kind_of(placement)
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
            if not across | upright | across_turned | upright_turned:
                continue
            count = list_slots(across, SLOT_AT[0], at, base, actions, count)
            count = list_slots(upright, SLOT_AT[1], at, base, actions, count)
            count = list_slots(across_turned, SLOT_AT[0], at, base + 1, actions, count)
            count = list_slots(upright_turned, SLOT_AT[1], at, base + 1, actions, count)
    return count


@compiled
def list_slots(slots: int, slot_at: Actions, at: int, base: int, actions: Actions, count: int) -> int:
    """The first two are written though they be none: that is quicker than guessing how many there are."""
    end = count + bits.count(slots)
    actions[count] = base + 2 * slot_at[at + bits.lowest(slots | NO_SQUARE)]
    slots &= slots - 1
    actions[count + 1] = base + 2 * slot_at[at + bits.lowest(slots | NO_SQUARE)]
    for place in range(count + 2, end):
        slots &= slots - 1
        actions[place] = base + 2 * slot_at[at + bits.lowest(slots)]
    return end


# Drawing one placement without writing them all


@compiled
def count_in_word(state: State, seat: int, beside: int, word: int) -> int:
    """How many placements `list_placements` would write of a word, kind by kind: 16 bits each."""
    counts, shift = 0, 0
    slots = open_slots(state, word, beside)
    left = kinds_in(state.hands[seat])
    while left:
        fitting = fitting_slots(state, word, next_kind(left), slots)
        left &= left - 1
        count = bits.count(fitting[0]) + bits.count(fitting[1])
        counts += (count + bits.count(fitting[2]) + bits.count(fitting[3])) << shift
        shift += COUNT_BITS
    return counts


@compiled
def count_placements(state: State, seat: int, beside: int) -> Counts:
    """How many placements `list_placements` would write, word by word."""
    return (
        count_in_word(state, seat, beside, 0),
        count_in_word(state, seat, beside, 1),
        count_in_word(state, seat, beside, 2),
        count_in_word(state, seat, beside, 3),
    )


@compiled
def in_all(counts: int) -> int:
    """The sum of all kinds."""
    halves = (counts & EVERY_SECOND) + (counts >> COUNT_BITS & EVERY_SECOND)
    return (halves & COUNT) + (halves >> 2 * COUNT_BITS)


@compiled
def placements_in_all(counts: Counts) -> int:
    return in_all(counts[0]) + in_all(counts[1]) + in_all(counts[2]) + in_all(counts[3])


@compiled
def nth_placement(state: State, seat: int, beside: int, counts: Counts, n: int) -> int:
    """The placement that `list_placements` would write after `n` others, found without writing them."""
    for word in range(WORDS):
        if n < in_all(counts[word]):
            return nth_in_word(state, seat, beside, word, counts[word], n)
        n -= in_all(counts[word])
    return NO_PLACEMENT


@compiled
def nth_in_word(state: State, seat: int, beside: int, word: int, counts: int, n: int) -> int:
    left = kinds_in(state.hands[seat])
    while n >= counts & COUNT:
        n -= counts & COUNT
        counts >>= COUNT_BITS
        left &= left - 1
    kind, way = next_kind(left), 0
    fitting = fitting_slots(state, word, kind, open_slots(state, word, beside))
    while n >= bits.count(fitting[way]):
        n -= bits.count(fitting[way])
        way += 1
    slot = SLOT_AT[way % 2, word * WORD_BITS + bits.nth(fitting[way], n)]
    return 2 * (SLOTS * kind + slot) + way // 2


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
