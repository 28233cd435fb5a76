"""Rows: where a card goes, and what taking a row means."""

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import Told
from ludoteca.games.pega_em_6.state import (
    PILE,
    last_card,
    put,
    row_full,
)
from ludoteca.games.pega_em_6.tables import (
    HEADS,
    MOST_ROWS,
    NO_CARD,
    NO_ROW,
    SEVEN_HOLDS,
    TABLE_ROWS,
    Special,
)


@rule("P5", "P20")
@compiled
def row_for(state: State, card: int) -> int:
    """The row whose last card is nearest below `card`, blocked rows aside, or NO_ROW if all end higher."""
    best, nearest = NO_ROW, NO_CARD
    for row in range(state.row_count):
        last = last_card(state, row)
        if nearest < last < card and not state.row_blocked[row]:
            best, nearest = row, last
    return best


@compiled
def start_row(state: State, row: int, card: int) -> None:
    state.row_cards[row, 0] = card
    state.row_length[row] = 1


@compiled
def add_to_row(state: State, row: int, card: int) -> None:
    state.row_cards[row, state.row_length[row]] = card
    state.row_length[row] += 1


@compiled
def insert_in_row(state: State, row: int, place: int, card: int) -> None:
    """Lay a card before the one at `place` (counted from 0); the others move up."""
    for later in range(state.row_length[row], place, -1):
        state.row_cards[row, later] = state.row_cards[row, later - 1]
    state.row_cards[row, place] = card
    state.row_length[row] += 1


@compiled
def remove_from_row(state: State, row: int, place: int) -> None:
    for later in range(place, state.row_length[row] - 1):
        state.row_cards[row, later] = state.row_cards[row, later + 1]
    state.row_length[row] -= 1


@rule("P4", "P5", "P6")
@compiled
def place_by_number(state: State, seat: int, row: int) -> bool:
    """Lay the chosen card at the end of its row; if that is full, take it. Was a row taken?"""
    card = state.chosen[seat]
    if row_full(state, row):
        take_row(state, seat, row)
        return True
    add_to_row(state, row, card)
    placed(state, seat, row)
    return False


@compiled
def placed(state: State, seat: int, row: int) -> None:
    tell(state, Told.PLACED, seat, state.chosen[seat], row)
    state.chosen[seat] = NO_CARD


@rule("P6", "P7", "P8", "P15")
@compiled
def take_row(state: State, seat: int, row: int) -> None:
    """Take a row into the bull pile; the card played starts it anew, or goes along if five rows lie."""
    card = state.chosen[seat]
    before = state.heads[seat]
    for place in range(state.row_length[row]):
        into_pile(state, seat, state.row_cards[row, place])
    if state.row_count == MOST_ROWS:
        into_pile(state, seat, card)
        state.chosen[seat] = NO_CARD
        tell(state, Told.TOOK, seat, row, state.heads[seat] - before)
    else:
        tell(state, Told.TOOK, seat, row, state.heads[seat] - before)
        start_row(state, row, card)
        placed(state, seat, row)
    clear_marks(state, row)


@compiled
def into_pile(state: State, seat: int, card: int) -> None:
    put(state, PILE + seat, card)
    state.heads[seat] += HEADS[card]


@rule("P15", "P16", "P20")
@compiled
def clear_marks(state: State, row: int) -> None:
    """After a row was taken: its `seven` goes, all blocks go, and a fifth row makes it disappear."""
    if state.row_seven[row]:
        state.row_seven[row] = 0
        state.special_discard[Special.SEVEN] += 1
    remove_blocks(state)
    if state.row_count == MOST_ROWS:
        remove_row(state, row)


@rule("P20")
@compiled
def remove_blocks(state: State) -> None:
    """When a row is taken, by anybody, all blocks are discarded."""
    removed = 0
    for row in range(state.row_count):
        removed += state.row_blocked[row]
        state.row_blocked[row] = 0
    state.special_discard[Special.BLOCK] += removed
    if removed:
        tell(state, Told.BLOCKS_GONE, 0, 0, 0)


@rule("P15", "P25")
@compiled
def remove_row(state: State, gone: int) -> None:
    """A row disappears and the others close the gap: four rows again, and `fifth_row` is discarded."""
    for row in range(gone, TABLE_ROWS):
        for place in range(SEVEN_HOLDS):
            state.row_cards[row, place] = state.row_cards[row + 1, place]
        state.row_length[row] = state.row_length[row + 1]
        state.row_seven[row] = state.row_seven[row + 1]
    state.row_length[TABLE_ROWS] = 0
    state.row_seven[TABLE_ROWS] = 0
    for row in range(MOST_ROWS):
        state.row_fifth[row] = 0
    state.row_count = TABLE_ROWS
    state.special_discard[Special.FIFTH_ROW] += 1
    tell(state, Told.ROW_GONE, gone, 0, 0)
