"""How a sentence takes its values: `{name}`, a part such as `{tile[0]}`, and plural forms.

`{count|one card|{count} cards}` chooses by number; a language with more forms names them, as in
`{count|jedna karta|few: {count} karty|{count} kart}`. The page fills its sentences by the same rules
(web/src/lib/fillSentence.ts), and the same examples test both.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from babel import Locale, UnknownLocaleError

Sentences = Mapping[str, str]

FIELD = re.compile(r"\{(\w+)((?:\[\w+\])*)\}")
PLURAL = re.compile(r"\{(\w+)((?:\|(?:[^{}|]|\{[\w\[\]]+\})*)+)\}")
FORM = re.compile(r"(?:(zero|one|two|few|many|other): ?)?(.*)", re.DOTALL)
NUMBER = re.compile(r"-?\d+(\.\d+)?")
NAMES = {"seat", "name", "names", "text"}  # chosen by people, so never translated
DIGITS = 1  # after the decimal sign


def fill(sentence: str, values: Mapping[str, Any], sentences: Sentences, locale: str) -> str:
    """The sentence with its values; those that are words are said as `sentences` has them."""
    chosen = PLURAL.sub(lambda found: plural_form(values[found[1]], found[2], locale), sentence)
    return FIELD.sub(
        lambda found: written(part_of(values[found[1]], found[2]), found[1], sentences, locale), chosen
    )


def part_of(value: Any, parts: str) -> Any:
    """What `[mark][0]` names in a value."""
    for part in re.findall(r"\w+", parts):
        value = value[int(part) if isinstance(value, list) else part]
    return value


def written(value: Any, name: str, sentences: Sentences, locale: str) -> str:
    """A value as people read it. A list may have words of its own, such as `values.0.1` for [0, 1]."""
    if isinstance(value, list):
        items = [written(item, "", sentences, locale) for item in value]
        return sentences.get("values." + ".".join(map(str, value)), " + ".join(items))
    if isinstance(value, str):
        return value if name in NAMES else sentences.get(f"value.{value}", value)
    if isinstance(value, float):
        return figures(value).replace(".", cldr(locale).number_symbols["latn"]["decimal"])
    return str(value)


def figures(value: float) -> str:
    """At most one digit after the point, and none that says nothing."""
    return f"{round(value, DIGITS) + 0.0:.{DIGITS}f}".removesuffix(".0")


# Plural forms


def plural_form(count: Any, forms: str, locale: str) -> str:
    """The form for this number, or the last one."""
    named = dict(named_forms(forms[1:].split("|")))
    return named.get(category(count, locale), named["other"])


def named_forms(forms: list[str]) -> Iterator[tuple[str, str]]:
    """Of the forms without a name, the last is for `other`, and one before it for `one`."""
    for form in forms:
        found = FORM.fullmatch(form)
        assert found
        yield found[1] or ("other" if form is forms[-1] else "one"), found[2]


def category(count: Any, locale: str) -> str:
    """one, few, many ...: what the plural rules of the language say of a number as it is written."""
    text = figures(count) if isinstance(count, float) else str(count)
    return cldr(locale).plural_form(Decimal(text)) if NUMBER.fullmatch(text) else "other"


@cache
def cldr(name: str) -> Locale:
    """The customs of a language and country; English ones where a language is unknown to Babel."""
    try:
        return Locale.parse(name, sep="-")
    except UnknownLocaleError:
        return Locale("en")


# What tests ask


def fields_of(sentence: str) -> set[str]:
    """The values that a sentence names, in any of its forms."""
    return {found[1] for pattern in (PLURAL, FIELD) for found in pattern.finditer(sentence)}
