"""Words: what people read, in their language. Code sends keys and values; sentences live in words/*.json."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadOptions

LANGUAGES = ("en", "pt")
PLURAL = re.compile(r"\{(\w+)\|([^|{}]*)\|((?:[^{}]|\{\w+\})*)\}")  # {heads|one bull head|{heads} bull heads}


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
            self.sentences |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))

    def say(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        """Fill the values into a sentence, which may choose by number. Values that are words are translated,
        and so are lists that have words of their own, such as `values.0.1` for [0, 1]."""
        said = {name: self._value(value) for name, value in (values or {}).items()}
        return PLURAL.sub(lambda forms: form_for(said[forms[1]], forms), self.sentences[key]).format(**said)

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._value(part) for name, part in value.items()}
        if isinstance(value, list):
            return self.sentences.get("values." + ".".join(map(str, value)), value)
        return self.sentences.get(f"value.{value}", value) if isinstance(value, str) else value


def form_for(count: Any, forms: re.Match[str]) -> str:
    """The form for one, or for any other number."""
    return forms[2] if str(count) == "1" else forms[3]
