"""Pega em 6! (6 nimmt!) by Wolfgang Kramer."""

from ludoteca.core.game import Game
from ludoteca.games.pega_em_6 import bots, notation, rules
from ludoteca.games.pega_em_6.state import STATE

GAME = Game("pega-em-6", "Pega em 6!", STATE, rules, notation, bots)
