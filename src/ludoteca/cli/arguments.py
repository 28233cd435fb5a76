"""What was asked for on the command line: a game, seats and options, and the language of the answer."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, game
from ludoteca.core.words import ENGLISH, LANGUAGES, WORDS, Words

USUAL_SEATS = 4
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
CONSTANTS = {"true": True, "false": False, "null": None}

Json = dict[str, Any]


class Complaint(Exception):
    """One line that tells the person what is wrong with the request."""


@dataclass(frozen=True)
class Arguments:
    """A game as it was asked for, with all options filled in."""

    game: Game
    seats: int
    options: Json
    words: Words


def ask_for(
    id: str, seats: int | None, options: Sequence[str] | None, language: str | None, usual: int = USUAL_SEATS
) -> Arguments:
    with complaints(words_in(language)):
        found = game(id)
    words = words_in(language, words_of(found))
    given = read_options(options or (), words)
    with complaints(words):
        wanted = usual_seats(found, given, usual) if seats is None else seats
        return Arguments(found, wanted, found.options(wanted, given), words)


def usual_seats(found: Game, options: Json, usual: int) -> int:
    possible = found.notation.seat_range(options)
    return usual if usual in possible else possible[-1]


def read_options(given: Sequence[str], words: Words) -> Json:
    """NAME=VALUE, several times: whole numbers, true, false and null are those, anything else is a word."""
    options: Json = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Complaint(words.say("asked.bad_option", {"text": repr(text)}))
        if name in options:
            raise Complaint(words.say("asked.option_twice", {"name": name}))
        options[name] = int(value) if WHOLE_NUMBER.fullmatch(value) else CONSTANTS.get(value, value)
    return options


# Language


def words_in(language: str | None, *more: Path) -> Words:
    """The command line's own words, and those of more folders."""
    try:
        return Words(system_language() if language is None else language, WORDS, *more)
    except LudotecaError as wrong:
        raise Complaint(str(wrong)) from None


def words_of(found: Game) -> Path:
    return found.folder / "words"


def system_language() -> str:
    """The language of the environment, as far as we speak it."""
    names = (os.environ.get(variable, "") for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = re.split("[_.@-]", next(filter(None, names), "").lower())[0]
    return wanted if wanted in LANGUAGES else ENGLISH


@contextmanager
def complaints(words: Words) -> Iterator[None]:
    """Whatever is refused becomes one line for the person who asked."""
    try:
        yield
    except LudotecaError as wrong:
        raise Complaint(in_words(wrong, words)) from None
    except MemoryError:
        raise Complaint(words.say("asked.no_memory")) from None


def in_words(wrong: LudotecaError, words: Words) -> str:
    """An error's own message is English and names the value; other languages say what the code means."""
    translated = words.sentences.get(f"refusal.{wrong.code}")
    if words.language == ENGLISH or translated is None:
        return str(wrong)
    return words.say(f"refusal.{wrong.code}", {"message": wrong.message})
