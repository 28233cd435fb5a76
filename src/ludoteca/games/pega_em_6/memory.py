"""What was played in this round, and which type of player each seat is likely to be."""

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import NOBODY, State
from ludoteca.games.pega_em_6.alphabet import CARD, TAKE, Phase
from ludoteca.games.pega_em_6.instinct import (
    LIKELIHOOD,
    LINES,
    UNITS,
    cheapest_heads,
    heads_of_row,
    rate_hand,
)
from ludoteca.games.pega_em_6.learned import NETS
from ludoteca.games.pega_em_6.rows import start_row
from ludoteca.games.pega_em_6.rules import apply, ask_everybody, legal
from ludoteca.games.pega_em_6.state import HAND, PILE, clear, put
from ludoteca.games.pega_em_6.tables import NO_CARD, TABLE_ROWS, Variant

Actions = npt.NDArray[np.int32]
Odds = npt.NDArray[np.float64]

ERRS = 0.05  # how often a player does something that its net does not explain


@compiled
def type_odds(state: State, odds: Odds, actions: Actions) -> bool:
    """Replay this round up to the last full trick, and say how much likelier it is for each type of player.

    The hands of the record count as true. `odds` is multiplied by the answer for each seat and net; its first
    line, for players that play any card, stays.
    """
    if not all_tricks_seen(state):
        return False
    tricks = state.trick - 1
    if tricks:
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
    """Does the record hold the whole round so far, in a variant where the nets can judge it?

    They cannot with special cards, nor with open hands: there they rated the choices of strong players as
    random with a likelihood of 0.9. A table set up in the middle of a round has no opening.
    """
    return state.variant == Variant.BASIC and (state.trick == 1 or state.opening[0] != NO_CARD)


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
    scratch = np.empty((LINES, UNITS), dtype=np.int32)
    count = legal(state, seat, actions)
    total = rate_hand(state, seat, net, 1, actions, count, scratch)
    place = 0
    while actions[place] != action:
        place += 1
    return ERRS + (1.0 - ERRS) * count * scratch[LIKELIHOOD, place] / total


@compiled
def odds_of_row(state: State, row: int) -> float:
    cheap = heads_of_row(state, row) == cheapest_heads(state)
    return ERRS + (1.0 - ERRS) * (state.row_count if cheap else 0)
