"""The verbs of every game, for code that serves all games: playouts, tables, searches.

Each verb finds the game by the type of its record. Numba then compiles one version a game and keeps it;
functions handed over as arguments would be compiled anew in every process.
"""

from typing import TYPE_CHECKING, Any

import numba
from numba.extending import overload

from ludoteca.core.bot_random import below
from ludoteca.core.compiled import AS_PART
from ludoteca.core.record import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game

GAMES: dict[Any, "Game"] = {}


def plug(game: "Game") -> None:
    """Let the verbs find this game by its record, which no other game may share."""
    other = GAMES.setdefault(game.record, game)
    if other.id != game.id:
        raise TypeError(f"the records of {game.id} and {other.id} are alike: give one a field of its own")
    GAMES[numba.from_dtype(game.record)] = game


def set_up(state: State) -> None:
    """Make everything ready for the first decision; seats, options and chance are already in the record."""
    GAMES[state.dtype].rules.set_up(state)


def legal(state: State, seat: int, actions: Any) -> int:
    """Write the actions a seat may take now into `actions` and return how many there are."""
    return GAMES[state.dtype].rules.legal(state, seat, actions)


def refusal(state: State, seat: int, action: int) -> int:
    """Why a seat may not take an action now: a line of the game's REFUSALS, 0 if it may."""
    return GAMES[state.dtype].rules.refusal(state, seat, action)


def apply(state: State, seat: int, action: int) -> None:
    """Carry out a legal action of a seat, and all that follows until the next decision."""
    GAMES[state.dtype].rules.apply(state, seat, action)


def score(state: State, seat: int) -> int:
    """The running total of a seat, as people at the table would read it."""
    return GAMES[state.dtype].rules.score(state, seat)


def won(state: State, seat: int) -> bool:
    """Has this seat won, alone or with others? False until the game is over."""
    return GAMES[state.dtype].rules.won(state, seat)


def imagine(state: State, seat: int) -> None:
    """Redraw, from the record's chance, everything `seat` (or NOBODY) cannot know."""
    GAMES[state.dtype].rules.imagine(state, seat)


def choose(state: State, seat: int, bot: int, actions: Any, count: int, rng: Any) -> int:
    """The action that one of the game's simple bots takes, of `count` legal ones."""
    return GAMES[state.dtype].bots.choose(state, seat, bot, actions, count, rng)


def decide(state: State, seat: int, bot: int, actions: Any, rng: Any) -> int:
    """The same without a list of legal actions, for which `actions` has room."""
    return decision_of(GAMES[state.dtype])(state, seat, bot, actions, rng)


def over(state: State) -> bool:
    """Is the game over? Then nobody may act."""
    return state.to_act == 0


@overload(set_up, strict=False, jit_options=AS_PART)
def compiled_set_up(state: Any) -> Any:
    verb = GAMES[state].rules.set_up
    return lambda state: verb(state)


@overload(legal, strict=False, jit_options=AS_PART)
def compiled_legal(state: Any, seat: Any, actions: Any) -> Any:
    verb = GAMES[state].rules.legal
    return lambda state, seat, actions: verb(state, seat, actions)


@overload(refusal, strict=False, jit_options=AS_PART)
def compiled_refusal(state: Any, seat: Any, action: Any) -> Any:
    verb = GAMES[state].rules.refusal
    return lambda state, seat, action: verb(state, seat, action)


@overload(apply, strict=False, jit_options=AS_PART)
def compiled_apply(state: Any, seat: Any, action: Any) -> Any:
    verb = GAMES[state].rules.apply
    return lambda state, seat, action: verb(state, seat, action)


@overload(score, strict=False, jit_options=AS_PART)
def compiled_score(state: Any, seat: Any) -> Any:
    verb = GAMES[state].rules.score
    return lambda state, seat: verb(state, seat)


@overload(won, strict=False, jit_options=AS_PART)
def compiled_won(state: Any, seat: Any) -> Any:
    verb = GAMES[state].rules.won
    return lambda state, seat: verb(state, seat)


@overload(imagine, strict=False, jit_options=AS_PART)
def compiled_imagine(state: Any, seat: Any) -> Any:
    verb = GAMES[state].rules.imagine
    return lambda state, seat: verb(state, seat)


@overload(choose, strict=False, jit_options=AS_PART)
def compiled_choose(state: Any, seat: Any, bot: Any, actions: Any, count: Any, rng: Any) -> Any:
    verb = GAMES[state].bots.choose
    return lambda state, seat, bot, actions, count, rng: verb(state, seat, bot, actions, count, rng)


@overload(decide, strict=False, jit_options=AS_PART)
def compiled_decide(state: Any, seat: Any, bot: Any, actions: Any, rng: Any) -> Any:
    return decision_of(GAMES[state])


def decision_of(game: "Game") -> Any:
    """List, then choose; a game that can draw a legal action without a list does so for its random bot."""
    legal, choose, draw = game.rules.legal, game.bots.choose, game.bots.HOOKS.draw

    def listed(state: State, seat: int, bot: int, actions: Any, rng: Any) -> int:
        count = legal(state, seat, actions)
        if bot == random:  # at once: all the other bots beside it would keep random play from being inlined
            return actions[below(rng, count)]
        return choose(state, seat, bot, actions, count, rng)

    def drawn(state: State, seat: int, bot: int, actions: Any, rng: Any) -> int:
        if bot == random:
            return draw(state, seat, rng)
        return choose(state, seat, bot, actions, legal(state, seat, actions), rng)

    random = game.bots.NAMES.index("random")
    return drawn if game.bots.HOOKS.draws_unlisted() else listed


@overload(over, strict=False, jit_options=AS_PART)
def compiled_over(state: Any) -> Any:
    return lambda state: state.to_act == 0
