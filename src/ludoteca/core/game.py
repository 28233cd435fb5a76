"""A game as everybody else sees it: its id, its record, its verbs, and the ways to come to a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance, verbs
from ludoteca.core.bot_hooks import Hooks, require_hooks
from ludoteca.core.errors import BadOptions, BadPosition, LudotecaError, brief
from ludoteca.core.notation import Notation, read_common, write_common
from ludoteca.core.observation import ONLY_COMMON, Observing
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rules import Actions, Rules
from ludoteca.core.table import Table, imagine_anew, set_up_table

Json = dict[str, Any]


class Bots(Protocol):
    """A game's simple bots, quick rules of thumb, compiled, and what it tells the search about itself."""

    @property
    def NAMES(self) -> tuple[str, ...]: ...  # noqa: N802
    @property
    def HOOKS(self) -> Hooks: ...  # noqa: N802

    def choose(self, state: State, seat: int, bot: int, actions: Actions, count: int, rng: Any) -> int: ...


@dataclass(frozen=True)
class Game:
    """One game: its record, its rules, its notation, its simple bots and what programs that learn observe."""

    id: str
    name: str
    record: np.dtype[Any]
    rules: Rules
    notation: Notation
    bots: Bots
    observation: Observing = ONLY_COMMON
    better_score: int = 1  # -1 where fewest points win
    simultaneous: bool = False  # are there choices that several seats make at once?

    @property
    def folder(self) -> Path:
        return Path(str(resources.files(f"ludoteca.games.{self.id.replace('-', '_')}")))

    def options(self, seats: Any, options: Json | None = None) -> Json:
        """All options with the defaults filled in; BadOptions if there is no such game."""
        given = {} if options is None else options
        if not isinstance(given, dict):
            raise BadOptions("bad_options", "options are names with values")
        if type(seats) is not int:
            raise BadOptions("bad_seats", "seats is a whole number")
        return self.notation.read_options(seats, given)

    def blank(self, seats: int, options: Json | None, tables: int = 1) -> npt.NDArray[Any]:
        """Records with seats and options written and nothing dealt."""
        states: npt.NDArray[Any] = np.zeros(tables, dtype=self.record)
        complete = self.options(seats, options)
        states[0].seats = seats
        self.notation.write_options(states[0], complete)
        states[1:] = states[0]
        return states

    def start(self, seats: int, options: Json | None = None, seed: chance.Seed = None) -> Table:
        """A new table, dealt from `seed`."""
        states = self.blank(seats, options)
        chance.rekey(states[0], seed)
        set_up_table(states)
        return Table(self, states)

    def load(self, position: Json, seed: chance.Seed = None) -> Table:
        """The table of a written position; what is dealt or rolled next comes from `seed`."""
        states = self._blank_for(position)
        with bad_position():
            read_common(self.notation.Phase, states[0], position)
            self.notation.read_position(states[0], position)
        chance.rekey(states[0], seed)
        table = Table(self, states)
        require_same(table.position(), position, self.notation.OPTIONAL_KEYS)
        return table

    def imagine(self, view: Json, seat: int | None, seed: chance.Seed = None) -> Table:
        """A table drawn at random from all that fit what `seat` (None: a spectator) sees."""
        self._blank_for(view)
        if seat is not None and (type(seat) is not int or not 0 <= seat < view["seats"]):
            raise BadPosition("bad_seat", f"there is no seat {brief(seat)}")
        viewer = NOBODY if seat is None else seat
        with bad_position():
            position = self.notation.fill_view(view, viewer)
        table = self.load(position, seed)
        imagine_anew(table.states, viewer)
        require_same(table.view(seat), view, self.notation.OPTIONAL_KEYS)
        return table

    def write_position(self, state: State) -> Json:
        """The whole truth."""
        return {**write_common(self, state), **self.notation.write_position(state)}

    def write_view(self, state: State, seat: int) -> Json:
        """What a seat, or a spectator (NOBODY), may know."""
        return {**write_common(self, state), **self.notation.write_view(state, seat)}

    def _blank_for(self, position: Json) -> npt.NDArray[Any]:
        if type(position) is not dict or position.get("game") != self.id:
            raise BadPosition("wrong_game", f"this is not a position of {self.id}")
        try:
            return self.blank(position.get("seats"), position.get("options", {}))  # type: ignore[arg-type]
        except BadOptions as wrong:
            raise BadPosition(wrong.code, str(wrong)) from None


@contextmanager
def bad_position() -> Iterator[None]:
    """Whatever goes wrong while a position is read, the position is to blame."""
    try:
        yield
    except LudotecaError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as wrong:
        raise BadPosition("malformed", f"the position cannot be read: {brief(wrong)}") from None


def require_same(written: Json, given: Json, optional: tuple[str, ...] = ()) -> None:
    """A position that is written back differently is not consistent; optional keys may be left out."""
    for key in given.keys() | (written.keys() - {*optional}):
        if key not in given:
            raise BadPosition("missing_key", f"{key} is missing")
        if key not in written and key in optional:
            raise BadPosition("bad_value", f"{key} does not fit: leave it out if nothing is known")
        if key not in written:
            raise BadPosition("unknown_key", f"{brief(key)} is not a key of this game")
        if not same(written[key], given[key]):
            raise BadPosition("bad_value", f"{key} does not fit: {brief(given[key])}")


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types throughout: to JSON, 1 and true are two things."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@cache
def folders() -> tuple[str, ...]:
    """The folders below `games/`, a game each: nothing else needs to know of a new one."""
    below = sorted(Path(str(resources.files("ludoteca.games"))).iterdir())
    return tuple(entry.name for entry in below if (entry / "__init__.py").exists())


def games() -> list[str]:
    """The ids of all games there are."""
    return [folder.replace("_", "-") for folder in folders()]


def game(id: str) -> Game:
    """A game by its id."""
    if id not in games():
        raise BadOptions("unknown_game", f"there is no game {brief(id)}; there are {', '.join(games())}")
    return plugged(id)


@cache
def plugged(id: str) -> Game:
    """A game whose verbs are found by its record, which takes its time: once is enough."""
    found: Game = import_module(f"ludoteca.games.{id.replace('-', '_')}").GAME
    verbs.plug(found)
    require_hooks(found)
    return found
