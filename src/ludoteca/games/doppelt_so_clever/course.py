"""The course of the game: rounds, turns and their phases, and who is asked next."""

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import Phase, Told
from ludoteca.games.doppelt_so_clever.bonuses import give, lose
from ludoteca.games.doppelt_so_clever.dice import can_mark_any, gather, send_to_tray
from ludoteca.games.doppelt_so_clever.scoring import score, solo_level
from ludoteca.games.doppelt_so_clever.state import is_passive, left, passive_half, pool
from ludoteca.games.doppelt_so_clever.tables import (
    ALL_DICE,
    MOST_ROLLS,
    ROUND_BONUS,
    ROUNDS_OF,
    SOLO_TURNS,
    Bar,
)

# Beginnings


@rule("C1")
@compiled
def begin_round(state: State) -> None:
    """Every seat gets the bonus of the round; a `?` among them is used before the first roll."""
    state.this_round += 1
    state.turn = 0
    tell(state, Told.ROUND_BEGAN, state.this_round, 0, 0)
    waiting = 0
    for seat in range(state.seats):
        give(state, seat, ROUND_BONUS[state.this_round - 1])
        lose(state, seat)
        if state.waiting[seat]:
            waiting |= 1 << seat
    begin_turn(state)
    if waiting:
        state.phase = Phase.START
        state.to_act = waiting


@compiled
def begin_turn(state: State) -> None:
    gather(state)
    state.rolls = 0
    tell(state, Told.PASSIVE_BEGAN if passive_half(state) else Told.TURN_BEGAN, state.active, 0, 0)
    ask_for_roll(state)


@compiled
def ask_for_roll(state: State) -> None:
    state.phase = Phase.BEFORE_ROLL
    state.to_act = 1 << state.active


# Going on


@compiled
def go_on(state: State, seat: int) -> None:
    """A seat has acted: what comes next, once it has settled its `?` and its sweeps."""
    if state.waiting[seat] | state.sweeps[seat]:
        return
    if state.phase == Phase.START:
        state.to_act &= ~(1 << seat)
        if state.to_act == 0:
            ask_for_roll(state)
    elif state.phase == Phase.END:
        ask_for_extra_die(state, seat)
    elif state.phase == Phase.PICK and rolls_go_on(state):
        ask_for_roll(state)
    else:
        end_rolls(state)
    if state.phase == Phase.END and state.to_act == 0:
        end_turn(state)


@rule("C10", "C11")
@compiled
def rolls_go_on(state: State) -> bool:
    """There are up to three rolls, as long as there are dice to roll or one can be returned."""
    return state.rolls < MOST_ROLLS and (pool(state) != 0 or can_return(state))


@rule("C20")
@compiled
def can_return(state: State) -> bool:
    """The active seat may return a die of the tray while it has a return left."""
    return state.tray != 0 and left(state, state.active, Bar.RETURN) > 0


@rule("C10", "C13")
@compiled
def end_rolls(state: State) -> None:
    """The dice left over go to the tray, except in a solo passive half; then all seats go on at once."""
    if not passive_half(state):
        send_to_tray(state, pool(state))
    state.phase = Phase.END
    state.to_act = (1 << state.seats) - 1
    if not passive_half(state):
        ask_for_extra_die(state, state.active)


@rule("C21")
@compiled
def ask_for_extra_die(state: State, seat: int) -> None:
    """Who can use no extra die has finished with the turn."""
    if state.done[seat] or not can_use_extra_die(state, seat):
        state.done[seat] = 1
        state.to_act &= ~(1 << seat)
        tell(state, Told.DONE, seat, 0, 0)


@rule("C18", "C21")
@compiled
def can_use_extra_die(state: State, seat: int) -> bool:
    """An extra die is any of the six, but each only once a turn, and it must be marked."""
    if left(state, seat, Bar.EXTRA) == 0:
        return False
    return can_mark_any(state, seat, ALL_DICE & ~state.extra_used[seat])


@compiled
def must_decide(state: State, seat: int) -> bool:
    """Does this seat still have to pick a die as a passive seat, or decline?"""
    return is_passive(state, seat) and state.picked[seat] == 0


# Ends


@rule("C9")
@compiled
def end_turn(state: State) -> None:
    """The next seat clockwise is active; when all have been, the round is over."""
    state.turn += 1
    for seat in range(state.seats):
        state.picked[seat] = 0
        state.done[seat] = 0
        state.extra_used[seat] = 0
    if state.turn < turns_in_round(state):
        state.active = (state.active + 1) % state.seats
        begin_turn(state)
    elif state.this_round < ROUNDS_OF[state.seats]:
        state.active = (state.active + 1) % state.seats
        begin_round(state)
    else:
        end_game(state)


@rule("C9", "C23")
@compiled
def turns_in_round(state: State) -> int:
    """A turn for each seat; alone two, one active and one passive."""
    return SOLO_TURNS if state.seats == 1 else state.seats


@rule("C22")
@compiled
def end_game(state: State) -> None:
    """The game is over after the last turn of the last round."""
    state.phase = Phase.OVER
    state.to_act = 0
    tell(state, Told.GAME_OVER, 0, 0, 0)
    if state.seats == 1 and state.listening:
        tell(state, Told.SOLO_LEVEL, score(state, 0), solo_level(score(state, 0)), 0)
