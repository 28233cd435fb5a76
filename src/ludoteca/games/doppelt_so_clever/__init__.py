"""Doppelt so clever (Twice as Clever!) by Wolfgang Warsch."""

from ludoteca.core.game import Game
from ludoteca.games.doppelt_so_clever import bots, notation, rules
from ludoteca.games.doppelt_so_clever.state import STATE

GAME = Game("doppelt-so-clever", "Doppelt so clever", STATE, rules, notation, bots)
