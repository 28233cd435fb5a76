"""Dobro by Fel Barros, Lucas Castanho and Pedro Vinicius: the course of the game. See RULES.md; 2 to 6 seats.

Plays climb, and one that hits the value in play exactly counts double. A seat that cannot or will not
go on takes all cards in play. At the end of a round many cards bring few points; most points win.
"""

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.alphabet import DRAW, END, REVERSE, TAKE, WILD, No, Phase, Told
from ludoteca.games.dobro.cards import BOX_OF, ONE_CARD, count_of, holds, how_many
from ludoteca.games.dobro.ends import next_leader, place_points, rounds, score, won
from ludoteca.games.dobro.plays import (
    CARDS_OF,
    HOW_MANY_LAID,
    LAID,
    NOT_IN_HAND,
    NUMBER_OF,
    PLAYED,
    SORT_OF,
    STAYS,
    TOO_LOW,
    WORTH,
)
from ludoteca.games.dobro.state import ask, clear_table, draw, draw_one, next_seat, stack
from ludoteca.games.dobro.tables import ASIDE_CARDS, HAND_CARDS, Card
from ludoteca.games.dobro.unseen import imagine

__all__ = ["set_up", "legal", "refusal", "apply", "score", "won", "imagine"]

Actions = npt.NDArray[np.int32]


# Set up


@rule("D5")
@compiled
def set_up(state: State) -> None:
    """A random seat leads the first climb; play starts clockwise."""
    state.this_round = 1
    state.direction = 1
    state.forgetful = NOBODY
    deal(state)
    lead_round(state, chance.below(state, state.seats))


@rule("D3", "D4")
@compiled
def deal(state: State) -> None:
    """Shuffle all cards, deal the hands and, for two seats, set ten cards aside unseen."""
    clear_table(state)
    stack(state, BOX_OF[state.seats])
    for seat in range(state.seats):
        state.hands[seat] = draw(state, HAND_CARDS[state.seats])
        state.piles[seat] = 0
    state.aside = draw(state, ASIDE_CARDS[state.seats])
    tell(state, Told.DEALT, state.this_round, 0, 0)


@compiled
def lead_round(state: State, seat: int) -> None:
    state.last_leader = seat
    tell(state, Told.LEADS, seat, 0, 0)
    ask(state, Phase.LEAD, seat)


# Legal actions


@rule("D15")
@compiled
def legal(state: State, seat: int, actions: Actions) -> int:
    """Play, or take the cards in play; a leader has to play."""
    if state.phase == Phase.REFILL:
        return list_refill(state, seat, actions)
    count = list_plays(state, seat, actions)
    if state.phase == Phase.TURN:
        actions[count] = TAKE
        count += 1
    return count


@compiled
def list_plays(state: State, seat: int, actions: Actions) -> int:
    hand = state.hands[seat]
    count = 0
    for play in range(TAKE if count_of(hand, Card.WILD) else WILD):
        # Written first, counted if legal: a branch that nobody can foretell makes games 1.6 times as slow.
        actions[count] = play
        count += holds(hand, CARDS_OF[play]) & high_enough(state, play)
    return count


@rule("D6", "D7", "D9", "D10", "D11", "D12", "D14")
@compiled
def high_enough(state: State, play: int) -> bool:
    """A play must come to at least the value in play; a skip or reverse may always be played."""
    return WORTH[play] >= state.value


@rule("D17")
@compiled
def list_refill(state: State, seat: int, actions: Actions) -> int:
    """Draw, or end the turn without; with an empty hand one must draw."""
    actions[0] = DRAW
    if state.hands[seat] == 0:
        return 1
    actions[1] = END
    return 2


# Why not


@compiled
def refusal(state: State, seat: int, action: int) -> int:
    """The reason why a seat may not do this now, or No.REASON."""
    if state.phase == Phase.OVER:
        return No.GAME_OVER
    if not (state.to_act >> seat) & 1:
        return No.NOT_YOUR_TURN
    if action > TAKE:
        return refuse_refill(state, seat, action)
    if state.phase == Phase.REFILL:
        return No.REFILL_FIRST
    if action == TAKE:
        return No.NOTHING_TO_TAKE if state.phase == Phase.LEAD else No.REASON
    return refuse_play(state, seat, action)


