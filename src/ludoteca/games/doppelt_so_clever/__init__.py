"""Doppelt so clever (Twice as Clever!) by Wolfgang Warsch."""

from ludoteca.core.game import Game
from ludoteca.core.notation import Notation
from ludoteca.core.rules import Rules
from ludoteca.games.doppelt_so_clever import actions, alphabet, bots, notation, observation, reading, rules
from ludoteca.games.doppelt_so_clever.state import STATE

WRITTEN = Notation(alphabet, actions, notation, reading)
GAME = Game(
    "doppelt-so-clever", "Doppelt so clever", STATE, Rules(alphabet, rules), WRITTEN, bots, observation,
    simultaneous=True,
)  # fmt: skip
