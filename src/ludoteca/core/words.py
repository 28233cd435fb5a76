"""Words: what people read, in their language. Code sends keys and values; sentences live in words/*.json.

A language is there as soon as `ludoteca/words` has a file of its name. What it lacks is said in English.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadOptions
from ludoteca.core.sentences import fill

WORDS = Path(__file__).parents[1] / "words"  # of the command line
ENGLISH = "en"
LANGUAGES = tuple(sorted(file.stem for file in WORDS.glob("*.json")))


def catalogue(folder: Path, language: str) -> dict[str, str]:
    """A folder's sentences in a language."""
    return read(folder / f"{ENGLISH}.json") | read(folder / f"{language}.json")


def read(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def rules_file(folder: Path, language: str) -> Path:
    """The rules of the game in this folder; English ones where nobody has translated them."""
    translated = folder / f"RULES.{language}.md"
    return translated if translated.exists() else folder / "RULES.md"


@cache
def locale_of(language: str) -> str:
    """Whose numbers, dates and plurals a language uses, such as pt-BR."""
    return read(WORDS / f"{language}.json").get("language.locale", language)


class Words:
    """The sentences of one language, from one or more folders of catalogues."""

    def __init__(self, language: str, *folders: Path) -> None:
        if language not in LANGUAGES:
            raise BadOptions(
                "unknown_language", f"there is no language {language!r}; there are {', '.join(LANGUAGES)}"
            )
        self.language = language
        self.sentences: dict[str, str] = {}
        for folder in folders:
            self.sentences |= catalogue(folder, language)

    @property
    def locale(self) -> str:
        return locale_of(self.language)

    def say(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        """A sentence with its values. core/sentences.py tells how it takes them."""
        return fill(self.sentences[key], values or {}, self.sentences, self.locale)
