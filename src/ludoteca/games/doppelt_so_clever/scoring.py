"""What a sheet scores, who has won, and how well one has done alone."""

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.areas import (
    blue_points,
    green_points,
    pink_points,
    silver_points,
    yellow_points,
)
from ludoteca.games.doppelt_so_clever.tables import SOLO_LEVELS


@compiled
def area_points(state: State, seat: int) -> tuple[int, int, int, int, int]:
    """What each of the five areas scores."""
    return (
        silver_points(state, seat),
        yellow_points(state, seat),
        blue_points(state, seat),
        green_points(state, seat),
        pink_points(state, seat),
    )


@rule("C8")
@compiled
def score(state: State, seat: int) -> int:
    """The areas and the foxes, each of which is worth as much as the lowest area."""
    silver, yellow, blue, green, pink = area_points(state, seat)
    lowest = min(silver, yellow, blue, green, pink)
    return silver + yellow + blue + green + pink + state.foxes[seat] * lowest


@rule("C22")
@compiled
def won(state: State, seat: int) -> bool:
    """The highest sum wins, then the highest single area; still tied seats share the victory."""
    if state.phase != Phase.OVER:
        return False
    mine = score(state, seat)
    for other in range(state.seats):
        theirs = score(state, other)
        if theirs > mine or (theirs == mine and best_area(state, other) > best_area(state, seat)):
            return False
    return True


@compiled
def best_area(state: State, seat: int) -> int:
    silver, yellow, blue, green, pink = area_points(state, seat)
    return max(silver, yellow, blue, green, pink)


@rule("C24")
@compiled
def solo_level(points: int) -> int:
    """The level reached alone: 1 is the highest, 11 is below 140 points."""
    level = 1
    for needed in SOLO_LEVELS:
        if points < needed:
            level += 1
    return level
