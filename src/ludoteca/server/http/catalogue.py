"""The games of the room, their words and rules. A new game folder appears here by itself."""

import json
from typing import Any

import structlog

from ludoteca import bots
from ludoteca.core.game import Game, game, games
from ludoteca.core.words import LANGUAGES
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
    languages = [language for language in LANGUAGES if words_file(one, language).exists()]
    return GameInfo(one.id, one.name, options, list(bots.names(one)), bots.MIDDLE, languages)


def describe_options(one: Game, options: Json) -> OptionSet:
    seats = one.notation.seat_range(options)
    return OptionSet(options, [seats[0], seats[-1]], one.options(seats[0], options))


def words_file(one: Game, language: str) -> Any:
    return one.folder / "words" / f"{language}.json"


def words(one: Game, language: str) -> Words:
    file = words_file(one, language)
    if language not in LANGUAGES or not file.exists():
        raise Refused("no_such_language")
    return bots.words(language) | json.loads(file.read_text(encoding="utf-8"))


def rules_text(one: Game, language: str) -> RulesText:
    file = one.folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")
    if language not in LANGUAGES or not file.exists():
        raise Refused("no_such_language")
    return RulesText(language, file.read_text(encoding="utf-8"))
