"""Pega em 6! (6 nimmt!) by Wolfgang Kramer."""

from ludoteca.core.game import Game
from ludoteca.core.notation import Notation
from ludoteca.core.rules import Rules
from ludoteca.games.pega_em_6 import actions, alphabet, bots, notation, observation, reading, rules
from ludoteca.games.pega_em_6.state import STATE

WRITTEN = Notation(alphabet, actions, notation, reading)
GAME = Game(
    "pega-em-6", "Pega em 6!", STATE, Rules(alphabet, rules), WRITTEN, bots, observation,
    better_score=-1, simultaneous=True,
)  # fmt: skip
