"""Every bot by its name: levels, baselines, and the game's simple bots. All get a view, never the truth."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.bots.evaluate import NEVER, Candidate, Evaluator, key_for, stopped_after
from ludoteca.bots.levels import Level, level_of, searchers
from ludoteca.bots.observation import Observation, read, require_turn
from ludoteca.core.bot_random import rng_of
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.table import bot_choice

Json = dict[str, Any]

WORDS = Path(__file__).parent / "words"


def names(game: Game) -> tuple[str, ...]:
    """The names of all bots of a game: the levels from the weakest, baselines, then the simple bots."""
    return (*searchers(game), *game.bots.NAMES)


def words(language: str) -> dict[str, str]:
    """What the levels are called and how they play."""
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def require_bot(game: Game, name: str) -> None:
    if name not in names(game):
        raise BadOptions(
            "unknown_bot", f"{game.id} has no bot {brief(name)}; it has {', '.join(names(game))}"
        )


def choose(
    game: Game, view: Json, seat: int, name: str, key: object, milliseconds: float | None = None
) -> Json:
    """What the bot of this name does in a seat that sees `view`.

    The same key gives the same choice. `milliseconds` is a ceiling for live tables, under which a search
    ends early; where choices must repeat, leave it out.
    """
    require_bot(game, name)
    return choice_of(read(game, view, seat), name, key, milliseconds)


def choice_of(observation: Observation, name: str, key: object, milliseconds: float | None = None) -> Json:
    """The same, for who looks at a table."""
    require_turn(observation)
    if name in observation.game.bots.NAMES:
        return simple_choice(observation, name, key)
    level = level_of(observation.game, observation.view, name)
    if milliseconds is None:
        return searched_choice(observation, level, key)
    with stopped_after(milliseconds / 1000) as late:
        return searched_choice(observation, level, key, late)


def simple_choice(observation: Observation, name: str, key: object) -> Json:
    game, own_key = observation.game, key_for(key, observation)
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    number = game.bots.NAMES.index(name)
    chosen = bot_choice(observation.imagined(own_key), observation.seat, number, actions, rng_of(own_key))
    return game.notation.write_action(int(chosen))


def searched_choice(observation: Observation, level: Level, key: object, stop: Any = NEVER) -> Json:
    """What somebody of this level does."""
    game, evaluator = observation.game, Evaluator(observation, key)
    if len(evaluator.candidates) == 1:
        return game.notation.write_action(int(evaluator.candidates[0]))
    found = evaluator.weigh(level.plan(game, observation.view, len(evaluator.candidates)), stop)
    return overlooking(found, level.overlooks, random.Random(evaluator.key).random).action


def overlooking(found: list[Candidate], overlooks: float, luck: Callable[[], float]) -> Candidate:
    """The best candidate that is not overlooked; who overlooks all of them takes the best after all."""
    return next((one for one in found if luck() >= overlooks), found[0])
