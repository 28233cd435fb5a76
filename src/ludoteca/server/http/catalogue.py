"""The games of the room, their words and rules. A new game folder appears here by itself."""

import structlog

from ludoteca import bots
from ludoteca.core.game import Game, game, games
from ludoteca.core.words import LANGUAGES, catalogue, rules_file
from ludoteca.server.errors import Refused
from ludoteca.server.schemas import GameInfo, OptionSet, RulesText, Words
from ludoteca.server.store.models import Json

log = structlog.get_logger()


def load_games() -> dict[str, Game]:
    """All games that can be loaded; a broken one is left out, and the others stay playable."""
    found = {}
    for name in games():
        try:
            found[name] = game(name)
        except Exception as wrong:
            log.warning("game left out", game=name, why=repr(wrong))
    return found


def describe(one: Game) -> GameInfo:
    """A game in the list of games."""
    options = [describe_options(one, options) for options in one.notation.OPTIONS]
    return GameInfo(one.id, one.name, options, list(bots.names(one)), bots.MIDDLE, list(LANGUAGES))


def describe_options(one: Game, options: Json) -> OptionSet:
    seats = one.notation.seat_range(options)
    return OptionSet(options, [seats[0], seats[-1]], one.options(seats[0], options))


def words(one: Game, language: str) -> Words:
    """What the levels and the game say; in English where the language has no word for it."""
    require_language(language)
    return bots.words(language) | catalogue(one.folder / "words", language)


def rules_text(one: Game, language: str) -> RulesText:
    require_language(language)
    return RulesText(language, rules_file(one.folder, language).read_text(encoding="utf-8"))


def require_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Refused("no_such_language")
