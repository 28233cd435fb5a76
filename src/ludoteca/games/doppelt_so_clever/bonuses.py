"""Bonuses: noted at once, or waiting as an open `?`. One mechanism serves all of them, and every chain."""

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import LOST, USED, Told
from ludoteca.games.doppelt_so_clever.areas import (
    circle,
    column_bonus,
    cross,
    has_space,
    mark_silver,
    row_bonus,
    write,
)
from ludoteca.games.doppelt_so_clever.marks import BLUE, CIRCLE, CROSS
from ludoteca.games.doppelt_so_clever.tables import (
    ACTION,
    BAR_BONUS,
    CIRCLES,
    COLOURS,
    FOX,
    MOST_FOXES,
    NOTHING,
    QUESTION,
)

COUNT_BITS = 8  # of each colour's count in `waiting`
COUNT_MASK = (1 << COUNT_BITS) - 1


@compiled
def how_many_wait(state: State, seat: int, colour: int) -> int:
    return (state.waiting[seat] >> (colour * COUNT_BITS)) & COUNT_MASK


@compiled
def make_mark(state: State, seat: int, mark: int) -> None:
    """Make a mark and give what it earns: nothing, one bonus, or those of a row and a column at once."""
    first = second = NOTHING
    if mark < CIRCLE:
        first = mark_silver(state, seat, mark)
    elif mark < CROSS:
        circle(state, seat, mark - CIRCLE)
        first = row_bonus(state, seat, mark - CIRCLE)
        second = column_bonus(state, seat, mark - CIRCLE)
    elif mark < BLUE:
        cross(state, seat, mark - CROSS)
    else:
        first = write(state, seat, mark)
    if first:
        give(state, seat, first)
    if second:
        give(state, seat, second)
    if state.waiting[seat]:
        lose(state, seat)


@rule("C17")
@compiled
def give(state: State, seat: int, bonus: int) -> None:
    """A fox or an action is noted, a `?` waits to be used at once."""
    while bonus:
        if bonus >= QUESTION:
            state.waiting[seat] += 1 << ((bonus - QUESTION) * COUNT_BITS)
            tell(state, Told.QUESTION_WON, seat, bonus - QUESTION, 0)
            return
        if bonus == FOX:
            win_fox(state, seat)
            return
        bonus = unlock(state, seat, bonus - ACTION)


@compiled
def win_fox(state: State, seat: int) -> None:
    """One more fox, of those that are printed: a sheet set up by hand may have them all already."""
    if state.foxes[seat] < MOST_FOXES:
        state.foxes[seat] += 1
        tell(state, Told.FOX_WON, seat, state.foxes[seat], 0)


@rule("C2")
@compiled
def unlock(state: State, seat: int, bar: int) -> int:
    """Circle the next action of a bar. What this gives in turn: the sixth circle has a bonus."""
    if state.unlocked[seat, bar] == CIRCLES:
        return NOTHING  # a sheet set up by hand may have all circles already
    state.unlocked[seat, bar] += 1
    tell(state, Told.UNLOCKED, seat, bar, state.unlocked[seat, bar])
    return BAR_BONUS[bar] if state.unlocked[seat, bar] == CIRCLES else NOTHING


@rule("C17")
@compiled
def lose(state: State, seat: int) -> None:
    """Every `?` for which there is no space is lost."""
    for colour in range(COLOURS):
        count = how_many_wait(state, seat, colour)
        if count and not has_space(state, seat, colour):
            state.waiting[seat] -= count << (colour * COUNT_BITS)
            for _ in range(count):
                tell(state, Told.QUESTION_GONE, seat, colour, LOST)


@compiled
def use_question(state: State, seat: int, colour: int) -> None:
    state.waiting[seat] -= 1 << (colour * COUNT_BITS)
    tell(state, Told.QUESTION_GONE, seat, colour, USED)
