"""Which positions of Doppelt so clever are consistent: dice, sheets and phase fit together.

Nobody asks how the position came about: a sheet may lack a bonus that its owner forgot to take.
"""

from ludoteca.core.errors import require
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.areas import has_space
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.course import (
    can_return,
    can_use_extra_die,
    must_decide,
    turns_in_round,
)
from ludoteca.games.doppelt_so_clever.dice import sweep_marks
from ludoteca.games.doppelt_so_clever.state import is_passive, passive_half, pool
from ludoteca.games.doppelt_so_clever.tables import (
    ALL_DICE,
    CIRCLES,
    COLOURS,
    DICE,
    MOST_FOXES,
    MOST_ROLLS,
    PRINTED,
    QUESTION,
    ROUNDS_OF,
    SOLO_TRAY,
    Bar,
)


def require_consistent(state: State) -> None:
    require_course(state)
    require_dice(state)
    if state.rolls and passive_half(state):
        require_solo_tray(state)
    elif state.rolls:
        require_rolled(state)
    for seat in range(state.seats):
        require_actions(state, seat)
        require_waiting(state, seat)
        require_sweeps(state, seat)
        require_ending(state, seat)


# Course and dice


@rule("C9", "C22")
def require_course(state: State) -> None:
    """There are as many rounds as the seats ask for; the game is over after the last turn of the last."""
    rounds, turns = ROUNDS_OF[state.seats], turns_in_round(state)
    require(1 <= state.this_round <= rounds, "round", f"from 1 to {rounds}")
    if state.phase == Phase.OVER:
        require(state.this_round == rounds, "round", "the last one when the game is over")
        require(state.turn == turns, "turn", "all are finished when the game is over")
    else:
        require(0 <= state.turn < turns, "turn", f"from 0 to {turns - 1}")
        require(state.to_act, "to_act", "somebody has to act")
    require(state.phase != Phase.START or state.turn == 0, "turn", "a round starts with turn 0")


ROLLS_IN = {
    Phase.START: range(1),
    Phase.BEFORE_ROLL: range(MOST_ROLLS),
    Phase.PICK: range(1, MOST_ROLLS + 1),
    Phase.END: range(1, MOST_ROLLS + 1),
    Phase.OVER: range(1, MOST_ROLLS + 1),
}


@rule("C10")
def require_dice(state: State) -> None:
    """The first roll is of all six dice, and each then lies in one place."""
    require(state.rolls in ROLLS_IN[Phase(state.phase)], "roll", "does not fit the phase")
    require(not state.tray & state.on_fields, "dice", "a die lies in one place")
    if state.rolls:
        require(state.values.all(), "dice", "after a roll each shows a number")
    else:
        require(not state.values.any(), "dice", "before the first roll none shows a number")
        require(pool(state) == ALL_DICE, "dice", "before the first roll all are in the pool")
    require(state.fields_filled <= state.rolls, "fields", "one pick from each roll")


@rule("C23")
def require_solo_tray(state: State) -> None:
    """In the passive half of a solo round there is one roll, and three dice are on the tray."""
    require(state.phase in (Phase.END, Phase.OVER) and state.rolls == 1, "roll", "one, and no picks")
    on_tray = int(state.tray).bit_count()
    require(on_tray == SOLO_TRAY and not state.on_fields, "dice", "three are on the tray")


@rule("C10", "C11", "C20")
def require_rolled(state: State) -> None:
    """Before a roll there are dice to roll or to return, after it there are dice to pick, at the end none."""
    if state.phase == Phase.BEFORE_ROLL:
        require(pool(state) or can_return(state), "phase", "there is nothing to roll or return")
    elif state.phase == Phase.PICK:
        require_pick(state)
    else:
        require(not pool(state), "dice", "after the rolls none is left in the pool")


def require_pick(state: State) -> None:
    if state.waiting[state.active] or state.sweeps[state.active]:
        require(state.fields_filled, "fields", "a pick has been made")
    else:
        require(pool(state), "dice", "the roll has dice")
        require(state.fields_filled < state.rolls, "fields", "the pick of this roll is still to come")


# Sheets


@rule("C2")
def require_actions(state: State, seat: int) -> None:
    """A bar has six circles; only circled actions are used, and only printed foxes are won."""
    for bar in Bar:
        name = bar.name.lower()
        require(0 <= state.unlocked[seat, bar] <= CIRCLES, name, f"{CIRCLES} circles at most")
        require(0 <= state.used[seat, bar] <= state.unlocked[seat, bar], name, "no more used than unlocked")
    require(0 <= state.foxes[seat] <= MOST_FOXES, "foxes", f"at most {MOST_FOXES}")


@rule("C1", "C17")
def require_waiting(state: State, seat: int) -> None:
    """A `?` is open at the start of a round, after a pick of the active seat, or at the end of a turn."""
    if not state.waiting[seat]:
        return
    for colour in range(COLOURS):
        count = how_many_wait(state, seat, colour)
        require(count <= PRINTED[QUESTION + colour], "bonuses", "there are not so many on the sheet")
        require(not count or has_space(state, seat, colour), "bonuses", "one without a space is lost")
    asked = state.phase in (Phase.START, Phase.END) or (state.phase == Phase.PICK and seat == state.active)
    require(asked, "bonuses", "nobody is asked for one now")


@rule("C16")
def require_sweeps(state: State, seat: int) -> None:
    """After a pick the active seat sweeps dice of the tray, if their number is open."""
    if not state.sweeps[seat]:
        return
    require(state.phase == Phase.PICK and seat == state.active, "sweeps", "only after a pick")
    for die in range(DICE):
        if state.sweeps[seat] >> die & 1:
            require(state.tray >> die & 1, "sweeps", "only dice on the tray")
            require(sweep_marks(state, seat, die), "sweeps", "a die without an open number is dropped")


@rule("C13", "C21")
def require_ending(state: State, seat: int) -> None:
    """Picks, extra dice and being done belong to the end of a turn; a seat not done can do something."""
    extra_dice = int(state.extra_used[seat]).bit_count()
    if state.phase != Phase.END:
        idle = not (state.picked[seat] or state.done[seat] or extra_dice)
        require(idle, "phase", "nobody has picked, used an extra die or finished yet")
        return
    require(is_passive(state, seat) or not state.picked[seat], "picked", "the active seat picks in its rolls")
    require(extra_dice <= state.used[seat, Bar.EXTRA], "extra_used", "each crosses an action")
    if must_decide(state, seat):
        require(not extra_dice and not state.done[seat], "picked", "first comes the pick")
    elif state.done[seat]:
        require(not state.waiting[seat], "done", "a `?` is open")
    else:
        busy = state.waiting[seat] or can_use_extra_die(state, seat)
        require(busy, "done", "no extra die can be used")
