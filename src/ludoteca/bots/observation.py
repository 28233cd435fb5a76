"""What a seat sees, with a table that fits it: never the truth, for what is hidden was drawn at random."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import IllegalAction
from ludoteca.core.game import Game
from ludoteca.core.table import States, Table, redrawn

Json = dict[str, Any]


@dataclass(frozen=True)
class Observation:
    game: Game
    view: Json
    seat: int
    states: States

    def imagined(self, key: bytes) -> States:
        """A table drawn from all that fit what the seat sees; the same one for the same key."""
        return redrawn(self.states, self.seat, key)


def read(game: Game, view: Json, seat: int) -> Observation:
    """The observation of a seat of which nothing but the view is known."""
    return Observation(game, view, seat, game.imagine(view, seat, 0).states)


def look(table: Table, seat: int) -> Observation:
    """The observation of a seat at a table: as good as reading its view, and quick."""
    return Observation(table.game, table.view(seat), seat, redrawn(table.states, seat, 0))


def require_turn(observation: Observation) -> None:
    if observation.seat not in observation.view["to_act"]:
        raise IllegalAction("nothing_to_decide", f"seat {observation.seat} has nothing to decide now")
