"""Whoever plays a seat: a bot of the house or a program from outside, both by name."""

from collections.abc import Callable
from typing import Any

from ludoteca.bots.choosing import choice_of, require_bot
from ludoteca.bots.outside import SIGN, Outside
from ludoteca.bots.sight import Sight
from ludoteca.core.game import Game

Json = dict[str, Any]
Player = Callable[[Sight, object], Json]  # what the seat sees, and a key, to an action


def player(game: Game, name: str) -> Player:
    """A bot by its name, or `program:COMMAND`; BadOptions if there is none."""
    if name.startswith(SIGN):
        return Outside(game, name.removeprefix(SIGN))
    require_bot(game, name)
    return lambda sight, key: choice_of(sight, name, key)


def dismiss(players: dict[str, Player]) -> None:
    """Let programs from outside end."""
    for one in players.values():
        if isinstance(one, Outside):
            one.close()
