"""Every bot by its name: levels, baselines, and the game's simple bots. All get a view, never the truth."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.bots.levels import Level, level_of, searchers
from ludoteca.bots.mind import NEVER, Mind, Weighed, key_for, stopped_after
from ludoteca.bots.sight import Sight, read, require_turn
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.table import bot_choice
from ludoteca.core.whim import whim_of

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


def choice_of(sight: Sight, name: str, key: object, milliseconds: float | None = None) -> Json:
    """The same, for who looks at a table."""
    require_turn(sight)
    if name in sight.game.bots.NAMES:
        return simple_choice(sight, name, key)
    level = level_of(sight.game, sight.view, name)
    if milliseconds is None:
        return searched_choice(sight, level, key)
    with stopped_after(milliseconds / 1000) as late:
        return searched_choice(sight, level, key, late)


def simple_choice(sight: Sight, name: str, key: object) -> Json:
    game, own_key = sight.game, key_for(key, sight.view, sight.seat)
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    number = game.bots.NAMES.index(name)
    chosen = bot_choice(sight.imagined(own_key), sight.seat, number, actions, whim_of(own_key))
    return game.notation.write_action(int(chosen))


def searched_choice(sight: Sight, level: Level, key: object, stop: Any = NEVER) -> Json:
    """What somebody of this level does."""
    game, mind = sight.game, Mind(sight, key)
    if len(mind.candidates) == 1:
        return game.notation.write_action(int(mind.candidates[0]))
    found = mind.weigh(level.plan(game, sight.view, len(mind.candidates)), stop)
    return overlooking(found, level.overlooks, random.Random(mind.key).random).action


def overlooking(found: list[Weighed], overlooks: float, luck: Callable[[], float]) -> Weighed:
    """The best candidate that is not overlooked; who overlooks all of them takes the best after all."""
    return next((one for one in found if luck() >= overlooks), found[0])
