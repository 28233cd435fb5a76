"""What others choose at the same time, where all their cards lie open: searched for as if they were we."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.core.game import Game

Json = dict[str, Any]
Numbers = npt.NDArray[np.int64]
Notes = npt.NDArray[np.float64]

PART = 0.5  # of the playouts of a search, in addition and for all others together
# A worth that is behind by this part of what single playouts differ by is chosen e times more seldom; by
# more if so few playouts cannot tell.
BLUR = 0.2
LEAST_BLUR = 1e-9  # where no playout differs from another, the best is certain
LIKELIEST = 1000


def foreseeable(game: Game, view: Json) -> bool:
    """Does this seat see all that those see who choose now? A game answers in its `bots.py`; few do."""
    ask = getattr(game.bots, "foreseeable", None)
    return bool(ask and ask(view))


def foresee(states: Any, seat: int, plan: Numbers, actions: Any, stop: Numbers) -> None:
    """Write into the plan what each other seat will likely choose, if it takes all others for simple ones."""
    start = states[s.START]
    hooks.reopen(start, seat)
    others = [other for other in range(start.seats) if other != seat and start.to_act >> other & 1]
    simple = plan.copy()
    simple[s.BUDGET] = int(plan[s.BUDGET] * PART / max(1, len(others)))
    simple[s.HALVING] = simple[s.TO_THE_END] = 0
    for other in others:
        candidates = actions[: s.list_candidates(states, other, actions)].copy()
        notes = np.zeros((len(candidates), s.NOTES))
        rng = np.zeros(s.WHIMS, dtype=np.int64)
        s.search(states, other, candidates, simple, notes, actions, rng, stop)
        expect(plan, other, candidates, likelihoods(notes))


def likelihoods(notes: Notes) -> Notes:
    """How likely each candidate is to be chosen by somebody who found these worths, beside the likeliest."""
    playouts = notes[:, s.PLAYOUTS]
    if playouts.min() == 1:  # one playout does not show by how much others would differ
        return np.ones(len(notes))
    worths, squares = notes[:, s.WORTH] / playouts, notes[:, s.SQUARES] / playouts
    spread = np.sqrt(np.maximum(0.0, squares - worths**2)).max()
    blur = max(BLUR, playouts.min() ** -0.5) * spread
    return np.exp((worths - worths.max()) / max(blur, LEAST_BLUR))


def expect(plan: Numbers, seat: int, candidates: Any, likely: Notes) -> None:
    line, count = s.FORESEEN + seat * s.LINE, len(candidates)
    assert count <= s.MOST_FORESEEN
    plan[line] = count
    plan[line + 1 : line + 1 + count] = candidates
    plan[line + s.LIKELY : line + s.LIKELY + count] = 1 + np.rint(likely * LIKELIEST)
