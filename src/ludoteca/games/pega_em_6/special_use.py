"""When a simple bot plays a special card of the anniversary variant: to spare itself a dear row."""

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.alphabet import BLOCK, INSERT, MOVE, PLACE, POSITIVE, REPLACE, TAKE
from ludoteca.games.pega_em_6.instinct import heads_of_row
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.state import last_card, row_full, row_holds, row_with, special_cards
from ludoteca.games.pega_em_6.tables import HAND_CARDS, HEADS, MOST_ROWS, NO_CARD, NO_ROW, SEVEN_HOLDS

Actions = npt.NDArray[np.int32]

FREE = 0  # costs no bull heads
UNKNOWN = 1 << 20  # costs more than any row
EARLY = 3  # bull heads that a special card must save while many tricks are to come
LATE = 1  # the same when there are hardly more tricks than special cards


@compiled
def place_sparingly(state: State, seat: int, actions: Actions, count: int) -> int:
    """Place the card or take the cheapest row, with a special card if it saves enough bull heads."""
    best, least = cheapest_placement(state, seat, actions, count)
    least -= price_of_special(state, seat)
    if least < 0:
        return best
    for place in range(count):
        action = int(actions[place])
        if action > PLACE:
            cost = cost_of_special(state, seat, action)
            if cost <= least:
                best, least = action, cost - 1
    return best


@compiled
def price_of_special(state: State, seat: int) -> int:
    """The bull heads that a special card must save."""
    left = HAND_CARDS[state.variant] - state.trick
    return EARLY if left > 2 * special_cards(state, seat) else LATE


@compiled
def cheapest_placement(state: State, seat: int, actions: Actions, count: int) -> tuple[int, int]:
    """Without a special card: the action, and the bull heads that it takes."""
    if actions[0] == PLACE:
        return PLACE, cost_in_row(state, int(state.chosen[seat]), row_for(state, int(state.chosen[seat])))
    best, fewest = int(actions[0]), UNKNOWN
    for place in range(count):
        action = int(actions[place])
        if action < PLACE and heads_of_row(state, action - TAKE) < fewest:
            best, fewest = action, heads_of_row(state, action - TAKE)
    return best, fewest + along(state, int(state.chosen[seat]))


@compiled
def along(state: State, card: int) -> int:
    """The heads of the card itself, which goes along if five rows lie."""
    return int(HEADS[card]) if state.row_count == MOST_ROWS else 0


@compiled
def cost_in_row(state: State, card: int, row: int) -> int:
    """What a card costs that belongs to this row."""
    if row == NO_ROW:
        return cheapest_row(state, NO_ROW) + along(state, card)
    return heads_of_row(state, row) + along(state, card) if row_full(state, row) else FREE


@compiled
def cheapest_row(state: State, beside: int) -> int:
    fewest = UNKNOWN
    for row in range(state.row_count):
        if row != beside and not state.row_blocked[row]:
            fewest = min(fewest, heads_of_row(state, row))
    return fewest


@compiled
def cost_of_special(state: State, seat: int, action: int) -> int:
    """The bull heads that this placement takes after the special card."""
    card = int(state.chosen[seat])
    if action < INSERT:
        return FREE
    if action < REPLACE:
        return cost_of_insert(state, card, (action - INSERT) // SEVEN_HOLDS)
    if action < MOVE:
        return cost_in_row(state, action - REPLACE, row_for(state, action - REPLACE))
    if action < BLOCK:
        return cost_of_move(state, card, (action - MOVE) // MOST_ROWS, (action - MOVE) % MOST_ROWS)
    if action < POSITIVE:
        return cost_of_block(state, card, action - BLOCK)
    named = action - POSITIVE
    gained = heads_of_row(state, row_with(state, named)) + along(state, card) - 2 * int(HEADS[named])
    return max(gained, -int(state.heads[seat]))


@compiled
def cost_of_insert(state: State, card: int, row: int) -> int:
    if not row_full(state, row):
        return FREE
    return heads_of_row(state, row) - int(HEADS[last_card(state, row)]) + int(HEADS[card])


@compiled
def cost_of_block(state: State, card: int, blocked: int) -> int:
    """The card goes to the next lower row that is not blocked."""
    best, nearest = NO_ROW, NO_CARD
    for row in range(state.row_count):
        last = last_card(state, row)
        if nearest < last < card and row != blocked and not state.row_blocked[row]:
            best, nearest = row, last
    if best == NO_ROW:
        return cheapest_row(state, blocked) + along(state, card)
    return cost_in_row(state, card, best)


@compiled
def cost_of_move(state: State, card: int, moved: int, to: int) -> int:
    """Moving a card makes room in its row, and may make another row the nearest."""
    old = row_with(state, moved)
    if state.row_length[old] == 1:
        return FREE
    best, nearest = NO_ROW, NO_CARD
    for row in range(state.row_count):
        last = last_after_move(state, row, moved, to)
        if nearest < last < card and not state.row_blocked[row]:
            best, nearest = row, last
    if best == NO_ROW:
        return UNKNOWN
    length = state.row_length[best] - (1 if best == old else 0) + (1 if best == to else 0)
    if length < row_holds(state, best):
        return FREE
    return heads_of_row(state, best) + (int(HEADS[moved]) if best == to else 0) + along(state, card)


@compiled
def last_after_move(state: State, row: int, moved: int, to: int) -> int:
    """The last card of a row after a card has moved."""
    last = int(last_card(state, row))
    if last == moved:
        return int(state.row_cards[row, state.row_length[row] - 2])
    return max(last, moved) if row == to else last
