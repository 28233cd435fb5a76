"""What a game offers in its `self_play.py` so that a value net can learn it."""

from importlib import import_module
from typing import Any, Protocol

import numpy.typing as npt

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.value_net import Net, Notes, Thought


class SelfPlay(Protocol):
    """A game that a net can learn, playing on all seats. The two verbs are compiled."""

    @property
    def FEATURES(self) -> int: ...  # noqa: N802  signs and amounts together
    @property
    def AMOUNTS(self) -> int: ...  # noqa: N802  a multiple of three
    @property
    def MOST_SIGNS(self) -> int: ...  # noqa: N802  never are more there at once
    @property
    def MOST_DECISIONS(self) -> int: ...  # noqa: N802  notes that one game can make
    @property
    def ANSWERS(self) -> int: ...  # noqa: N802  the first is the value, the others only help to learn it
    @property
    def MEASURED(self) -> tuple[str, ...]: ...  # noqa: N802  names of what is measured; the last is the score
    @property
    def TOP_SCORE(self) -> int: ...  # noqa: N802  from here on a game counts as excellent

    def aim_at(self, share: float) -> Any:
        """What to maximise when this share of the warm-up is over."""

    def play_and_note(
        self, tables: Any, seats: tuple[int, int], first: int, games: int, net: Net, thought: Thought,
        actions: Any, aim: Any, trace: float, notes: Notes,
    ) -> int:  # fmt: skip
        """Play games from the streams `first` on, and note what can be learned. How many notes?

        Tables of all sizes from the first to the second of `seats` take turns.
        """

    def play_to_measure(
        self, tables: Any, seats: tuple[int, int], first: int, net: Net, thought: Thought, actions: Any,
        aim: Any, measured: npt.NDArray[Any],
    ) -> None:  # fmt: skip
        """Play a game for each row of `measured`, and fill it for one of its seats."""


def self_play_of(game: Game) -> SelfPlay:
    if not (game.folder / "self_play.py").exists():
        raise BadOptions("not_trainable", f"no net has been taught to learn {brief(game.id)} yet")
    found: Any = import_module(f"ludoteca.games.{game.folder.name}.self_play")
    return found
