"""Codes that people read aloud and type: letters that cannot be mistaken, in groups of four."""

import hashlib
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that look alike
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
GROUP = 4


def new_code(letters: int) -> str:
    """A random code of so many letters, five bits each."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(letters))
    return "-".join(code[start : start + GROUP] for start in range(0, letters, GROUP))


def plain(code: str) -> str:
    """As it was made, however it was typed."""
    return code.upper().translate(LOOKALIKES)


def hashed(code: str) -> str:
    """Codes are long and random, so one round of SHA-256 is enough."""
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()
