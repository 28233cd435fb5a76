"""What a seat sees, with a table that fits it: never the truth, as all that is hidden is drawn at random."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import IllegalAction
from ludoteca.core.events import Event
from ludoteca.core.game import Game
from ludoteca.core.table import States, Table, redrawn

Json = dict[str, Any]


@dataclass(frozen=True)
class News:
    """What happened since a seat last decided, as it may know it."""

    deal: int | None = None  # its number in a match
    begins: bool = True  # is this the seat's first decision of a game?
    events: tuple[Event, ...] = ()


NO_NEWS = News()


@dataclass(frozen=True)
class Observation:
    """What a seat sees: its view, and a table with everything hidden drawn at random."""

    game: Game
    view: Json
    seat: int
    states: States
    news: News = NO_NEWS  # for programs from outside; our own bots have a record that remembers

    def imagined(self, key: bytes) -> States:
        """A table drawn from all that fit what the seat sees; the same one for the same key."""
        return redrawn(self.states, self.seat, key)

    def search_key(self, key: object) -> bytes:
        """The seed of a search: made of the caller's key, the seat and what it sees.

        Optional keys of a view do not count: with and without them, a search has the same luck.
        """
        optional = self.game.notation.OPTIONAL_KEYS
        view = {name: value for name, value in self.view.items() if name not in optional}
        written = json.dumps([str(key), self.seat, view], sort_keys=True)
        return hashlib.sha256(written.encode()).digest()


def observe(table: Table, seat: int) -> Observation:
    """What a seat at a table sees, with the history that all have seen; quick, as no view is parsed."""
    return Observation(table.game, table.view(seat), seat, redrawn(table.states, seat, 0))


def observe_view(game: Game, view: Json, seat: int) -> Observation:
    """What a seat sees of which nothing but the view is known."""
    return Observation(game, view, seat, game.imagine(view, seat, 0).states)


def require_turn(observation: Observation) -> None:
    if observation.seat not in observation.view["to_act"]:
        raise IllegalAction("nothing_to_decide", f"seat {observation.seat} has nothing to decide now")
