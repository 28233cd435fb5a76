"""Dobro by Fel Barros, Lucas Castanho and Pedro Vinicius."""

from ludoteca.core.game import Game
from ludoteca.games.dobro import bots, notation, rules
from ludoteca.games.dobro.state import STATE

GAME = Game("dobro", "Dobro", STATE, rules, notation, bots)
