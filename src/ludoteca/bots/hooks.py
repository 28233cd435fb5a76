"""What a game may tell the search about itself, in its `bots.py`. All of it may be left out.

Like the verbs, each question finds the game by the type of its record, so that machine code can be kept.
"""

from typing import Any

from numba.extending import overload

from ludoteca.core import verbs
from ludoteca.core.compiled import AS_PART, compiled
from ludoteca.core.record import State
from ludoteca.core.verbs import GAMES

# What is answered for a game that does not say.


@compiled
def never(state: State, start: State) -> bool:
    return False


@compiled
def share_of_victory(state: State, seat: int, start: State) -> float:
    """1 for a victory, a part of it for one that is shared, 0 for none."""
    winners = 0
    for other in range(state.seats):
        winners += 1 if verbs.won(state, other) else 0
    return 1.0 / winners if winners and verbs.won(state, seat) else 0.0


@compiled
def nothing(state: State, seat: int) -> None:
    pass


@compiled
def nothing_waits(state: State) -> None:
    pass


@compiled
def forgets(state: State, odds: Any, actions: Any) -> bool:
    return False


def kinds_known(game: Any) -> tuple[int, ...]:
    """The manners of two to four kinds of players that `recall` tells apart, the first of them random; if
    there are none it is not compiled."""
    found: tuple[int, ...] = getattr(game.bots, "KINDS", ())
    return found


def answer(game: Any, name: str, otherwise: Any) -> Any:
    return getattr(game.bots, name, otherwise)


# The questions


def far_enough(state: State, start: State) -> bool:
    """May a playout from `start` be judged here? By default only when the game is over."""
    return bool(answer(GAMES[state.dtype], "far_enough", never)(state, start))


def worth(state: State, seat: int, start: State) -> float:
    """How good the end of a playout from `start` is for a seat; by default its share of the victory."""
    return float(answer(GAMES[state.dtype], "worth", share_of_victory)(state, seat, start))


def hope(state: State, seat: int, start: State) -> float:
    """The same for a seat that cares for victory alone; by default no other than its worth."""
    game = GAMES[state.dtype]
    return float(answer(game, "hope", answer(game, "worth", share_of_victory))(state, seat, start))


def reopen(state: State, seat: int) -> None:
    """Take back what other seats have chosen in secret, so that the search can choose for them."""
    answer(GAMES[state.dtype], "reopen", nothing)(state, seat)


def recall(state: State, odds: Any, actions: Any) -> bool:
    """Multiply the odds, by kind of player and seat, by how much likelier the seat's play is of such a player
    than of a random one, if what is hidden lies as in this record, which may be changed at will. False if
    the past is gone."""
    return bool(answer(GAMES[state.dtype], "recall", forgets)(state, odds, actions))


def redraw(state: State) -> None:
    """Put what is to be drawn and nobody knows into another order; hands stay. By default nothing waits."""
    answer(GAMES[state.dtype], "redraw", nothing_waits)(state)


@overload(far_enough, strict=False, jit_options=AS_PART)
def compiled_far_enough(state: Any, start: Any) -> Any:
    hook = answer(GAMES[state], "far_enough", never)
    return lambda state, start: hook(state, start)


@overload(worth, strict=False, jit_options=AS_PART)
def compiled_worth(state: Any, seat: Any, start: Any) -> Any:
    hook = answer(GAMES[state], "worth", share_of_victory)
    return lambda state, seat, start: hook(state, seat, start)


@overload(hope, strict=False, jit_options=AS_PART)
def compiled_hope(state: Any, seat: Any, start: Any) -> Any:
    hook = answer(GAMES[state], "hope", answer(GAMES[state], "worth", share_of_victory))
    return lambda state, seat, start: hook(state, seat, start)


@overload(reopen, strict=False, jit_options=AS_PART)
def compiled_reopen(state: Any, seat: Any) -> Any:
    hook = answer(GAMES[state], "reopen", nothing)
    return lambda state, seat: hook(state, seat)


@overload(recall, strict=False, jit_options=AS_PART)
def compiled_recall(state: Any, odds: Any, actions: Any) -> Any:
    hook = answer(GAMES[state], "recall", forgets)
    return lambda state, odds, actions: hook(state, odds, actions)


@overload(redraw, strict=False, jit_options=AS_PART)
def compiled_redraw(state: Any) -> Any:
    hook = answer(GAMES[state], "redraw", nothing_waits)
    return lambda state: hook(state)
