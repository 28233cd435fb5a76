"""What a seat sees, with a table that fits it: never the truth, for what is hidden was drawn at random."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from ludoteca.core import chance
from ludoteca.core.game import Game
from ludoteca.core.table import Table, imagine_anew

Json = dict[str, Any]
States = npt.NDArray[Any]


@dataclass(frozen=True)
class Sight:
    game: Game
    view: Json
    seat: int
    states: States

    def imagined(self, key: bytes) -> States:
        """A table drawn from all that fit what the seat sees; the same one for the same key."""
        states = self.states.copy()
        chance.rekey(states[0], key)
        imagine_anew(states, self.seat)
        return states


def read(game: Game, view: Json, seat: int) -> Sight:
    """The sight of a seat of which nothing but the view is known."""
    return Sight(game, view, seat, game.imagine(view, seat, 0).states)


def look(table: Table, seat: int) -> Sight:
    """The sight of a seat at a table: as good as reading its view, and a hundred times as quick."""
    truth = Sight(table.game, table.view(seat), seat, table.states)
    return Sight(table.game, truth.view, seat, truth.imagined(bytes(32)))
