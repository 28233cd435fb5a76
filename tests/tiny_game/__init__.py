"""A tiny game: the highest card wins the trick."""

from ludoteca.core.game import Game
from ludoteca.core.notation import Notation
from ludoteca.core.rules import Rules

from . import alphabet, bots, notation, observation, reading, rules

WRITTEN = Notation(alphabet, notation.ACTIONS, notation, reading)
GAME = Game(
    "tiny-game", "Tiny game", rules.STATE, Rules(alphabet, rules), WRITTEN, bots, observation,
    simultaneous=True,
)  # fmt: skip
