"""Ludoteca: a game room and game laboratory for tabletop games."""

from ludoteca.core.batch import Batch, simulate
from ludoteca.core.errors import BadOptions, BadPosition, IllegalAction
from ludoteca.core.game import Game, game, games
from ludoteca.core.table import Table

__version__ = "0.2.0"
__all__ = [
    "BadOptions",
    "BadPosition",
    "Batch",
    "Game",
    "IllegalAction",
    "Table",
    "game",
    "games",
    "simulate",
]
