"""Which positions of Doppelt so clever no play could reach, as far as it can be seen.

Whether every `?` was earned and used cannot be seen, so nobody asks.
"""

from collections import Counter

from ludoteca.core.errors import require
from ludoteca.core.record import State
from ludoteca.core.rule import rule
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.areas import column_bonus, has_space, row_bonus
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.course import (
    can_return,
    can_use_extra_die,
    must_decide,
    turns_in_round,
)
from ludoteca.games.doppelt_so_clever.dice import sweep_marks
from ludoteca.games.doppelt_so_clever.marks import COLUMN_MARKS, LOW
from ludoteca.games.doppelt_so_clever.state import is_passive, passive_half, pool
from ludoteca.games.doppelt_so_clever.tables import (
    ACTION,
    ALL_DICE,
    BAR_BONUS,
    CELL_AT,
    CIRCLES,
    COLOURS,
    DICE,
    FOX,
    MINIMUM,
    MOST_ROLLS,
    QUESTION,
    ROUND_BONUS,
    ROUNDS_OF,
    SILVER_BONUS,
    SILVER_COLUMNS,
    SOLO_TRAY,
    TRACK_BONUS,
    Area,
    Bar,
    Die,
    Track,
)


def require_reachable(state: State) -> None:
    require_course(state)
    require_dice(state)
    if state.rolls and passive_half(state):
        require_solo_tray(state)
    elif state.rolls:
        require_picks(state)
    for seat in range(state.seats):
        require_earned(state, seat)
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
    """In the passive half of a solo round there is one roll, and the three lowest dice are on the tray."""
    require(state.phase in (Phase.END, Phase.OVER) and state.rolls == 1, "roll", "one, and no picks")
    on_tray = values_of(state, state.tray)
    require(len(on_tray) == SOLO_TRAY and not state.on_fields, "dice", "three are on the tray")
    require(max(on_tray) <= min(values_of(state, pool(state))), "dice", "the lowest are on the tray")


@rule("C10", "C11", "C20")
def require_picks(state: State) -> None:
    """Dice come to the tray when a higher one is picked, and after the last roll."""
    picked = values_of(state, state.on_fields)
    if state.phase in (Phase.BEFORE_ROLL, Phase.PICK) or state.rolls < MOST_ROLLS:
        on_tray = values_of(state, state.tray)
        require(
            max(on_tray, default=0) < max(picked, default=1), "dice", "a tray die is lower than a picked one"
        )
    if state.phase == Phase.BEFORE_ROLL:
        require(pool(state) or can_return(state), "phase", "there is nothing to roll or return")
    elif state.phase == Phase.PICK:
        require_pick(state)
    else:
        require(not pool(state), "dice", "after the rolls none is left in the pool")


def require_pick(state: State) -> None:
    if not state.waiting[state.active] and not state.sweeps[state.active]:
        require(pool(state), "dice", "the roll has dice")
        require(state.fields_filled < state.rolls, "fields", "the pick of this roll is still to come")
        return
    require(state.fields_filled, "fields", "a pick has been made")
    last = state.values[state.fields[state.fields_filled - 1]]
    require(min(values_of(state, pool(state)), default=last) >= last, "dice", "lower ones go to the tray")


def values_of(state: State, dice: int) -> list[int]:
    return [int(state.values[die]) for die in range(DICE) if dice >> die & 1]


# Sheets


@rule("C1", "C2")
def require_earned(state: State, seat: int) -> None:
    """Actions and foxes are those that the rounds and the sheet have given."""
    bonuses = earned(state, seat)
    for bar in Bar:
        unlocked = int(state.unlocked[seat, bar])
        name = bar.name.lower()
        require(unlocked == bonuses[ACTION + bar], name, f"{bonuses[ACTION + bar]} are unlocked")
        require(0 <= state.used[seat, bar] <= unlocked, name, "no more are used than unlocked")
    require(state.foxes[seat] == bonuses[FOX], "foxes", f"there are {bonuses[FOX]}")


def earned(state: State, seat: int) -> Counter[int]:
    """All bonuses that a seat has had so far."""
    bonuses = Counter(int(bonus) for bonus in ROUND_BONUS[: state.this_round])
    for column in range(SILVER_COLUMNS):
        bonuses[int(SILVER_BONUS[column])] += not state.open_marks[seat, LOW] & COLUMN_MARKS[column]
    rows = {row: cell for cell, (row, _) in enumerate(CELL_AT)}
    columns = {column: cell for cell, (_, column) in enumerate(CELL_AT)}
    bonuses.update(int(row_bonus(state, seat, cell)) for cell in rows.values())
    bonuses.update(int(column_bonus(state, seat, cell)) for cell in columns.values())
    for track in Track:
        for field in range(state.filled[seat, track]):
            reached = state.numbers[seat, track, field] >= MINIMUM[track, field]
            bonuses[int(TRACK_BONUS[track, field])] += int(reached)
    bonuses.update(int(BAR_BONUS[bar]) for bar in Bar if bonuses[ACTION + bar] == CIRCLES)
    return bonuses


@rule("C1", "C17")
def require_waiting(state: State, seat: int) -> None:
    """A `?` waits only for who has just marked, or at the start of a round, and only with a space for it."""
    if not state.waiting[seat]:
        return
    for colour in range(COLOURS):
        if how_many_wait(state, seat, colour):
            require(has_space(state, seat, colour), "bonuses", "one without a space is lost")
    black = how_many_wait(state, seat, Area.BLACK)
    given = int(ROUND_BONUS[state.this_round - 1])
    require(
        black <= (state.phase == Phase.START and given == QUESTION + Area.BLACK),
        "bonuses",
        "no black one now",
    )
    if state.phase == Phase.START:
        sixth = ACTION <= given < FOX and state.unlocked[seat, given - ACTION] == CIRCLES
        require(given >= QUESTION or sixth, "phase", "this round starts without a `?`")
    elif state.phase == Phase.PICK:
        require(seat == state.active, "bonuses", "only the active seat has marked")
    else:
        marked = state.picked[seat] if is_passive(state, seat) else state.extra_used[seat]
        require(state.phase == Phase.END and marked, "bonuses", "nothing was marked that could give one")


@rule("C16")
def require_sweeps(state: State, seat: int) -> None:
    """Only the dice that a silver pick has just sent to the tray are swept, if their number is open."""
    if not state.sweeps[seat]:
        return
    require(state.phase == Phase.PICK and seat == state.active, "sweeps", "only after a pick")
    last = int(state.fields[state.fields_filled - 1])
    unmarked = COLUMN_MARKS[state.values[last] - 1] & ~state.open_marks[seat, LOW] == 0
    require(last in (Die.SILVER, Die.WHITE) and not unmarked, "sweeps", "only after a silver pick")
    for die in range(DICE):
        if state.sweeps[seat] >> die & 1:
            lower = state.tray >> die & 1 and state.values[die] < state.values[last]
            require(lower, "sweeps", "only lower dice on the tray")
            require(sweep_marks(state, seat, die), "sweeps", "a die without an open number is dropped")


@rule("C13", "C21")
def require_ending(state: State, seat: int) -> None:
    """Picks, extra dice and being done belong to the end of a turn; who is not done can do something."""
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
