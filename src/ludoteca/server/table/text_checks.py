"""Names, phrases and chat: text for people, held to a length and free of control characters."""

import unicodedata

from ludoteca.archive.fairness import ENTROPY
from ludoteca.server.errors import Refused
from ludoteca.server.settings import Limits

PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "oops",
    "thinking",
    "hurry",
    "thanks",
    "again",
    "good_bye",
)
LIMITS = Limits()
NOT_TEXT = {
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Zl",
    "Zp",
}  # control, format, lone surrogates
JOINER = "\u200d"  # inside many emoji


def read_name(name: str) -> str:
    return read(name, LIMITS.name, "bad_name")


def read_text(text: str | None) -> str:
    return read(text or "", LIMITS.text, "bad_text")


def read(text: str, most: int, code: str) -> str:
    """Trimmed text of 1 to `most` characters."""
    if len(text) > 4 * most:
        raise Refused(code)
    text = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(text) <= most or not all(is_text(character) for character in text):
        raise Refused(code)
    return text


def is_text(character: str) -> bool:
    return character == JOINER or unicodedata.category(character) not in NOT_TEXT


def read_entropy(entropy: str | None) -> str | None:
    """64 hex digits, or none."""
    if entropy is None:
        return None
    if len(entropy) != 2 * ENTROPY or not set(entropy) <= set("0123456789abcdefABCDEF"):
        raise Refused("bad_entropy")
    return entropy.lower()
