"""A trick: the chosen cards are revealed and placed, lowest first; seats are asked where they must decide."""

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import EXCHANGE, KEEP, PLACE, TAKE, Phase, Told
from ludoteca.games.pega_em_6.rows import place_by_number, row_for, take_row
from ludoteca.games.pega_em_6.special_deck import exchange_special
from ludoteca.games.pega_em_6.specials import play_special
from ludoteca.games.pega_em_6.state import (
    HAND,
    PLACED,
    RETURNED,
    STILL_TO_PLACE,
    TOOK,
    remove,
    special_cards,
)
from ludoteca.games.pega_em_6.tables import CARDS, NO_CARD, NO_ROW


@rule("P3")
@compiled
def reveal(state: State) -> None:
    """All chosen cards are turned over."""
    state.revealed = 1
    for seat in range(state.seats):
        card = state.chosen[seat]
        state.played[state.trick - 1, seat] = card
        remove(state, HAND + seat, card)
        remove(state, RETURNED + seat, card)
        tell(state, Told.REVEALED, seat, card, 0)


@rule("P4", "P7", "P25")
@compiled
def place_cards(state: State) -> None:
    """Place the chosen cards, lowest first, until a seat has to be asked or all are placed.

    A seat with special cards is always asked, so that asking betrays nothing; another only for a low card.
    """
    seat = lowest_chosen(state)
    while seat != NOBODY:
        row = row_for(state, state.chosen[seat])
        if row == NO_ROW or special_cards(state, seat):
            state.placing = seat
            ask(state, Phase.PLACE, seat)
            return
        place_by_number(state, seat, row)
        seat = lowest_chosen(state)


@rule("P4")
@compiled
def lowest_chosen(state: State) -> int:
    """The seat with the lowest card not yet placed, or NOBODY."""
    lowest, nearest = NOBODY, CARDS + 1
    for seat in range(state.seats):
        if NO_CARD < state.chosen[seat] < nearest:
            lowest, nearest = seat, state.chosen[seat]
    return lowest


@rule("P7", "P14", "P25")
@compiled
def place_chosen(state: State, seat: int, action: int) -> None:
    """The seat that is placing decides: a row to take, simply placing, or a special card first."""
    outcome = STILL_TO_PLACE
    if action < PLACE:
        state.row_taken[state.trick - 1, seat] = action - TAKE
        take_row(state, seat, action - TAKE)
        outcome = TOOK
    elif action > PLACE:
        outcome = play_special(state, seat, action)
    if outcome == STILL_TO_PLACE:
        outcome = place_as_usual(state, seat)
    if outcome == STILL_TO_PLACE:
        ask(state, Phase.PLACE, seat)
    else:
        end_placement(state, seat, outcome)


@compiled
def place_as_usual(state: State, seat: int) -> int:
    """Place the chosen card by its number; a low card is still to place, for its seat chooses a row."""
    row = row_for(state, state.chosen[seat])
    if row == NO_ROW:
        return STILL_TO_PLACE
    return TOOK if place_by_number(state, seat, row) else PLACED


@rule("P22", "P25")
@compiled
def end_placement(state: State, seat: int, outcome: int) -> None:
    """A seat that took a row and still holds a special card may exchange one."""
    state.placing = NOBODY
    state.special_used = 0
    if outcome == TOOK and special_cards(state, seat):
        ask(state, Phase.EXCHANGE, seat)


@rule("P22")
@compiled
def exchange(state: State, seat: int, action: int) -> None:
    """Exchange a special card, or keep them all."""
    if action != KEEP:
        exchange_special(state, seat, action - EXCHANGE)


@compiled
def ask(state: State, phase: int, seat: int) -> None:
    state.phase = phase
    state.to_act = 1 << seat
