"""The compiled hooks of a game, as the search calls them; `core/bot_hooks.py` says what each means.

Like the verbs, each finds the game by the type of its record, so that machine code can be kept.
"""

from typing import Any

from numba.extending import overload

from ludoteca.core.bot_hooks import Hooks
from ludoteca.core.compiled import AS_PART
from ludoteca.core.record import State
from ludoteca.core.verbs import GAMES


def hooks_of(record: Any) -> Hooks:
    return GAMES[record].bots.HOOKS


def playout_done(state: State, start: State) -> bool:
    return bool(hooks_of(state.dtype).playout_done(state, start))


def worth(state: State, seat: int, start: State) -> float:
    return float(hooks_of(state.dtype).worth(state, seat, start))


def victory_worth(state: State, seat: int, start: State) -> float:
    return float(hooks_of(state.dtype).worth_for_victory()(state, seat, start))


def winning_chance(state: State, seat: int, start: State) -> float:
    return float(hooks_of(state.dtype).winning_chance(state, seat, start))


def outlook(state: State, seat: int) -> tuple[float, float, float]:
    worth, victory, score = hooks_of(state.dtype).outlook(state, seat)
    return float(worth), float(victory), float(score)


def outlook_ready(state: State, start: State) -> bool:
    return bool(hooks_of(state.dtype).outlook_ready(state, start))


def undo_secret_choices(state: State, seat: int) -> None:
    hooks_of(state.dtype).undo_secret_choices(state, seat)


def type_odds(state: State, odds: Any, actions: Any) -> bool:
    return bool(hooks_of(state.dtype).type_odds(state, odds, actions))


def reshuffle(state: State) -> None:
    hooks_of(state.dtype).reshuffle(state)


@overload(playout_done, strict=False, jit_options=AS_PART)
def compiled_playout_done(state: Any, start: Any) -> Any:
    hook = hooks_of(state).playout_done
    return lambda state, start: hook(state, start)


@overload(worth, strict=False, jit_options=AS_PART)
def compiled_worth(state: Any, seat: Any, start: Any) -> Any:
    hook = hooks_of(state).worth
    return lambda state, seat, start: hook(state, seat, start)


@overload(victory_worth, strict=False, jit_options=AS_PART)
def compiled_victory_worth(state: Any, seat: Any, start: Any) -> Any:
    hook = hooks_of(state).worth_for_victory()
    return lambda state, seat, start: hook(state, seat, start)


@overload(winning_chance, strict=False, jit_options=AS_PART)
def compiled_winning_chance(state: Any, seat: Any, start: Any) -> Any:
    hook = hooks_of(state).winning_chance
    return lambda state, seat, start: hook(state, seat, start)


@overload(outlook, strict=False, jit_options=AS_PART)
def compiled_outlook(state: Any, seat: Any) -> Any:
    hook = hooks_of(state).outlook
    return lambda state, seat: hook(state, seat)


@overload(outlook_ready, strict=False, jit_options=AS_PART)
def compiled_outlook_ready(state: Any, start: Any) -> Any:
    hook = hooks_of(state).outlook_ready
    return lambda state, start: hook(state, start)


@overload(undo_secret_choices, strict=False, jit_options=AS_PART)
def compiled_undo_secret_choices(state: Any, seat: Any) -> Any:
    hook = hooks_of(state).undo_secret_choices
    return lambda state, seat: hook(state, seat)


@overload(type_odds, strict=False, jit_options=AS_PART)
def compiled_type_odds(state: Any, odds: Any, actions: Any) -> Any:
    hook = hooks_of(state).type_odds
    return lambda state, odds, actions: hook(state, odds, actions)


@overload(reshuffle, strict=False, jit_options=AS_PART)
def compiled_reshuffle(state: Any) -> Any:
    hook = hooks_of(state).reshuffle
    return lambda state: hook(state)
