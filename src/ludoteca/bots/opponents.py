"""What opponents are like and what they will choose, written into the plan of a search.

Past play tells how likely each seat is of each type of player that the game names. Where seats choose at the
same time and all cards lie open, a search from each other seat tells what it will likely choose.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.bots.deadline import Flag

Floats = npt.NDArray[np.float64]

# Types
ALIKE = 0.95  # of the seats at a table are of one type
RANDOM_TABLES = 0.5  # of all tables have mostly random players; the other types share the rest equally
WEIGHT = 1 << 16  # of a type that is certain
RANDOM_SPEEDUP = 1.5  # playouts against random opponents are this much cheaper
FEW_RANDOM = 0.25  # with fewer random opponents than this, victory is at stake

# Choices
PREDICTION = 0.5  # of a search's playouts, in addition to them, for all other seats together
# A worth that is behind by this part of the spread of single playouts is chosen e times less often; the part
# is larger if there are too few playouts to tell.
BLUR = 0.2
LEAST_BLUR = 1e-9  # where all playouts agree, the best is certain
LIKELIEST = 1000


def type_probabilities(odds: Floats, own: int) -> Floats:
    """How likely each seat is of each type, the first of which is random; most seats of a table are alike."""
    count = len(odds)
    of_table = np.full((count, count), (1 - ALIKE) / (count - 1))
    np.fill_diagonal(of_table, ALIKE)
    likely = of_table[:, :, None] * odds
    seats = likely.sum(axis=1)
    tables = np.array([RANDOM_TABLES, *[(1 - RANDOM_TABLES) / (count - 1)] * (count - 1)])
    tables *= np.delete(seats, own, axis=1).prod(axis=1)
    found: Floats = (tables[:, None, None] * likely / seats[:, None]).sum(axis=0) / tables.sum()
    found[:, own] = 0
    return found


def expect_types(plan: Any, bots: Sequence[int], probabilities: Floats) -> None:
    """Plan against such opponents: if many are random, victory is near and the score counts.

    Playouts against random opponents are cheaper, so there are more of them.
    """
    count, seats = probabilities.shape
    at_random = probabilities[0].sum() / max(1, seats - 1)
    plan["playouts"] = int(plan["playouts"][0] * (1 + RANDOM_SPEEDUP * at_random))
    plan["for_victory"] &= at_random < FEW_RANDOM
    plan["type_bots"][0, :count] = bots
    plan["type_weights"][0, :seats, :count] = np.rint(probabilities.T * WEIGHT)


def predict_choices(states: Any, seat: int, plan: Any, actions: Any, stop: Flag) -> None:
    """Plan for what each other seat will likely choose if it expects simple opponents."""
    start = states[s.START]
    hooks.undo_secret_choices(start, seat)
    others = [other for other in range(start.seats) if other != seat and start.to_act >> other & 1]
    simple = plan.copy()
    simple["playouts"] = int(plan["playouts"][0] * PREDICTION / max(1, len(others)))
    simple["halving"] = simple["to_the_end"] = 0
    for other in others:
        candidates = actions[: s.list_candidates(states, other, actions)].copy()
        notes = s.new_notes(len(candidates))
        s.search(states, other, candidates, simple, notes, actions, s.new_world(), stop)
        expect_choices(plan, other, candidates, likelihoods(notes))


def likelihoods(notes: Any) -> Floats:
    """How likely a player with these notes chooses each candidate, compared with the likeliest."""
    playouts = notes["playouts"]
    if playouts.min() == 1:  # one playout does not show by how much others would differ
        return np.ones(len(notes))
    worths, squares = notes["worth_sum"] / playouts, notes["worth_squares"] / playouts
    spread = np.sqrt(np.maximum(0.0, squares - worths**2)).max()
    blur = max(BLUR, playouts.min() ** -0.5) * spread
    return np.exp((worths - worths.max()) / max(blur, LEAST_BLUR))


def expect_choices(plan: Any, seat: int, candidates: Any, likely: Floats) -> None:
    count = len(candidates)
    assert count <= s.MOST_PREDICTED
    plan["predicted"][0, seat] = count
    plan["predicted_actions"][0, seat, :count] = candidates
    plan["predicted_weights"][0, seat, :count] = 1 + np.rint(likely * LIKELIEST)
