"""Double Double Dominoes by Seth Johnson and Jordan Weisman: the verbs. See RULES.md; 2 to 6 seats.

A tile scores the diamond it covers, and three points for every marker that stands on a space with its pips.
Highest total wins.
"""

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import DISCARD, STOP, No, Phase
from ludoteca.games.double_double_dominoes.board import is_beside, list_placements, refuse_placement
from ludoteca.games.double_double_dominoes.course import discard, lay, set_up, stop, won
from ludoteca.games.double_double_dominoes.slots import ANYWHERE
from ludoteca.games.double_double_dominoes.state import (
    holds,
    kind_of,
    kinds_in,
    last_laid,
    next_kind,
    slot_of,
)
from ludoteca.games.double_double_dominoes.unseen import imagine

__all__ = ["set_up", "legal", "refusal", "apply", "score", "won", "imagine"]

Actions = npt.NDArray[np.int32]


@rule("T5", "T9", "T10")
@compiled
def legal(state: State, seat: int, actions: Actions) -> int:
    """Lay a tile wherever it fits; at a double just laid, or stop; discard any tile if none fits."""
    if state.phase == Phase.LAY:
        return list_placements(state, seat, ANYWHERE, actions, 0)
    if state.phase == Phase.EXTEND:
        actions[0] = STOP
        return list_placements(state, seat, slot_of(last_laid(state)), actions, 1)
    return list_discards(state, seat, actions)


@compiled
def list_discards(state: State, seat: int, actions: Actions) -> int:
    count = 0
    left = kinds_in(state.hands[seat])
    while left:
        actions[count] = DISCARD + next_kind(left)
        left &= left - 1
        count += 1
    return count


@compiled
def refusal(state: State, seat: int, action: int) -> int:
    """The reason why a seat may not do this now, or No.REASON."""
    if state.phase == Phase.OVER:
        return No.GAME_OVER
    if not (state.to_act >> seat) & 1:
        return No.NOT_YOUR_TURN
    if action == STOP:
        return NOT_STOPPING[state.phase]
    if action > STOP:
        return refuse_discard(state, seat, int(action) - DISCARD)
    return refuse_laying(state, seat, int(action))


NOT_STOPPING = np.array([No.MUST_LAY, No.REASON, No.MUST_DISCARD])
NOT_DISCARDING = np.array([No.MUST_LAY, No.LAY_OR_STOP, No.REASON])


@rule("T5", "T10")
@compiled
def refuse_discard(state: State, seat: int, kind: int) -> int:
    """Only a seat that cannot lay discards, and only a tile of its hand."""
    if state.phase == Phase.DISCARD and not holds(state, seat, kind):
        return No.NOT_IN_HAND
    return NOT_DISCARDING[state.phase]


@rule("T9")
@compiled
def refuse_laying(state: State, seat: int, placement: int) -> int:
    """A tile of the hand, laid as it may lie, and touching the last double if it extends one."""
    if not holds(state, seat, kind_of(placement)):
        return No.NOT_IN_HAND
    refused = refuse_placement(state, placement)
    if refused == No.REASON and state.phase == Phase.EXTEND:
        beside = is_beside(slot_of(placement), slot_of(last_laid(state)))
        return No.REASON if beside else No.NOT_AT_THE_DOUBLE
    return refused


@compiled
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a legal action, and everything that follows without a decision."""
    if action < STOP:
        lay(state, seat, int(action))
    elif action == STOP:
        stop(state, seat)
    else:
        discard(state, seat, int(action) - DISCARD)


@rule("T14")
@compiled
def score(state: State, seat: int) -> int:
    """The points of a seat are where its marker stands."""
    return state.track[seat]
