"""A pool of ratings is a game in one variant. Bots that were measured there are its fixed points."""

from functools import cache
from typing import NamedTuple

import msgspec

from ludoteca.core.game import Game
from ludoteca.core.options import Choice
from ludoteca.server.ratings.skill import Skill, anchor
from ludoteca.server.store.models import Json

BOT = "bot:"
ANCHORS = "bot_ratings.json"  # in the folder of a game


class Pool(NamedTuple):
    game: str
    variant: str


def pool_of(game: Game, options: Json) -> Pool:
    """Choices between rules make another pool; numbers, such as how long a game lasts, do not."""
    chosen = {name: options[name] for name, one in game.notation.each_option.items() if is_choice(one)}
    return Pool(game.id, msgspec.json.encode(chosen, order="sorted").decode())


def options_of(pool: Pool) -> Json:
    """What makes the variant of a pool."""
    return msgspec.json.decode(pool.variant, type=Json)


def is_choice(option: object) -> bool:
    return isinstance(option, Choice)


class MeasuredBots(msgspec.Struct, forbid_unknown_fields=True):
    """Bots of one variant, from matches between neighbouring levels."""

    options: Json  # those that make the variant
    measured: str  # how
    ratings: dict[str, int]


def anchors_of(game: Game, pool: Pool) -> dict[str, Skill]:
    """The bots whose strength in this pool was measured; others are rated as people are."""
    return anchors(game).get(pool, {})


@cache
def anchors(game: Game) -> dict[Pool, dict[str, Skill]]:
    file = game.folder / ANCHORS
    if not file.is_file():
        return {}
    measured = msgspec.json.decode(file.read_bytes(), type=list[MeasuredBots])
    return {
        pool_of(game, one.options): {BOT + bot: anchor(rating) for bot, rating in one.ratings.items()}
        for one in measured
    }
