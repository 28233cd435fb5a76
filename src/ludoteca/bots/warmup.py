"""Compile a game before it is needed, so that nobody waits for the compiler between two moves."""

from typing import Any

from ludoteca.bots.evaluator import evaluate
from ludoteca.bots.observation import observe
from ludoteca.bots.registry import choice_of
from ludoteca.bots.search import Plan
from ludoteca.core.game import Game

Json = dict[str, Any]


def warm_up(game: Game, seats: int, options: Json) -> None:
    """Do once what people and bots do at a table, even if the first seat has no choice."""
    table = game.start(seats, options, seed=0)
    seat = table.to_act[0]
    evaluate(game, table.view(seat), seat, Plan(playouts=1, infer_types=True))
    table.play(seat, choice_of(observe(table, seat), game.bots.NAMES[0], 0))
    assert len(table.scores) == seats
