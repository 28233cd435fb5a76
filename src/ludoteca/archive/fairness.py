"""Fair deals that anybody can check: the server is bound to its seed before it sees the seats' entropy."""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from ludoteca.archive.game_file import FORMAT, GameFile, NotVerified, convert_game_file
from ludoteca.core.errors import BadOptions, LudotecaError
from ludoteca.core.game import Game, game
from ludoteca.core.table import Table

ENTROPY = 32  # bytes
Json = dict[str, Any]
Check = Literal["commitment", "entropy", "deal", "actions", "scores"]


def new_seed() -> str:
    return secrets.token_hex(ENTROPY)


def commitment_to(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def deal_key(seed: str, entropy: Sequence[str | None]) -> bytes:
    """The key of all chance in a game: the server's seed and what each seat added."""
    added = b"".join(bytes.fromhex(one) if one else bytes(ENTROPY) for one in entropy)
    return hashlib.sha256(b"ludoteca deal 1" + bytes.fromhex(seed) + added).digest()


def deal(game: Game, seats: int, options: Json, key: bytes, begin: Json | None = None) -> Table:
    """The table from which a game begins: dealt, or the one where an earlier game is continued."""
    if begin is None:
        return game.start(seats, options, key)
    if begin.get("position") is not None:
        return game.load(begin["position"], key)
    return game.imagine(begin["view"], begin["seat"], key)


def redraw(game: Game, view: Json, seat: int, key: bytes) -> Json:
    """A position for a game that is continued with hidden cards redrawn.

    The redraw has a key of its own: the game's key begins at the position, and no word serves twice.
    """
    own = hashlib.sha256(b"ludoteca redraw 1" + key).digest()
    return game.imagine(view, seat, own).position()


# Checking


def verify(export: Any) -> Table:
    """Deal and play an exported game again; NotVerified says what does not fit."""
    return list(checks(convert_game_file(export)))[-1][1]


def checks(file: GameFile) -> Iterator[tuple[Check, Table]]:
    """Everything that must hold of a file, one after the other, each named when it has been found true."""
    require(file.format == FORMAT, "unknown_format")
    require(commitment_to(file.fairness.seed) == file.fairness.commitment, "other_commitment")
    require(len(file.fairness.entropy) == len(file.seats), "other_entropy")
    table = dealt(file)
    require(file.rules == table.game.rules.VERSION, "other_rules", rules=file.rules)
    yield "commitment", table
    yield "entropy", table
    yield "deal", table
    for number, taken in enumerate(file.actions):
        play_again(table, number, taken.seat, taken.action)
    yield "actions", table
    require(table.over or file.ended is not None, "not_over")
    require(not (table.over and file.ended), "over_before")
    require(table.scores == file.scores, "other_scores")
    require((table.winners if table.over else []) == file.winners, "other_winners")
    yield "scores", table


def dealt(file: GameFile) -> Table:
    """The first table of a file."""
    key = deal_key(file.fairness.seed, file.fairness.entropy)
    begin = None
    if file.begin is not None:
        begin = {"position": file.begin.position, "view": file.begin.view, "seat": file.begin.seat}
        require((file.begin.position is None) != (file.begin.view is None), "malformed", where="$.begin")
    try:
        table = deal(game(file.game), len(file.seats), file.options, key, begin)
    except BadOptions as wrong:
        raise NotVerified(wrong.code, wrong.rule, where="$.options") from None
    except LudotecaError as wrong:
        raise NotVerified(wrong.code, wrong.rule, where="$.begin") from None
    same = begin is None or (table.seats == len(file.seats) and options_of(begin) == file.options)
    require(same, "malformed", where="$.begin")
    return table


def options_of(begin: Json) -> Any:
    return (begin["position"] or begin["view"]).get("options")


def play_again(table: Table, number: int, seat: int, action: Json) -> None:
    try:
        table.play(seat, action)
    except LudotecaError as wrong:
        raise NotVerified("illegal_action", wrong.rule, action=number, why=wrong.code) from None


def require(true: bool, otherwise: str, **arguments: Any) -> None:
    if not true:
        raise NotVerified(otherwise, **arguments)
