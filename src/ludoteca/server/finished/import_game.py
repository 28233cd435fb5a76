"""Import a game from a file: it is checked and stored like one that was played here."""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from ludoteca.archive.checksum import checksum
from ludoteca.archive.fairness import checks, dealt
from ludoteca.archive.game_file import GameFile, NotVerified, SeatPart, read_game_file
from ludoteca.archive.recorded_steps import steps_of
from ludoteca.core.game import Game
from ludoteca.server.errors import Refused
from ludoteca.server.finished.export import result
from ludoteca.server.finished.replay import finished
from ludoteca.server.store import queries
from ludoteca.server.store.models import Meta, Person, Place
from ludoteca.server.table.entries import Act, Change, Draft, End, Entry, Reveal, Start, store_entry
from ludoteca.server.table.state import TableState
from ludoteca.server.table.summaries import summary_of
from ludoteca.server.table.text_checks import read_bot_name, read_name

if TYPE_CHECKING:
    from ludoteca.server.room import Room

NOBODY_HERE = ""  # the id of a person at a game that was played elsewhere


async def import_game_file(room: "Room", person: Person, content: bytes) -> Meta:
    """A table that holds the game of a file, checked as `ludoteca verify` does."""
    try:
        file = read_game_file(content)
        game = room.games.get(file.game)
        if game is None:
            raise Refused("unknown_game")
        await room.bot_threads.ready_for(game)
        log = await asyncio.to_thread(log_for, file)
    except NotVerified as wrong:
        raise Refused(wrong.code, wrong.rule, **wrong.arguments) from None
    return await save_imported(room, person, game, file, log)


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
    return [Entry(seq, change) for seq, change in enumerate(changes, 1)]


async def save_imported(room: "Room", person: Person, game: Game, file: GameFile, log: list[Entry]) -> Meta:
    places = [place_of(seat, entropy) for seat, entropy in zip(file.seats, file.fairness.entropy)]
    meta = Meta(
        id=room.tables.new_id(), game=file.game, options=game.options(len(places), file.options),
        places=tuple(places), host=person, open=False, chat=False, start="host",
        seed=file.fairness.seed, commitment=file.fairness.commitment, version=file.version,
        origin="imported", begin=msgspec.to_builtins(file.begin),
    )  # fmt: skip
    state = await asyncio.to_thread(TableState, meta, game, log)
    entries = [queries.append(meta.id, store_entry(entry)) for entry in log]
    new = queries.add_table(meta), queries.note_sitting(person.id, meta.id)
    over = queries.change_summary(meta.id, summary_of(state)), queries.note_over(meta.id, result(state))
    last = queries.add_checksum(meta.id, len(log), checksum(finished(state).table))
    await room.store.write(*new, *entries, *over, last)
    return meta


def place_of(seat: SeatPart, entropy: str | None) -> Place:
    person = None if seat.person is None else Person(NOBODY_HERE, read_name(seat.person))
    return Place(person, None if seat.bot is None else read_bot_name(seat.bot), True, entropy)
