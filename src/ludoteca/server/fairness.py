"""Fair deals that anybody can check: the server is bound to its seed before it sees the seats' entropy."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import game
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused

FORMAT = "ludoteca-game-1"
ENTROPY = 32  # bytes
Json = dict[str, Any]


class NotVerified(ValueError):
    """An exported game is not what the server was bound to, or does not follow the rules."""


def new_seed() -> str:
    return secrets.token_hex(ENTROPY)


def commitment_to(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def read_entropy(entropy: str | None) -> str | None:
    """64 hex digits, or none."""
    if entropy is None:
        return None
    if len(entropy) != 2 * ENTROPY or not set(entropy) <= set("0123456789abcdefABCDEF"):
        raise Refused("bad_entropy")
    return entropy.lower()


def deal_key(seed: str, entropy: Sequence[str | None]) -> bytes:
    """The key of all chance in a game: the server's seed and what each seat added."""
    added = b"".join(bytes.fromhex(one) if one else bytes(ENTROPY) for one in entropy)
    return hashlib.sha256(b"ludoteca deal 1" + bytes.fromhex(seed) + added).digest()


def verify(export: Json) -> Table:
    """Deal and play an exported game again; NotVerified says what does not fit."""
    try:
        return replayed(export)
    except LudotecaError as wrong:
        raise NotVerified(str(wrong)) from None
    except (KeyError, TypeError, ValueError, AttributeError, Refused) as wrong:
        if isinstance(wrong, NotVerified):
            raise
        raise NotVerified(f"this is not an exported game: {wrong!r}") from None


def replayed(export: Json) -> Table:
    require(export["format"] == FORMAT, "the format is not known")
    fairness = export["fairness"]
    require(commitment_to(fairness["seed"]) == fairness["commitment"], "the seed is not the one committed to")
    seats = len(export["seats"])
    require(len(fairness["entropy"]) == seats, "there is one entropy a seat")
    key = deal_key(fairness["seed"], [read_entropy(one) for one in fairness["entropy"]])
    table = game(export["game"]).start(seats, export["options"], key)
    for taken in export["actions"]:
        table.play(taken["seat"], taken["action"])
    require(table.over, "the game is not over")
    require(table.scores == export["scores"], "the scores are different")
    require(table.winners == export["winners"], "the winners are different")
    return table


def require(true: bool, otherwise: str) -> None:
    if not true:
        raise NotVerified(otherwise)
