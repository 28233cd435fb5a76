"""What a tile scores as it is laid, and for whom."""

from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import Told
from ludoteca.games.double_double_dominoes.slots import DIAMOND
from ludoteca.games.double_double_dominoes.state import is_double, kind_of, slot_of
from ludoteca.games.double_double_dominoes.tables import BONUS, GOALS, HIGH, LOW, TRACK


@rule("T13", "T14")
@compiled
def score_tile(state: State, seat: int, placement: int) -> None:
    """Each marker moves by its bonus, judged where it stood; the diamond counts for the seat that laid."""
    for other in range(state.seats):
        points = bonus(state, other, kind_of(placement))
        if points:
            tell(state, Told.BONUS, other, points, TRACK[state.track[other]])
        if other == seat:
            points += diamond_points(state, seat, placement)
        state.track[other] += points


@rule("T12")
@compiled
def points_on(placement: int) -> int:
    """The number of the diamond that is covered, twice for a double."""
    points = DIAMOND[slot_of(placement)]
    return 2 * points if is_double(kind_of(placement)) else points


@compiled
def diamond_points(state: State, seat: int, placement: int) -> int:
    points = points_on(placement)
    if points:
        tell(state, Told.DIAMOND, seat, points, 0)
    return points


@rule("T13", "T14")
@compiled
def bonus(state: State, seat: int, kind: int) -> int:
    """Three points, once, if the marker stands on a space with the pips of either half."""
    pips = TRACK[state.track[seat]]
    return BONUS if pips == LOW[kind] or pips == HIGH[kind] else 0


@rule("T15")
@compiled
def goal_of(state: State) -> int:
    """The goal agreed on, or that for the number of seats."""
    return state.goal if state.goal else GOALS[state.seats]


@rule("T15")
@compiled
def goal_reached(state: State) -> bool:
    """Has a marker come to the goal or past it?"""
    goal = goal_of(state)
    for seat in range(state.seats):
        if state.track[seat] >= goal:
            return True
    return False