@rule("D17")
@compiled
def refuse_refill(state: State, seat: int, action: int) -> int:
    """Drawing is decided only after a play, and a seat without cards must draw."""
    if state.phase != Phase.REFILL:
        return No.NO_REFILL_NOW
    return No.MUST_DRAW if action == END and state.hands[seat] == 0 else No.REASON


@compiled
def refuse_play(state: State, seat: int, play: int) -> int:
    if not holds(state.hands[seat], CARDS_OF[play]):
        return NOT_IN_HAND[SORT_OF[play]]
    return No.REASON if high_enough(state, play) else TOO_LOW[SORT_OF[play]]


# Acting


@compiled
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a legal action, and everything that follows without a decision."""
    if action < TAKE:
        play_cards(state, seat, action)
    elif action == TAKE:
        take_all(state, seat)
    elif action == DRAW:
        refill(state, seat)
        pass_turn(state, seat)
    else:
        forget(state, seat)
        pass_turn(state, seat)


@rule("D16", "D17", "D19")
@compiled
def play_cards(state: State, seat: int, play: int) -> None:
    """Play, refill, and the turn passes; with no draw pile left, the last card of a hand ends the round."""
    lay_down(state, seat, play)
    if state.deck_left == 0 and state.hands[seat] == 0:
        end_round(state, seat)
    elif state.deck_left and state.manual:
        ask(state, Phase.REFILL, seat)
    else:
        refill(state, seat)
        pass_turn(state, seat)


@rule("D12", "D13")
@compiled
def lay_down(state: State, seat: int, play: int) -> None:
    """The cards come into play and change its value, or, if a skip or reverse, leave it as it is."""
    state.hands[seat] -= CARDS_OF[play]
    state.table[state.table_count] = LAID[play, 0]
    state.table[state.table_count + 1] = LAID[play, 1]
    state.table_count += HOW_MANY_LAID[play]
    before = state.value
    state.value = value_after(before, WORTH[play])
    if play == REVERSE:
        state.direction = -state.direction
    tell(state, PLAYED + SORT_OF[play], seat, NUMBER_OF[play], state.value)
    if before == WORTH[play]:
        tell(state, Told.DOUBLED, seat, state.value, 0)


@rule("D6", "D7", "D8", "D9", "D10", "D11")
@compiled
def value_after(value: int, worth: int) -> int:
    """What a play counts, double if it equals the value in play, is the new value; no play equals none, 0."""
    if worth == STAYS:
        return value
    return 2 * worth if worth == value else worth


@rule("D15")
@compiled
def take_all(state: State, seat: int) -> None:
    """All cards in play go to the score pile, and the taker leads the next climb at once."""
    for place in range(state.table_count):
        state.piles[seat] += ONE_CARD[int(state.table[place])]
    tell(state, Told.TOOK, seat, state.table_count, 0)
    clear_table(state)
    ask(state, Phase.LEAD, seat)


@rule("D16")
@compiled
def refill(state: State, seat: int) -> None:
    """Draw to a full hand, as far as the pile goes."""
    missing = HAND_CARDS[state.seats] - how_many(state.hands[seat])
    for _ in range(min(missing, state.deck_left)):
        card = draw_one(state)
        state.hands[seat] += ONE_CARD[card]
        tell(state, Told.DREW, seat, card, state.deck_left)


@rule("D17")
@compiled
def forget(state: State, seat: int) -> None:
    """A seat that ends its turn without drawing gets the forgetful card, wherever it is."""
    state.forgetful = seat
    tell(state, Told.FORGOT, seat, 0, 0)


@rule("D16")
@compiled
def pass_turn(state: State, seat: int) -> None:
    """The next seat in the current direction is on turn."""
    ask(state, Phase.TURN, next_seat(state, seat))


# Ends


@rule("D18", "D20")
@compiled
def end_round(state: State, ender: int) -> None:
    """Points are given and the forgetful card goes back; then the game is over or another round begins."""
    tell(state, Told.ROUND_OVER, ender, state.this_round, 0)
    for seat in range(state.seats):
        points = place_points(state, seat) - (1 if seat == state.forgetful else 0)
        state.points[state.this_round - 1, seat] = points
        tell(state, Told.SCORED, seat, how_many(state.piles[seat]), points)
    state.forgetful = NOBODY
    if state.this_round == rounds(state):
        state.phase = Phase.OVER
        state.to_act = 0
        tell(state, Told.GAME_OVER, 0, 0, 0)
    else:
        state.this_round += 1
        deal(state)
        lead_round(state, next_leader(state, ender))
