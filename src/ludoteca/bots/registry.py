"""Every bot by its name: levels, baselines, the game's simple bots, and programs from outside.

All of them are handed what a seat sees, never the truth.
"""

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.bots.deadline import NEVER, Flag, stopped_after
from ludoteca.bots.evaluator import Candidate, Evaluator
from ludoteca.bots.external_program import PREFIX, ExternalProgram
from ludoteca.bots.levels import level_of, plan_for, search_bots
from ludoteca.bots.observation import Observation, observe_view, require_turn
from ludoteca.core.bot_hooks import Level
from ludoteca.core.bot_random import rng_of
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.table import bot_choice
from ludoteca.core.words import catalogue

Json = dict[str, Any]
Player = Callable[[Observation, object], Json]  # from what a seat sees, and a key, to an action

WORDS = Path(__file__).parent / "words"


def names(game: Game) -> tuple[str, ...]:
    """The names of all bots of a game: the levels from the weakest, baselines, then the simple bots."""
    return (*search_bots(game), *game.bots.NAMES)


def words(language: str) -> dict[str, str]:
    """What the levels are called and how they play."""
    return catalogue(WORDS, language)


def require_bot(game: Game, name: str) -> None:
    if name not in names(game):
        raise BadOptions(
            "unknown_bot", f"{game.id} has no bot {brief(name)}; it has {', '.join(names(game))}"
        )


def player(game: Game, name: str, called: str | None = None) -> Player:
    """A bot by its name, or `program:COMMAND`, which messages call `called`; BadOptions if there is none."""
    if name.startswith(PREFIX):
        return ExternalProgram(game, name.removeprefix(PREFIX), called)
    require_bot(game, name)
    return lambda observation, key: choice_of(observation, name, key)


def is_program(one: Player) -> bool:
    """Is this player a program from outside?"""
    return isinstance(one, ExternalProgram)


def close_players(players: Iterable[Player]) -> None:
    """Let programs from outside end."""
    for one in players:
        if isinstance(one, ExternalProgram):
            one.close()


# What they choose


def choose(
    game: Game, view: Json, seat: int, name: str, key: object, milliseconds: float | None = None
) -> Json:
    """What the bot of this name does in a seat that sees `view`.

    The same key gives the same choice. `milliseconds` is a limit for live tables, at which a search ends
    early; leave it out where choices must repeat.
    """
    require_bot(game, name)
    return choice_of(observe_view(game, view, seat), name, key, milliseconds)


def choice_of(observation: Observation, name: str, key: object, milliseconds: float | None = None) -> Json:
    """The same from an observation."""
    require_turn(observation)
    if name in observation.game.bots.NAMES:
        return simple_choice(observation, name, key)
    level = level_of(observation.game, observation.view, name)
    if milliseconds is None:
        return searched_choice(observation, level, key)
    with stopped_after(milliseconds / 1000) as late:
        return searched_choice(observation, level, key, late)


def simple_choice(observation: Observation, name: str, key: object) -> Json:
    game, own_key = observation.game, observation.search_key(key)
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    number = game.bots.NAMES.index(name)
    chosen = bot_choice(observation.imagined(own_key), observation.seat, number, actions, rng_of(own_key))
    return game.notation.write_action(int(chosen))


def searched_choice(observation: Observation, level: Level, key: object, stop: Flag = NEVER) -> Json:
    """What a player of this level does."""
    game, evaluator = observation.game, Evaluator(observation, key)
    if len(evaluator.candidates) == 1:
        return game.notation.write_action(int(evaluator.candidates[0]))
    plan = plan_for(level, game, observation.view, len(evaluator.candidates))
    found = evaluator.evaluate(plan, stop)
    return first_noticed(found, level.miss_rate, random.Random(evaluator.key).random).action


def first_noticed(found: list[Candidate], miss_rate: float, luck: Callable[[], float]) -> Candidate:
    """The best candidate that the bot does not miss; if it misses all of them, the best after all."""
    return next((one for one in found if luck() >= miss_rate), found[0])
