"""Double Double Dominoes by Seth Johnson and Jordan Weisman."""

from ludoteca.core.game import Game
from ludoteca.games.double_double_dominoes import bots, notation, rules
from ludoteca.games.double_double_dominoes.state import STATE

GAME = Game("double-double-dominoes", "Double Double Dominoes", STATE, rules, notation, bots)
