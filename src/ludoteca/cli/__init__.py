"""The command `ludoteca`: games and rules, many games of bots, and a game in the terminal."""

from ludoteca.cli.app import main

__all__ = ["main"]
