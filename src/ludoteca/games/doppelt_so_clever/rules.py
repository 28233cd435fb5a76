"""The verbs of Doppelt so clever. See RULES.md for the sentences that the marks name."""

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import (
    BONUS,
    DECLINE,
    EACH,
    EXTRA,
    FINISH,
    REROLL,
    RETURN,
    ROLL,
    SKIP,
    SWEEP,
    SWEEP_DONE,
    TAKE,
    Phase,
    Told,
)
from ludoteca.games.doppelt_so_clever.bonuses import make_mark, use_question
from ludoteca.games.doppelt_so_clever.choices import legal
from ludoteca.games.doppelt_so_clever.course import begin_round, go_on
from ludoteca.games.doppelt_so_clever.dice import (
    drop_sweeps,
    lay_on_field,
    lower_dice,
    send_lowest,
    send_to_tray,
    throw,
)
from ludoteca.games.doppelt_so_clever.marks import CIRCLE, FRESH, MARKS
from ludoteca.games.doppelt_so_clever.refusals import refusal
from ludoteca.games.doppelt_so_clever.scoring import score, won
from ludoteca.games.doppelt_so_clever.state import passive_half
from ludoteca.games.doppelt_so_clever.tables import Bar

__all__ = ["set_up", "legal", "refusal", "apply", "score", "won", "imagine"]


@rule("C9")
@compiled
def set_up(state: State) -> None:
    """Empty sheets; the first active seat is drawn."""
    for seat in range(state.seats):
        for half in range(2):
            state.open_marks[seat, half] = FRESH[half]
    state.active = chance.below(state, state.seats)
    begin_round(state)


# Acting


@compiled
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a legal action, and everything that follows without a decision."""
    if action < RETURN:
        use_mark(state, seat, action)
    elif action <= REROLL:
        move_dice(state, seat, action)
        if not passive_half(state):
            return
    else:
        pass_on(state, seat, action)
    go_on(state, seat)


@compiled
def use_mark(state: State, seat: int, action: int) -> None:
    """Make a mark with a die or with a `?`."""
    which, mark = divmod(int(action) % EACH, MARKS)
    if action < SWEEP:
        pick(state, seat, which, mark)
    elif action < BONUS:
        sweep(state, seat, which)
    elif action < TAKE:
        use_question(state, seat, which)
    elif action < EXTRA:
        take(state, seat, which)
    else:
        use_extra_die(state, seat, which)
    make_mark(state, seat, mark)
    if state.sweeps[seat]:
        drop_sweeps(state, seat)


@rule("C10", "C16")
@compiled
def pick(state: State, seat: int, die: int, mark: int) -> None:
    """Lower dice go to the tray, and if the mark is silver they may be marked there too."""
    lay_on_field(state, die)
    lower = lower_dice(state, die)
    send_to_tray(state, lower)
    if mark < CIRCLE:
        state.sweeps[seat] = lower


@rule("C16")
@compiled
def sweep(state: State, seat: int, die: int) -> None:
    """A die that the silver pick sent to the tray is marked as well."""
    state.sweeps[seat] &= ~(1 << die)
    tell(state, Told.SWEPT, seat, die, state.values[die])


@rule("C13")
@compiled
def take(state: State, seat: int, die: int) -> None:
    """A passive seat picks one die; it stays where it lies, for others may pick it too."""
    state.picked[seat] = 1
    tell(state, Told.TOOK, seat, die, state.values[die])


@rule("C21")
@compiled
def use_extra_die(state: State, seat: int, die: int) -> None:
    """Each die can be an extra die only once a turn."""
    state.used[seat, Bar.EXTRA] += 1
    state.extra_used[seat] |= 1 << die
    tell(state, Told.EXTRA_DIE, seat, die, state.values[die])


@rule("C19", "C20")
@compiled
def move_dice(state: State, seat: int, action: int) -> None:
    """Return a die of the tray for the next roll; roll; or roll all dice of the roll again."""
    if action < ROLL:
        state.used[seat, Bar.RETURN] += 1
        state.tray &= ~(1 << (action - RETURN))
        tell(state, Told.RETURNED, seat, action - RETURN, 0)
        return
    if action == REROLL:
        state.used[seat, Bar.REROLL] += 1
        tell(state, Told.REROLLED, seat, 0, 0)
    else:
        state.rolls += 1
        tell(state, Told.ROLLED, seat, state.rolls, 0)
    throw(state)
    if passive_half(state):
        send_lowest(state)
    else:
        state.phase = Phase.PICK


@rule("C11", "C12", "C13", "C16")
@compiled
def pass_on(state: State, seat: int, action: int) -> None:
    """Pick nothing, mark no more sweeps, return no die, decline, or be done."""
    if action == SKIP:
        tell(state, Told.SKIPPED, seat, 0, 0)
    elif action == FINISH:
        tell(state, Told.FINISHED, seat, 0, 0)
    elif action == SWEEP_DONE:
        state.sweeps[seat] = 0
        tell(state, Told.SWEEP_ENDED, seat, 0, 0)
    elif action == DECLINE:
        state.picked[seat] = 1
        tell(state, Told.DECLINED, seat, 0, 0)
    else:
        state.done[seat] = 1


@compiled
def imagine(state: State, seat: int) -> None:
    """Nothing on this table is hidden; the dice to come are the record's chance, which has a new key."""
