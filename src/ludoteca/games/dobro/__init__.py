"""Dobro by Fel Barros, Lucas Castanho and Pedro Vinicius."""

from ludoteca.core.game import Game
from ludoteca.core.notation import Notation
from ludoteca.core.rules import Rules
from ludoteca.games.dobro import actions, alphabet, bots, notation, observation, reading, rules
from ludoteca.games.dobro.state import STATE

WRITTEN = Notation(alphabet, actions, notation, reading)
GAME = Game("dobro", "Dobro", STATE, Rules(alphabet, rules), WRITTEN, bots, observation)
