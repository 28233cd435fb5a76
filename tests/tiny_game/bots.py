"""Simple bots of the tiny game."""

from typing import Any

from ludoteca.core import bot_random
from ludoteca.core.bot_hooks import Hooks
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State

NAMES = ("random", "highest")


@compiled
def choose(state: State, seat: int, bot: int, actions: Any, count: int, rng: bot_random.BotRandom) -> int:
    """Any card, or the highest."""
    if bot == 0:
        return actions[bot_random.below(rng, count)]
    return actions[count - 1]


HOOKS = Hooks()
