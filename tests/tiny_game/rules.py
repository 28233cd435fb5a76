"""Twelve cards, three tricks, and the highest card wins. See RULES.md."""

from typing import Any

import numpy as np

from ludoteca.core import bits, chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State, record
from ludoteca.core.rule_marks import rule

from .alphabet import CARDS, MOST_SEATS, TRICKS, No, Phase, Told

STATE = record(
    __name__,
    ("trick", np.int64),  # from 1
    ("hands", np.int64, MOST_SEATS),  # a bit a card; the card chosen is among them until it is shown
    ("chosen", np.int64, MOST_SEATS),  # or 0
    ("shown", np.int64, (MOST_SEATS, TRICKS)),  # the cards played, trick by trick
    ("points", np.int64, MOST_SEATS),
    ("deck", np.int64, CARDS),  # room to shuffle in; means nothing between two deals
    news=16,
)


@rule("H1")
@compiled
def set_up(state: State) -> None:
    """Deal three cards to each seat."""
    for card in range(CARDS):
        state.deck[card] = card + 1
    chance.shuffle(state, state.deck, TRICKS * state.seats, CARDS)
    for place in range(TRICKS * state.seats):
        state.hands[place // TRICKS] |= 1 << state.deck[place]
    state.trick = 1
    state.to_act = (1 << state.seats) - 1


@compiled
def legal(state: State, seat: int, actions: Any) -> int:
    """Any card of the hand."""
    count, left = 0, state.hands[seat]
    while left:
        actions[count] = bits.lowest(left)
        left &= left - 1
        count += 1
    return count


@compiled
def refusal(state: State, seat: int, action: int) -> int:
    """Why a seat may not choose this card now."""
    if state.phase == Phase.OVER:
        return No.GAME_OVER
    if not (state.to_act >> seat) & 1:
        return No.ALREADY_CHOSEN
    return No.REASON if (state.hands[seat] >> action) & 1 else No.NOT_IN_HAND


@rule("H2")
@compiled
def apply(state: State, seat: int, action: int) -> None:
    """Choose a card; when all have chosen, the highest wins the trick."""
    state.chosen[seat] = action
    state.to_act &= ~(1 << seat)
    tell(state, Told.CHOSE, seat, action, 0)
    if state.to_act == 0:
        show(state)


@rule("H2", "H3")
@compiled
def show(state: State) -> None:
    """Turn the chosen cards over; after three tricks the game is over."""
    best = 0
    for seat in range(state.seats):
        card = state.chosen[seat]
        tell(state, Told.SHOWN, seat, card, 0)
        state.shown[seat, state.trick - 1] = card
        state.hands[seat] &= ~(1 << card)
        if card > state.chosen[best]:
            best = seat
    for seat in range(state.seats):
        state.chosen[seat] = 0
    state.points[best] += 1
    tell(state, Told.WON_TRICK, best, 0, 0)
    if state.trick == TRICKS:
        state.phase = Phase.OVER
        tell(state, Told.GAME_OVER, 0, 0, 0)
    else:
        state.trick += 1
        state.to_act = (1 << state.seats) - 1


@compiled
def score(state: State, seat: int) -> int:
    return state.points[seat]


@rule("H3")
@compiled
def won(state: State, seat: int) -> bool:
    """Most points win."""
    if state.to_act:
        return False
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return False
    return True


@rule("H1", "H2")
@compiled
def imagine(state: State, seat: int) -> None:
    """Deal the cards that `seat` has not seen anew to the others, and let them choose anew."""
    seen = 0 if seat < 0 else state.hands[seat]
    for other in range(state.seats):
        for trick in range(TRICKS):
            seen |= 1 << state.shown[other, trick]
    unseen = 0
    for card in range(1, CARDS + 1):
        if not (seen >> card) & 1:
            state.deck[unseen] = card
            unseen += 1
    chance.shuffle(state, state.deck, unseen, unseen)
    for other in range(state.seats):
        if other != seat:
            wanted = bits.count(state.hands[other])
            state.hands[other] = 0
            for _ in range(wanted):
                unseen -= 1
                state.hands[other] |= 1 << state.deck[unseen]
            if state.chosen[other]:
                state.chosen[other] = state.deck[unseen + chance.below(state, wanted)]
    for place in range(CARDS):
        state.deck[place] = 0
