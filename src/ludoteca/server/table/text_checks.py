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
    "clap",
    "laugh",
    "wow",
    "cry",
    "heart",
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
BLANKS = set("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that show nothing
VISIBLE = set("LNPS")  # letters, numbers, punctuation, symbols: by the first letter of the category


def read_name(name: str) -> str:
    return read(name, LIMITS.name, "bad_name")


def read_bot_name(name: str) -> str:
    """The name of a bot in a file: this version may not have it, but it is text."""
    return read(name, LIMITS.bot_name, "unknown_bot")


def read_text(text: str | None) -> str:
    return read(text or "", LIMITS.text, "bad_text")


def read_notice(text: str) -> str:
    return read(text, LIMITS.notice, "bad_text")


def read(text: str, most: int, code: str) -> str:
    """Trimmed text of 1 to `most` characters."""
    if len(text) > 4 * most:
        raise Refused(code)
    text = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(text) <= most or not all(map(is_text, text)) or not any(map(is_visible, text)):
        raise Refused(code)
    return text


def is_text(character: str) -> bool:
    if character in BLANKS:
        return False
    return character == JOINER or unicodedata.category(character) not in NOT_TEXT


def is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in VISIBLE


def read_entropy(entropy: str | None) -> str | None:
    """64 hex digits, or none."""
    if entropy is None:
        return None
    if len(entropy) != 2 * ENTROPY or not set(entropy) <= set("0123456789abcdefABCDEF"):
        raise Refused("bad_entropy")
    return entropy.lower()
