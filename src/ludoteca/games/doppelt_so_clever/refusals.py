"""Why not: the reason why a seat may not do something now."""

import numpy as np

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import (
    BONUS,
    DECLINE,
    DONE,
    EXTRA,
    FINISH,
    REROLL,
    RETURN,
    ROLL,
    SKIP,
    SWEEP,
    SWEEP_DONE,
    TAKE,
    No,
    Phase,
)
from ludoteca.games.doppelt_so_clever.areas import is_open
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.course import can_return, must_decide
from ludoteca.games.doppelt_so_clever.dice import can_mark_any, high_marks, low_marks
from ludoteca.games.doppelt_so_clever.marks import (
    AREA_OF,
    BLUE,
    CIRCLE,
    CROSS,
    GREEN,
    HALF,
    MARKS,
    SWEEP_MARKS,
    WRITES,
)
from ludoteca.games.doppelt_so_clever.state import is_passive, left, pool
from ludoteca.games.doppelt_so_clever.tables import FIELDS, Area, Bar, Die, Track

NOT_YOURS = np.array([No.NO_BONUS_OPEN, No.NOT_YOUR_TURN, No.NOT_YOUR_TURN, No.TURN_FINISHED])


@compiled
def refusal(state: State, seat: int, action: int) -> int:
    """The reason why a seat may not do this now, or No.REASON."""
    if state.phase == Phase.OVER:
        return No.GAME_OVER
    if not (state.to_act >> seat) & 1:
        return NOT_YOURS[state.phase]
    if state.waiting[seat] or BONUS <= action < TAKE:
        return refuse_bonus(state, seat, action)
    if state.sweeps[seat] or SWEEP <= action < BONUS or action == SWEEP_DONE:
        return refuse_sweep(state, seat, action)
    if state.phase == Phase.BEFORE_ROLL:
        return refuse_roll(state, action)
    if state.phase == Phase.PICK:
        return refuse_pick(state, seat, action)
    return refuse_ending(state, seat, action)


@rule("C17")
@compiled
def refuse_bonus(state: State, seat: int, action: int) -> int:
    """An open `?` comes before anything else, and marks in its own colour."""
    if not BONUS <= action < TAKE:
        return No.BONUS_FIRST
    colour, mark = divmod(action - BONUS, MARKS)
    if how_many_wait(state, seat, colour) == 0:
        return No.BONUS_NOT_OPEN
    if colour != Area.BLACK and AREA_OF[mark] != colour:
        return No.WRONG_COLOUR
    return refuse_mark(state, seat, mark)


@rule("C16")
@compiled
def refuse_sweep(state: State, seat: int, action: int) -> int:
    """Open sweeps come next: dice just sent to the tray mark their number in silver, in their row."""
    if action == SWEEP_DONE:
        return No.REASON if state.sweeps[seat] else No.NOT_SWEPT
    if not SWEEP <= action < BONUS:
        return No.SWEEP_FIRST
    die, mark = divmod(action - SWEEP, MARKS)
    if not (state.sweeps[seat] >> die) & 1:
        return No.NOT_SWEPT
    if mark >= CIRCLE:
        return No.ONLY_SILVER
    if WRITES[mark] != state.values[die]:
        return No.WRONG_NUMBER
    if not (SWEEP_MARKS[die, state.values[die]] >> mark) & 1:
        return No.WRONG_ROW
    return refuse_mark(state, seat, mark)


@rule("C11", "C20")
@compiled
def refuse_roll(state: State, action: int) -> int:
    """Before a roll: roll the dice there are, or return one while there is a return left."""
    if action == ROLL:
        return No.REASON if pool(state) else No.NO_DICE_LEFT
    if action == FINISH:
        return No.DICE_LEFT if pool(state) else No.REASON
    if not RETURN <= action < ROLL:
        return No.ROLL_FIRST
    if not (state.tray >> (action - RETURN)) & 1:
        return No.NOT_ON_TRAY
    return No.REASON if can_return(state) else No.NO_RETURN_LEFT


