"""A tiny game: the highest card wins the trick."""

from ludoteca.core.game import Game

from . import bots, notation, rules

GAME = Game("tiny-game", "Tiny game", rules.STATE, rules, notation, bots)
