"""A table read from its log. Checksums and kept result tell whether today's rules lead to the same game."""

import time
from collections.abc import Iterable, Iterator

import structlog

from ludoteca.archive.checksum import checksum
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.server.finished.export import result
from ludoteca.server.schemas import Why
from ludoteca.server.store.models import Json, StoredEntry
from ludoteca.server.store.queries import StoredTable
from ludoteca.server.table.entries import Entry, Start, Unreadable, UnreadableEntry, read_entry
from ludoteca.server.table.state import OVER, TableState
from ludoteca.server.table.unplayable import UnplayableGame

log = structlog.get_logger()
CHECKSUM_EVERY = 64  # entries
AT_ONCE = 5  # entries, about a millisecond
REST = 0.003  # seconds


class OtherGame(ValueError):
    """The log, read by today's rules, leads elsewhere."""


def read_table(table: StoredTable, game: Game, gently: bool = False) -> TableState:
    """The table by today's rules, if they are those of its game; else as it was kept.

    Raises what is wrong with a log that holds no game to keep.
    """
    try:
        state = replayed(table, game, gently)
        require_own_rules(state, table)
        return state
    except (LudotecaError, ValueError, LookupError, TypeError) as wrong:
        rules = rules_of(table)
        if rules is None:
            raise
        why: Why = "damaged" if rules == game.rules.VERSION else "other_rules"
        log.warning("not played by today's rules", table=table.meta.id[:6], why=why, wrong=brief(wrong))
        return TableState(table.meta, game, whole(table.log), UnplayableGame(why, table.result, rules))


def replayed(table: StoredTable, game: Game, gently: bool = False) -> TableState:
    """The log applied entry by entry; OtherGame where a checksum or the kept result says otherwise.

    Gently: with rests, in which moves at other tables get the interpreter's lock.
    """
    state = TableState(table.meta, game)
    for stored in table.log:
        if gently and stored.seq % AT_ONCE == 0:
            time.sleep(REST)
        state.apply(read_entry(stored))
        kept = table.checksums.get(stored.seq)
        if kept is not None and checksum_of(state) != kept:
            raise OtherGame(f"another checksum after entry {stored.seq}")
    require_same_result(state, table.result)
    return state


def require_same_result(state: TableState, kept: Json | None) -> None:
    if kept is None:
        return
    if state.stage != OVER:
        raise OtherGame("the game is not over")
    now = result(state)
    for name in ("scores", "winners"):
        if now[name] != kept[name]:
            raise OtherGame(f"other {name}: {now[name]} instead of {kept[name]}")


def require_own_rules(state: TableState, table: StoredTable) -> None:
    """A game of other rules is over and went as its checksums say, to the last: else it is not shown."""
    if not state.begun or state.rules == state.game.rules.VERSION:
        return
    if state.stage != OVER or last_of_game(table) not in table.checksums:
        raise OtherGame(f"rules {state.rules}, now {state.game.rules.VERSION}")


def last_of_game(table: StoredTable) -> int:
    """The last entry that belongs to the game, and not to the talk after it."""
    return max(entry.seq for entry in table.log if entry.did in ("start", "act", "reveal", "end"))


def checksum_of(state: TableState) -> str | None:
    return checksum(state.live_game.table) if state.live_game else None


def rules_of(table: StoredTable) -> int | None:
    """The version of the rules of a game that has begun, as far as that is kept."""
    if table.result is not None:
        return int(table.result.get("rules", 1))
    starts = (entry.change for entry in whole(table.log) if isinstance(entry.change, Start))
    return next((start.rules for start in starts), None)


def whole(stored: Iterable[StoredEntry]) -> Iterator[Entry]:
    """Every entry, also where one is missing or cannot be read."""
    seq = 0
    for one in stored:
        yield from (Entry(missing, Unreadable()) for missing in range(seq + 1, one.seq))
        try:
            yield read_entry(one)
        except UnreadableEntry:
            yield Entry(one.seq, Unreadable(), one.person, one.command, one.at)
        seq = one.seq


def brief(wrong: Exception) -> str:
    """For the log, which shows no cards."""
    return str(wrong) if isinstance(wrong, OtherGame | UnreadableEntry) else type(wrong).__name__
