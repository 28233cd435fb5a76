"""The special cards of the anniversary variant: when each may be played, and what it does."""

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule import rule
from ludoteca.games.pega_em_6.rows import (
    add_to_row,
    clear_marks,
    insert_in_row,
    into_pile,
    placed,
    remove_from_row,
    row_for,
    start_row,
    take_row,
)
from ludoteca.games.pega_em_6.state import (
    ASIDE,
    HAND,
    PILE,
    RETURNED,
    holds,
    how_many,
    last_card,
    list_cards,
    put,
    remove,
    row_full,
    row_with,
)
from ludoteca.games.pega_em_6.tables import (
    BLOCK,
    FIFTH_ROW,
    HEADS,
    INSERT,
    MOST_BLOCKED,
    MOST_ROWS,
    MOVE,
    NO_CARD,
    NO_ROW,
    PLACED,
    POSITIVE,
    REPLACE,
    SEVEN,
    SEVEN_HOLDS,
    STILL_TO_PLACE,
    TOOK,
    No,
    Special,
    Told,
)

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
    return No.REASON if card and holds(state, HAND + seat, card) else No.NOT_IN_HAND


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


# What it does.


@rule("P14")
@compiled
def play_special(state: State, seat: int, action: int) -> int:
    """Carry out a special card; the chosen card is then placed, or is still to be placed as usual."""
    special = special_of(action)
    state.special_used = 1
    state.specials[seat, special] -= 1
    tell(state, Told.PLAYED, seat, special, 0)
    if special == Special.FIFTH_ROW:
        return play_fifth_row(state, seat)
    if special == Special.SEVEN:
        return play_seven(state, seat)
    if special == Special.BLOCK:
        return play_block(state, seat, action - BLOCK)
    state.special_discard[special] += 1
    if special == Special.INSERT:
        return play_insert(state, seat, (action - INSERT) // SEVEN_HOLDS, (action - INSERT) % SEVEN_HOLDS)
    if special == Special.REPLACE:
        return play_replace(state, seat, action - REPLACE)
    if special == Special.MOVE:
        return play_move(state, seat, (action - MOVE) // MOST_ROWS, (action - MOVE) % MOST_ROWS)
    return play_positive(state, seat, action - POSITIVE)


@rule("P15")
@compiled
def play_fifth_row(state: State, seat: int) -> int:
    """The chosen card starts a fifth row, after the fourth; the special card stays by it."""
    row = state.row_count
    state.row_count += 1
    state.row_fifth[row] = 1
    start_row(state, row, state.chosen[seat])
    placed(state, seat, row)
    return PLACED


@rule("P16")
@compiled
def play_seven(state: State, seat: int) -> int:
    """The chosen card goes to its row without taking; the row is marked and now holds six."""
    row = row_for(state, state.chosen[seat])
    state.row_seven[row] = 1
    add_to_row(state, row, state.chosen[seat])
    placed(state, seat, row)
    return PLACED


@rule("P17")
@compiled
def play_insert(state: State, seat: int, row: int, place: int) -> int:
    """The chosen card goes into the row; a full row is taken all the same, all but its last card."""
    if row_full(state, row):
        take_by_insert(state, seat, row)
        return TOOK
    insert_in_row(state, row, place, state.chosen[seat])
    placed(state, seat, row)
    return PLACED


@rule("P17")
@compiled
def take_by_insert(state: State, seat: int, row: int) -> None:
    """All cards but the last go to the pile, the inserted one included; with five rows all of them."""
    before, last = state.heads[seat], last_card(state, row)
    tell(state, Told.PLACED, seat, state.chosen[seat], row)
    into_pile(state, seat, state.chosen[seat])
    state.chosen[seat] = NO_CARD
    for place in range(state.row_length[row] - 1):
        into_pile(state, seat, state.row_cards[row, place])
    if state.row_count == MOST_ROWS:
        into_pile(state, seat, last)
    else:
        start_row(state, row, last)
    tell(state, Told.TOOK, seat, row, state.heads[seat] - before)
    clear_marks(state, row)


@rule("P18")
@compiled
def play_replace(state: State, seat: int, card: int) -> int:
    """The chosen card returns to the hand, known to all; another one is placed in its turn."""
    tell(state, Told.REPLACED, seat, state.chosen[seat], card)
    put(state, HAND + seat, state.chosen[seat])
    put(state, RETURNED + seat, state.chosen[seat])
    remove(state, HAND + seat, card)
    remove(state, RETURNED + seat, card)
    state.chosen[seat] = card
    return STILL_TO_PLACE


@rule("P19")
@compiled
def play_move(state: State, seat: int, card: int, row: int) -> int:
    """Move a card to another row; if its old row is now empty, the chosen card starts that anew."""
    old = row_with(state, card)
    tell(state, Told.MOVED, seat, card, row)
    take_out(state, old, card)
    put_in_order(state, row, card)
    if state.row_length[old]:
        return STILL_TO_PLACE
    start_row(state, old, state.chosen[seat])
    placed(state, seat, old)
    return PLACED


@compiled
def take_out(state: State, row: int, card: int) -> None:
    for place in range(state.row_length[row]):
        if state.row_cards[row, place] == card:
            remove_from_row(state, row, place)
            return


@compiled
def put_in_order(state: State, row: int, card: int) -> None:
    place = place_in_row(state, row, card)
    insert_in_row(state, row, state.row_length[row] if place == NO_ROW else place, card)


@rule("P20")
@compiled
def play_block(state: State, seat: int, row: int) -> int:
    """Nobody may add to, insert into, remove from or take the row until some row is taken."""
    state.row_blocked[row] = 1
    tell(state, Told.BLOCKED, seat, row, 0)
    return STILL_TO_PLACE


@rule("P21")
@compiled
def play_positive(state: State, seat: int, named: int) -> int:
    """The row is taken; the named card is laid aside and its heads are struck off the pile."""
    take_row(state, seat, row_with(state, named))
    remove(state, PILE + seat, named)
    put(state, ASIDE, named)
    state.heads[seat] = max(0, state.heads[seat] - 2 * HEADS[named])
    tell(state, Told.STRUCK, seat, named, int(HEADS[named]))
    return TOOK
