"""What a seat may do now: every legal action, by the phase of the turn."""

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import (
    BONUS,
    DECLINE,
    DONE,
    EXTRA,
    FINISH,
    PICK,
    REROLL,
    RETURN,
    ROLL,
    SKIP,
    SWEEP,
    SWEEP_DONE,
    TAKE,
    Phase,
)
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.course import can_return, must_decide
from ludoteca.games.doppelt_so_clever.dice import high_marks, low_marks, sweep_marks
from ludoteca.games.doppelt_so_clever.marks import AREA_MARKS, HALF, HIGH, LOW, MARKS
from ludoteca.games.doppelt_so_clever.state import left, pool
from ludoteca.games.doppelt_so_clever.tables import ALL_DICE, COLOURS, Bar

Actions = npt.NDArray[np.int32]


@compiled
def legal(state: State, seat: int, actions: Actions) -> int:
    """What a seat that may act can do now: settle a `?`, then sweeps, then what the phase asks for."""
    if state.waiting[seat]:
        return list_bonuses(state, seat, actions)
    if state.sweeps[seat]:
        return list_sweeps(state, seat, actions)
    if state.phase == Phase.PICK:
        return list_picks(state, seat, actions)
    if state.phase == Phase.END:
        return list_endings(state, seat, actions)
    return list_rolls(state, actions)


@compiled
def list_marks(low: int, high: int, first: int, actions: Actions, count: int) -> int:
    """Write first + mark for every mark of the two halves, after the first `count` entries."""
    while low:
        actions[count] = first + bits.lowest(low)
        low &= low - 1
        count += 1
    while high:
        actions[count] = first + HALF + bits.lowest(high)
        high &= high - 1
        count += 1
    return count


@compiled
def list_dice(state: State, seat: int, dice: int, kind: int, actions: Actions) -> int:
    """Every open mark that suits one of these dice."""
    count = 0
    while dice:
        die = bits.lowest(dice)
        low = low_marks(state, die) & state.open_marks[seat, LOW]
        high = high_marks(state, die) & state.open_marks[seat, HIGH]
        count = list_marks(low, high, kind + die * MARKS, actions, count)
        dice &= dice - 1
    return count


@rule("C17")
@compiled
def list_bonuses(state: State, seat: int, actions: Actions) -> int:
    """Any of the waiting `?` may come first; each takes any open mark of its colour, black of all."""
    count = 0
    for colour in range(COLOURS):
        if how_many_wait(state, seat, colour):
            low = state.open_marks[seat, LOW] & AREA_MARKS[colour, LOW]
            high = state.open_marks[seat, HIGH] & AREA_MARKS[colour, HIGH]
            count = list_marks(low, high, BONUS + colour * MARKS, actions, count)
    return count


@rule("C16")
@compiled
def list_sweeps(state: State, seat: int, actions: Actions) -> int:
    """Each die that the silver pick sent to the tray may be marked in silver, or no more of them."""
    count = 0
    dice = state.sweeps[seat]
    while dice:
        die = bits.lowest(dice)
        count = list_marks(sweep_marks(state, seat, die), 0, SWEEP + die * MARKS, actions, count)
        dice &= dice - 1
    actions[count] = SWEEP_DONE
    return count + 1


@rule("C11", "C20")
@compiled
def list_rolls(state: State, actions: Actions) -> int:
    """Roll the dice there are, or end the rolls if there are none; before that dice may be returned."""
    actions[0] = ROLL if pool(state) else FINISH
    count = 1
    if can_return(state):
        dice = state.tray
        while dice:
            actions[count] = RETURN + bits.lowest(dice)
            dice &= dice - 1
            count += 1
    return count


@rule("C10", "C12", "C19")
@compiled
def list_picks(state: State, seat: int, actions: Actions) -> int:
    """Pick a die of the roll that can be marked, or none; or roll them all again."""
    count = list_dice(state, seat, pool(state), PICK, actions)
    actions[count] = SKIP
    if left(state, seat, Bar.REROLL) == 0:
        return count + 1
    actions[count + 1] = REROLL
    return count + 2


@rule("C13", "C21", "C23")
@compiled
def list_endings(state: State, seat: int, actions: Actions) -> int:
    """A passive seat takes a die of the tray, if none can be marked one of the fields, or declines.

    Afterwards, and for the active seat at once, extra dice can be used.
    """
    if not must_decide(state, seat):
        count = list_dice(state, seat, ALL_DICE & ~state.extra_used[seat], EXTRA, actions)
        actions[count] = DONE
        return count + 1
    count = list_dice(state, seat, state.tray, TAKE, actions)
    if count == 0:
        count = list_dice(state, seat, state.on_fields, TAKE, actions)
    actions[count] = DECLINE
    return count + 1
