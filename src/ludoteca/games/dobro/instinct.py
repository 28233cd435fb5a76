"""Instinct: what a strong player would likely do, by tables and without any search.

The tables rate every play by the value in play, the seats and how far the round has come. They learned from
what a search found of every legal action (docs/results.md). Whole numbers, so that a search repeats exactly.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.dobro.alphabet import PAIR, TAKE
from ludoteca.games.dobro.cards import count_of, how_many
from ludoteca.games.dobro.plays import HOW_MANY_LAID, TOP_VALUE
from ludoteca.games.dobro.tables import HIGHEST, LOWEST, Card

Actions = npt.NDArray[np.int32]

with np.load(Path(__file__).parent / "instinct.npz") as kept:
    WEIGHTS = dict(kept)
PLAY = WEIGHTS["play"]  # by seats (two, or more), stage, value in play and action
BROKEN_PAIR = WEIGHTS["broken_pair"]  # by seats, stage and number
TAKEN = WEIGHTS["taken"]  # by seats, stage and cards in play
AHEAD = WEIGHTS["ahead"]  # by seats, stage, and how many cards more the own pile has than the smallest
LEFT = WEIGHTS["left"]  # by stage and cards left in the hand
HIGH_CARDS = WEIGHTS["high_cards"]  # by seats, stage, and cards from 9 up in the hand

FEW_LEFT = 8  # in the draw pile
MOST_TAKEN = TAKEN.shape[2] - 1
MOST_HIGH = HIGH_CARDS.shape[2] - 1
NINE = 9 - LOWEST
EVEN = 8  # AHEAD counts in steps of two from here
MOST_AHEAD = AHEAD.shape[2] - 1
LEAST = -(1 << 30)


@compiled
def choose_by_instinct(state: State, seat: int, actions: Actions, count: int) -> int:
    """The play that the tables rate highest."""
    several, stage = 1 if state.seats > 2 else 0, stage_of(state)
    best, most = TAKE, LEAST
    for action in actions[:count]:
        appeal = int(PLAY[several, stage, min(state.value, TOP_VALUE), action])
        if action == TAKE:
            appeal += appeal_of_taking(state, seat, several, stage)
        else:
            appeal += appeal_of_hand(state.hands[seat], int(action), several, stage)
        if appeal > most:
            best, most = int(action), appeal
    return best


@compiled
def stage_of(state: State) -> int:
    """0 while the draw pile is high, 1 when it is low, 2 when it is empty."""
    if state.deck_left > FEW_LEFT:
        return 0
    return 1 if state.deck_left else 2


@compiled
def appeal_of_hand(hand: int, play: int, several: int, stage: int) -> int:
    """What the cards left in the hand say of a play."""
    appeal = int(LEFT[stage, how_many(hand) - HOW_MANY_LAID[play]])
    if play < PAIR and count_of(hand, play) > 1:
        appeal += BROKEN_PAIR[several, stage, play]
    return appeal


@compiled
def appeal_of_taking(state: State, seat: int, several: int, stage: int) -> int:
    fewest = 1000
    for other in range(state.seats):
        if other != seat:
            fewest = min(fewest, how_many(state.piles[other]))
    ahead = (how_many(state.piles[seat]) - fewest + EVEN) >> 1
    high = count_of(state.hands[seat], Card.WILD)
    for kind in range(NINE, HIGHEST - LOWEST + 1):
        high += count_of(state.hands[seat], kind)
    return int(
        TAKEN[several, stage, min(state.table_count, MOST_TAKEN)]
        + AHEAD[several, stage, min(max(ahead, 0), MOST_AHEAD)]
        + HIGH_CARDS[several, stage, min(high, MOST_HIGH)]
    )
