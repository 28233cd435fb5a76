"""Which special cards of the anniversary variant may be played now, and why the others may not."""

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import BLOCK, FIFTH_ROW, INSERT, MOVE, POSITIVE, REPLACE, SEVEN, No
from ludoteca.games.pega_em_6.rows import (
    row_for,
)
from ludoteca.games.pega_em_6.state import (
    HAND,
    holds,
    how_many,
    list_cards,
    row_full,
    row_with,
)
from ludoteca.games.pega_em_6.tables import MOST_BLOCKED, MOST_ROWS, NO_ROW, SEVEN_HOLDS, Special

Actions = npt.NDArray[np.int32]


@compiled
def special_of(action: int) -> int:
    """The special card that an action plays."""
    if action < SEVEN:
        return Special.FIFTH_ROW
    if action < INSERT:
        return Special.SEVEN
    if action < REPLACE:
        return Special.INSERT
    if action < MOVE:
        return Special.REPLACE
    if action < BLOCK:
        return Special.MOVE
    return Special.BLOCK if action < POSITIVE else Special.POSITIVE


# May it be played?


@rule("P14")
@compiled
def refuse_special(state: State, seat: int, action: int) -> int:
    """A seat may play one special card of its own with each card it places."""
    special = special_of(action)
    if state.special_used:
        return No.SPECIAL_USED
    if not state.specials[seat, special]:
        return No.SPECIAL_NOT_HELD
    card = state.chosen[seat]
    if special == Special.FIFTH_ROW:
        return refuse_fifth_row(state)
    if special == Special.SEVEN:
        return refuse_seven(state, card)
    if special == Special.INSERT:
        return refuse_insert(state, card, (action - INSERT) // SEVEN_HOLDS, (action - INSERT) % SEVEN_HOLDS)
    if special == Special.REPLACE:
        return refuse_replace(state, seat, action - REPLACE)
    if special == Special.MOVE:
        return refuse_move(state, (action - MOVE) // MOST_ROWS, (action - MOVE) % MOST_ROWS)
    if special == Special.BLOCK:
        return refuse_block(state, action - BLOCK)
    return refuse_positive(state, card, action - POSITIVE)


@rule("P15")
@compiled
def refuse_fifth_row(state: State) -> int:
    """No fifth row while five rows lie."""
    return No.FIVE_ROWS if state.row_count == MOST_ROWS else No.REASON


@rule("P16")
@compiled
def refuse_seven(state: State, card: int) -> int:
    """`seven` goes with a card that fits at the end of a row not yet so marked."""
    row = row_for(state, card)
    if row == NO_ROW:
        return No.SEVEN_NEEDS_ROW
    return No.ALREADY_SEVEN if state.row_seven[row] else No.REASON


@rule("P17")
@compiled
def refuse_insert(state: State, card: int, row: int, place: int) -> int:
    """A card is inserted before another one, in a row not blocked, keeping it ascending."""
    if row >= state.row_count:
        return No.NO_SUCH_ROW
    if state.row_blocked[row]:
        return No.ROW_BLOCKED
    return No.REASON if place == place_in_row(state, row, card) else No.NOT_ASCENDING


@compiled
def place_in_row(state: State, row: int, card: int) -> int:
    """Before which card of the row `card` belongs, or NO_ROW if it is higher than all."""
    for place in range(state.row_length[row]):
        if card < state.row_cards[row, place]:
            return place
    return NO_ROW


@rule("P18")
@compiled
def refuse_replace(state: State, seat: int, card: int) -> int:
    """Only another card of the hand can replace the one chosen."""
    if how_many(state, HAND + seat) == 0:
        return No.NO_OTHER_CARD
    return No.REASON if card and holds(state, HAND + seat, card) else No.NOT_A_REPLACEMENT


@rule("P19")
@compiled
def refuse_move(state: State, card: int, row: int) -> int:
    """Any card of a row may move to another row with room; neither may be blocked."""
    old = row_with(state, card)
    if old == NO_ROW:
        return No.NOT_IN_A_ROW
    if row >= state.row_count:
        return No.NO_SUCH_ROW
    if row == old:
        return No.SAME_ROW
    if state.row_blocked[row] or state.row_blocked[old]:
        return No.ROW_BLOCKED
    return No.ROW_FULL if row_full(state, row) else No.REASON


@rule("P20")
@compiled
def refuse_block(state: State, row: int) -> int:
    """At most two rows are blocked, each once."""
    if row >= state.row_count:
        return No.NO_SUCH_ROW
    if state.row_blocked[row]:
        return No.ALREADY_BLOCKED
    return No.TWO_BLOCKED if blocked_rows(state) >= MOST_BLOCKED else No.REASON


@compiled
def blocked_rows(state: State) -> int:
    blocked = 0
    for row in range(state.row_count):
        blocked += state.row_blocked[row]
    return blocked


@rule("P21")
@compiled
def refuse_positive(state: State, card: int, named: int) -> int:
    """`positive` names a card of the row that this placement takes."""
    row, fits = row_with(state, named), row_for(state, card)
    if fits != NO_ROW and not row_full(state, fits):
        return No.NOTHING_TAKEN
    if row == NO_ROW or (fits != NO_ROW and row != fits):
        return No.NOT_IN_TAKEN_ROW
    return No.ROW_BLOCKED if state.row_blocked[row] else No.REASON


# Everything that may be played, without trying all of it.


@compiled
def list_specials(state: State, seat: int, actions: Actions, count: int) -> int:
    """Write every special card the seat may play now, in every way, after the first `count` actions."""
    card = state.chosen[seat]
    if state.specials[seat, Special.FIFTH_ROW] and refuse_fifth_row(state) == No.REASON:
        actions[count] = FIFTH_ROW
        count += 1
    if state.specials[seat, Special.SEVEN] and refuse_seven(state, card) == No.REASON:
        actions[count] = SEVEN
        count += 1
    if state.specials[seat, Special.INSERT]:
        count = list_inserts(state, card, actions, count)
    if state.specials[seat, Special.REPLACE]:
        count = list_cards(state, HAND + seat, REPLACE, actions, count)
    if state.specials[seat, Special.MOVE]:
        count = list_moves(state, actions, count)
    if state.specials[seat, Special.BLOCK]:
        count = list_blocks(state, actions, count)
    if state.specials[seat, Special.POSITIVE]:
        count = list_positives(state, card, actions, count)
    return count


@compiled
def list_inserts(state: State, card: int, actions: Actions, count: int) -> int:
    for row in range(state.row_count):
        place = place_in_row(state, row, card)
        if place != NO_ROW and not state.row_blocked[row]:
            actions[count] = INSERT + row * SEVEN_HOLDS + place
            count += 1
    return count


@compiled
def list_moves(state: State, actions: Actions, count: int) -> int:
    for row in range(state.row_count):
        if not state.row_blocked[row] and not row_full(state, row):
            count = list_moves_to(state, row, actions, count)
    return count


@compiled
def list_moves_to(state: State, row: int, actions: Actions, count: int) -> int:
    for old in range(state.row_count):
        if old != row and not state.row_blocked[old]:
            for place in range(state.row_length[old]):
                actions[count] = MOVE + state.row_cards[old, place] * MOST_ROWS + row
                count += 1
    return count


@compiled
def list_blocks(state: State, actions: Actions, count: int) -> int:
    for row in range(state.row_count):
        if refuse_block(state, row) == No.REASON:
            actions[count] = BLOCK + row
            count += 1
    return count


@compiled
def list_positives(state: State, card: int, actions: Actions, count: int) -> int:
    fits = row_for(state, card)
    for row in range(state.row_count):
        if row_full(state, row) if row == fits else fits == NO_ROW and not state.row_blocked[row]:
            for place in range(state.row_length[row]):
                actions[count] = POSITIVE + state.row_cards[row, place]
                count += 1
    return count