@rule("C10", "C12", "C19", "C20")
@compiled
def refuse_pick(state: State, seat: int, action: int) -> int:
    """After a roll: pick a die of the roll, or none, or roll them all again; it is too late to return one."""
    if action == SKIP:
        return No.REASON
    if action == REROLL:
        return No.REASON if left(state, seat, Bar.REROLL) else No.NO_REROLL_LEFT
    if RETURN <= action < ROLL:
        return No.TOO_LATE_TO_RETURN
    if action in (ROLL, FINISH):
        return No.PICK_FIRST
    if action >= SWEEP:
        return No.AFTER_THE_ROLLS
    die, mark = divmod(action, MARKS)
    if not (pool(state) >> die) & 1:
        return No.NOT_IN_ROLL
    return refuse_die(state, seat, die, mark)


@rule("C13", "C21")
@compiled
def refuse_ending(state: State, seat: int, action: int) -> int:
    """After the rolls: passive seats pick or decline, then extra dice are used."""
    if TAKE <= action < EXTRA or action == DECLINE:
        return refuse_take(state, seat, action)
    if not (EXTRA <= action < RETURN or action == DONE):
        return No.ROLLS_OVER
    if must_decide(state, seat):
        return No.DECIDE_FIRST
    return No.REASON if action == DONE else refuse_extra_die(state, seat, action - EXTRA)


@rule("C13", "C23")
@compiled
def refuse_take(state: State, seat: int, action: int) -> int:
    """A passive seat takes a die of the tray; only if none can be marked, one of the active seat's fields."""
    if not is_passive(state, seat):
        return No.PASSIVE_ONLY
    if state.picked[seat]:
        return No.ALREADY_PICKED
    if action == DECLINE:
        return No.REASON
    die, mark = divmod(action - TAKE, MARKS)
    if not (state.tray >> die) & 1:
        if state.seats == 1:
            return No.ONLY_THE_TRAY
        if can_mark_any(state, seat, state.tray):
            return No.TRAY_FIRST
    return refuse_die(state, seat, die, mark)


@rule("C21")
@compiled
def refuse_extra_die(state: State, seat: int, use: int) -> int:
    """Each die serves only once a turn; who has no action left is done and not asked."""
    die, mark = divmod(use, MARKS)
    if (state.extra_used[seat] >> die) & 1:
        return No.DIE_USED
    return refuse_die(state, seat, die, mark)


@rule("C14", "C15")
@compiled
def refuse_die(state: State, seat: int, die: int, mark: int) -> int:
    """A die marks its number in its area, white in any; in blue it is always blue plus white."""
    area = AREA_OF[mark]
    if die != area + Die.SILVER and die != Die.WHITE:
        return No.WRONG_AREA
    if not suits(state, die, mark):
        return No.WRONG_SUM if area == Area.BLUE else No.WRONG_NUMBER
    return refuse_mark(state, seat, mark)


@compiled
def suits(state: State, die: int, mark: int) -> bool:
    if mark < HALF:
        return (low_marks(state, die) >> mark) & 1 == 1
    return (high_marks(state, die) >> (mark - HALF)) & 1 == 1


@rule("C3", "C4", "C5", "C12")
@compiled
def refuse_mark(state: State, seat: int, mark: int) -> int:
    """The space of a mark must be open."""
    if is_open(state, seat, mark):
        return No.REASON
    if mark < CIRCLE:
        return No.ALREADY_MARKED
    if mark < BLUE:
        return refuse_yellow(state, seat, mark)
    if mark < GREEN and state.filled[seat, Track.BLUE] < FIELDS:
        return No.NUMBER_TOO_HIGH
    return No.AREA_FULL


@rule("C4")
@compiled
def refuse_yellow(state: State, seat: int, mark: int) -> int:
    """A cell is circled once, and must be circled to be crossed."""
    if mark < CROSS:
        return No.ALREADY_CIRCLED
    return No.NOT_CIRCLED if is_open(state, seat, mark - CROSS + CIRCLE) else No.ALREADY_CROSSED
