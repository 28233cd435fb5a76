"""The special cards of the anniversary variant: what each one does."""

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import BLOCK, INSERT, MOVE, POSITIVE, REPLACE, Told
from ludoteca.games.pega_em_6.playable_specials import place_in_row, special_of
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
    PLACED,
    RETURNED,
    STILL_TO_PLACE,
    TOOK,
    last_card,
    put,
    remove,
    row_full,
    row_with,
)
from ludoteca.games.pega_em_6.tables import HEADS, MOST_ROWS, NO_CARD, NO_ROW, SEVEN_HOLDS, Special

Actions = npt.NDArray[np.int32]


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
    remove_from_row(state, old, place_of(state, old, card))
    put_in_order(state, row, card)
    if state.row_length[old]:
        return STILL_TO_PLACE
    start_row(state, old, state.chosen[seat])
    placed(state, seat, old)
    return PLACED


@compiled
def place_of(state: State, row: int, card: int) -> int:
    place = 0
    while state.row_cards[row, place] != card:
        place += 1
    return place


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
