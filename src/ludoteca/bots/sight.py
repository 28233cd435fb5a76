"""What a seat sees, with a table that fits it: never the truth, for what is hidden was drawn at random."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import IllegalAction
from ludoteca.core.game import Game
from ludoteca.core.table import States, Table, redrawn

Json = dict[str, Any]


@dataclass(frozen=True)
class Sight:
    game: Game
    view: Json
    seat: int
    states: States

    def imagined(self, key: bytes) -> States:
        """A table drawn from all that fit what the seat sees; the same one for the same key."""
        return redrawn(self.states, self.seat, key)


def read(game: Game, view: Json, seat: int) -> Sight:
    """The sight of a seat of which nothing but the view is known."""
    return Sight(game, view, seat, game.imagine(view, seat, 0).states)


def look(table: Table, seat: int) -> Sight:
    """The sight of a seat at a table: as good as reading its view, and quick."""
    return Sight(table.game, table.view(seat), seat, redrawn(table.states, seat, 0))


def require_turn(sight: Sight) -> None:
    if sight.seat not in sight.view["to_act"]:
        raise IllegalAction("nothing_to_decide", f"seat {sight.seat} has nothing to decide now")
