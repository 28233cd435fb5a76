"""Machine code before it is needed: between two moves nobody waits for the compiler."""

from typing import Any

from ludoteca.bots.evaluate import Plan, weigh
from ludoteca.bots.observation import look
from ludoteca.bots.registry import choice_of
from ludoteca.core.game import Game

Json = dict[str, Any]


def warm_up(game: Game, seats: int, options: Json) -> None:
    """Do once what people and bots do at a table, even where the first seat has no choice."""
    table = game.start(seats, options, seed=0)
    seat = table.to_act[0]
    weigh(game, table.view(seat), seat, Plan(playouts=1, remembers=True))
    table.play(seat, choice_of(look(table, seat), game.bots.NAMES[0], 0))
    assert len(table.scores) == seats
