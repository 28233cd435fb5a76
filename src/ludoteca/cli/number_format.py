"""Numbers as people of a language write them."""

from babel.numbers import format_decimal

from ludoteca.core.sentences import cldr
from ludoteca.core.words import Words
from ludoteca.lab.standings import Mean


def written(number: float, words: Words, digits: int = 0) -> str:
    """1,234.5 in English, 1.234,5 in Portuguese and German; never -0."""
    pattern = "#,##0" + f".{'0' * digits}" * bool(digits)
    return format_decimal(round(number, digits) + 0.0, pattern, cldr(words.locale))


def plus_minus(one: Mean, words: Words, digits: int = 2) -> str:
    interval = one.interval
    half = "" if interval is None else f" ± {written(interval[1] - one.mean, words, digits)}"
    return written(one.mean, words, digits) + half


def percent(one: Mean, words: Words) -> str:
    error = None if one.error is None else 100 * one.error
    return f"{plus_minus(Mean(100 * one.mean, error), words, 1)} %"
