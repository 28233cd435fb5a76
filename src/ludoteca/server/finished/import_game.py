"""Import a game from a file: it is checked and stored like one that was played here."""

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ludoteca.archive.checksum import checksum
from ludoteca.archive.fairness import checks, dealt
from ludoteca.archive.game_file import GameFile, NotVerified, SeatPart, read_game_file
from ludoteca.archive.recorded_steps import steps_of
from ludoteca.core.game import Game, game
from ludoteca.server.errors import Refused
from ludoteca.server.finished.export import result
from ludoteca.server.finished.replay import finished
from ludoteca.server.finished.stored_games import AT_ONCE, READ
from ludoteca.server.store import queries
from ludoteca.server.store.append import AppendMany, pack_entries
from ludoteca.server.store.models import Json, Meta, Person, Place, Summary
from ludoteca.server.table.entries import Act, Change, Draft, End, Entry, Reveal, Start, store_entry
from ludoteca.server.table.state import TableState
from ludoteca.server.table.summaries import summary_of
from ludoteca.server.table.text_checks import read_bot_name, read_name
from ludoteca.server.wall_clock import now
from ludoteca.server.work.fair_queue import Asker

if TYPE_CHECKING:
    from ludoteca.server.room import Room

NOBODY_HERE = ""  # the id of a person at a game that was played elsewhere
BUDGET = 60.0  # seconds of processor time


class Imported(NamedTuple):
    """A checked game, ready to be stored: its log in parts, so that moves of others go in between."""

    meta: Meta
    log: list[bytes]
    entries: int
    summary: Summary
    result: Json
    checksum: str  # of the last table


async def import_game_file(room: "Room", asker: Asker, person: Person, content: bytes) -> Meta:
    """A table that holds the game of a file, checked as `ludoteca verify` does."""
    table = room.tables.new_id()
    games = frozenset(room.games)
    imported: Imported = await room.heavy_work.result(
        asker, ("import", table), BUDGET, check_import, content, table, person, games
    )
    await save_imported(room, person, imported)
    return imported.meta


async def save_imported(room: "Room", person: Person, imported: Imported) -> None:
    """The table is on nobody's list until all of it is stored."""
    meta = imported.meta
    await room.store.write(queries.add_table(meta))
    for part in imported.log:
        await room.store.write(AppendMany(meta.id, part))
    await room.store.write(
        queries.change_summary(meta.id, imported.summary),
        queries.note_over(meta.id, imported.result),
        queries.add_checksum(meta.id, imported.entries, imported.checksum),
        queries.note_sitting(person.id, meta.id),
    )


# In the worker process


def check_import(
    content: bytes, table: str, person: Person, games: frozenset[str]
) -> Generator[float, None, Imported]:
    try:
        file = read_game_file(content)
        if file.game not in games:
            raise Refused("unknown_game")
        yield READ
        log = log_for(file)
    except NotVerified as wrong:
        raise Refused(wrong.code, wrong.rule, **wrong.arguments) from None
    meta = meta_for(file, game(file.game), table, person)
    state = TableState(meta, game(file.game))
    for entry in log:
        state.apply(entry)
        if entry.seq % AT_ONCE == 0:
            yield READ
    parts = [pack_entries(store_entry(entry) for entry in some) for some in parts_of(log)]
    last = checksum(finished(state).table)
    return Imported(meta, parts, len(log), summary_of(state), result(state), last)


def parts_of(log: list[Entry]) -> Iterator[list[Entry]]:
    for first in range(0, len(log), AT_ONCE):
        yield log[first : first + AT_ONCE]


def log_for(file: GameFile) -> list[Entry]:
    """The log of a table where this game would have been played."""
    for _ in checks(file):
        pass
    actions = [(taken.seat, taken.action) for taken in file.actions]
    changes: list[Change] = [Start(rules=file.rules)]
    for step in steps_of(dealt(file), actions):
        *secret, last = step.taken
        changes += [Draft(*choice) for choice in secret]
        changes.append(Reveal(*last) if secret else Act(*last))
    if file.ended:
        changes.append(End(file.ended))
    return [Entry(seq, change, at=now()) for seq, change in enumerate(changes, 1)]


def meta_for(file: GameFile, game: Game, table: str, person: Person) -> Meta:
    places = [place_of(seat, entropy) for seat, entropy in zip(file.seats, file.fairness.entropy)]
    return Meta(
        id=table, game=file.game, options=game.options(len(places), file.options),
        places=tuple(places), host=person, open=False, chat=False, start="host",
        seed=file.fairness.seed, commitment=file.fairness.commitment, version=file.version,
        origin="imported", begin=msgspec.to_builtins(file.begin), practice=file.practice,
    )  # fmt: skip


def place_of(seat: SeatPart, entropy: str | None) -> Place:
    person = None if seat.person is None else Person(NOBODY_HERE, read_name(seat.person))
    return Place(person, None if seat.bot is None else read_bot_name(seat.bot), True, entropy)
