"""The dice: how they fall, where they lie, and which marks suit them."""

from ludoteca.core import bits, chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import Told
from ludoteca.games.doppelt_so_clever.marks import DIE_MARKS, HIGH, LOW, SWEEP_MARKS
from ludoteca.games.doppelt_so_clever.state import pool
from ludoteca.games.doppelt_so_clever.tables import (
    DICE,
    FACES,
    LOWEST_SUM,
    SOLO_TRAY,
    WAYS_TO_FALL,
    Die,
)

# Which marks suit a die


@rule("C14")
@compiled
def low_marks(state: State, die: int) -> int:
    """The silver and yellow marks that suit a die: white is a joker."""
    return DIE_MARKS[die, state.values[die], LOW]


@rule("C14", "C15")
@compiled
def high_marks(state: State, die: int) -> int:
    """The blue, green and pink marks that suit a die; blue is always the sum of the blue and white dice."""
    marks = DIE_MARKS[die, state.values[die], HIGH]
    if die == Die.BLUE or die == Die.WHITE:
        marks |= 1 << (state.values[Die.BLUE] + state.values[Die.WHITE] - LOWEST_SUM)
    return marks


@compiled
def can_mark(state: State, seat: int, die: int) -> bool:
    """Is there an open mark that suits this die?"""
    low = low_marks(state, die) & state.open_marks[seat, LOW]
    return low | (high_marks(state, die) & state.open_marks[seat, HIGH]) != 0


@compiled
def can_mark_any(state: State, seat: int, dice: int) -> bool:
    while dice:
        if can_mark(state, seat, bits.lowest(dice)):
            return True
        dice &= dice - 1
    return False


@rule("C16")
@compiled
def sweep_marks(state: State, seat: int, die: int) -> int:
    """The open silver marks of a die sent to the tray: in its own row, white and silver in any."""
    return SWEEP_MARKS[die, state.values[die]] & state.open_marks[seat, LOW]


@rule("C16")
@compiled
def drop_sweeps(state: State, seat: int) -> None:
    """A die without an open number can no longer be marked."""
    dice = state.sweeps[seat]
    while dice:
        die = bits.lowest(dice)
        if sweep_marks(state, seat, die) == 0:
            state.sweeps[seat] &= ~(1 << die)
        dice &= dice - 1


# How dice fall and where they lie


@rule("C10")
@compiled
def throw(state: State) -> None:
    """Roll all dice that are neither picked nor on the tray."""
    falls = chance.below(state, WAYS_TO_FALL)
    dice = pool(state)
    while dice:
        die = bits.lowest(dice)
        state.values[die] = 1 + falls % FACES
        falls //= FACES
        tell(state, Told.FELL, die, state.values[die], 0)
        dice &= dice - 1


@rule("C10")
@compiled
def lower_dice(state: State, die: int) -> int:
    """The dice of the roll that show less than the one picked."""
    lower = 0
    dice = pool(state)
    while dice:
        other = bits.lowest(dice)
        if state.values[other] < state.values[die]:
            lower |= 1 << other
        dice &= dice - 1
    return lower


@compiled
def send_to_tray(state: State, dice: int) -> None:
    state.tray |= dice
    if state.listening:
        while dice:
            die = bits.lowest(dice)
            tell(state, Told.TO_TRAY, die, state.values[die], 0)
            dice &= dice - 1


@compiled
def lay_on_field(state: State, die: int) -> None:
    state.on_fields |= 1 << die
    state.fields[state.fields_filled] = die
    state.fields_filled += 1
    tell(state, Told.PICKED, state.active, die, state.values[die])


@compiled
def gather(state: State) -> None:
    """All six dice come together for a new turn, showing nothing."""
    state.tray = 0
    state.on_fields = 0
    state.fields_filled = 0
    for die in range(DICE):
        state.values[die] = 0


@rule("C23")
@compiled
def send_lowest(state: State) -> None:
    """The three lowest dice go to the tray; between tied ones chance decides."""
    for _ in range(SOLO_TRAY):
        lowest = lowest_dice(state)
        for _ in range(chance.below(state, bits.count(lowest))):
            lowest &= lowest - 1
        send_to_tray(state, lowest & -lowest)


@compiled
def lowest_dice(state: State) -> int:
    """The dice off the tray that show the lowest number."""
    lowest, number = 0, FACES + 1
    dice = pool(state)
    while dice:
        die = bits.lowest(dice)
        if state.values[die] < number:
            lowest, number = 0, state.values[die]
        if state.values[die] == number:
            lowest |= 1 << die
        dice &= dice - 1
    return lowest
