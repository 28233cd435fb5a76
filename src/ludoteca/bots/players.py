"""Whoever plays a seat: a bot of the house or a program from outside, both by name."""

from collections.abc import Callable
from typing import Any

from ludoteca.bots.external_program import SIGN, ExternalProgram
from ludoteca.bots.observation import Observation
from ludoteca.bots.registry import choice_of, require_bot
from ludoteca.core.game import Game

Json = dict[str, Any]
Player = Callable[[Observation, object], Json]  # what the seat sees, and a key, to an action


def player(game: Game, name: str) -> Player:
    """A bot by its name, or `program:COMMAND`; BadOptions if there is none."""
    if name.startswith(SIGN):
        return ExternalProgram(game, name.removeprefix(SIGN))
    require_bot(game, name)
    return lambda observation, key: choice_of(observation, name, key)


def dismiss(players: dict[str, Player]) -> None:
    """Let programs from outside end."""
    for one in players.values():
        if isinstance(one, ExternalProgram):
            one.close()
