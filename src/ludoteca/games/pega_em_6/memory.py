"""What was played in this round, and what it tells of a seat: by which net does it choose, if by any?"""

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import NOBODY, State
from ludoteca.games.pega_em_6.instinct import (
    LIKELIHOOD,
    LINES,
    UNITS,
    cheapest_heads,
    heads_of_row,
    weigh_hand,
)
from ludoteca.games.pega_em_6.learned import NETS
from ludoteca.games.pega_em_6.rows import start_row
from ludoteca.games.pega_em_6.rules import apply, ask_everybody, legal
from ludoteca.games.pega_em_6.state import HAND, PILE, clear, put
from ludoteca.games.pega_em_6.tables import CARD, NO_CARD, TABLE_ROWS, TAKE, Phase, Variant

Actions = npt.NDArray[np.int32]
Odds = npt.NDArray[np.float64]

ERRS = 0.05  # how often a player does something that its net does not explain


@compiled
def recall(state: State, odds: Odds, actions: Actions) -> bool:
    """Play this round again up to the last full trick; how much likelier is it of each kind of player?

    The hands of the record are taken for true. `odds` is multiplied by the answer for each seat and net; its
    first line, of those that play any card, stays.
    """
    if not all_tricks_seen(state):
        return False
    tricks = state.trick - 1
    go_back(state)
    while state.trick <= tricks:
        seat, trick = bits.lowest(state.to_act), state.trick - 1
        if state.phase == Phase.CHOOSE:
            action = CARD + state.played[trick, seat]
            for net in range(NETS):
                odds[1 + net, seat] *= odds_of_card(state, seat, net, action, actions)
        else:
            action = TAKE + state.row_taken[trick, seat]
            odds[1:, seat] *= odds_of_row(state, action - TAKE)
        apply(state, seat, int(action))
    return True


@compiled
def all_tricks_seen(state: State) -> bool:
    """Were all tricks of this round seen, by somebody who can tell how a strong player would choose?

    Not so with special cards, nor where all hands lie open: there strong players choose cards that the nets
    take for any (they were taken for random with 0.9).
    """
    if state.variant != Variant.BASIC:
        return False
    for trick in range(state.trick - 1):
        if state.played[trick, 0] == NO_CARD:
            return False
    return True


@compiled
def go_back(state: State) -> None:
    """To the beginning of the round."""
    for seat in range(state.seats):
        for trick in range(state.trick - 1 + state.revealed):
            put(state, HAND + seat, int(state.played[trick, seat]))
        clear(state, PILE + seat)
        state.heads[seat] = 0
        state.chosen[seat] = NO_CARD
    for row in range(TABLE_ROWS):
        start_row(state, row, int(state.opening[row]))
    state.trick = 1
    state.revealed = 0
    state.placing = NOBODY
    ask_everybody(state)


@compiled
def odds_of_card(state: State, seat: int, net: int, action: int, actions: Actions) -> float:
    desk = np.empty((LINES, UNITS), dtype=np.int32)
    count = legal(state, seat, actions)
    total = weigh_hand(state, seat, net, 1, actions, count, desk)
    place = 0
    while actions[place] != action:
        place += 1
    return ERRS + (1.0 - ERRS) * count * desk[LIKELIHOOD, place] / total


@compiled
def odds_of_row(state: State, row: int) -> float:
    cheap = heads_of_row(state, row) == cheapest_heads(state)
    return ERRS + (1.0 - ERRS) * (state.row_count if cheap else 0)
