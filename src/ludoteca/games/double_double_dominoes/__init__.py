"""Double Double Dominoes by Seth Johnson and Jordan Weisman."""

from ludoteca.core.game import Game
from ludoteca.core.notation import Notation
from ludoteca.core.rules import Rules
from ludoteca.games.double_double_dominoes import (
    actions,
    alphabet,
    bots,
    notation,
    observation,
    reading,
    rules,
)
from ludoteca.games.double_double_dominoes.state import STATE

WRITTEN = Notation(alphabet, actions, notation, reading)
GAME = Game(
    "double-double-dominoes",
    "Double Double Dominoes",
    STATE,
    Rules(alphabet, rules),
    WRITTEN,
    bots,
    observation,
)
