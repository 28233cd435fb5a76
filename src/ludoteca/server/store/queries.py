"""All questions to the database, and all jobs that write to it."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sql
from msgspec.structs import replace

from ludoteca.server.store.append import Append
from ludoteca.server.store.database import open_database, writing
from ludoteca.server.store.models import Json, Meta, StoredEntry, Summary
from ludoteca.server.store.schema import (
    checksums,
    entries,
    evening_tables,
    leases,
    processes,
    room_settings,
    sittings,
    tables,
)
from ludoteca.server.store.upserts import insert_if_new
from ludoteca.server.store.watchdog import Watchdog
from ludoteca.server.store.writer import Job, Writer
from ludoteca.server.wall_clock import now

Answer = TypeVar("Answer")
META = msgspec.json.Decoder(Meta)  # made here: threads that are first to decode a type together crash msgspec
SUMMARY = msgspec.json.Decoder(Summary)
READERS = 4  # threads
READERS_END = 1.0  # seconds that they have to answer when the room closes
ANSWER_WITHIN = 7.0  # seconds
LONGEST_WAIT = 10.0  # seconds, the queue included
HOURS_LISTED = 6
MOST_LISTED = 50


class StoredTable(NamedTuple):
    """A table with its whole log."""

    meta: Meta
    log: list[StoredEntry]
    summary: Summary | None  # none: its log was written by an older version
    result: Json | None = None  # how its game ended, as it was noted then
    checksums: Mapping[int, str] = MappingProxyType({})  # by the entry after which they were made


class ListedTable(NamedTuple):
    """A table as lists find it."""

    meta: Meta
    summary: Summary | None  # none, as above
    over: bool
    made_at: int
    held: bool  # does a process run it?


class Finished(NamedTuple):
    """A game that is over, as lists show it."""

    table: str
    over_at: int
    result: Json
    starred: bool


class Store:
    """Questions run on threads of their own, jobs on the writer's."""

    def __init__(self, database: str, note_commit: Callable[[int], None] = lambda jobs: None) -> None:
        self.engine = open_database(database)
        self.watchdog = Watchdog()
        self.writer = Writer(self.engine, note_commit, self.watchdog)
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="database reader")
        self.asked: set[Future[Any]] = set()  # what they have not answered yet

    async def ask(self, question: Callable[[sql.Connection], Answer]) -> Answer:
        """What a question finds, on threads that do nothing else: a cookie waits for no replay."""
        return await self._on_thread(self._answer, question)

    async def write_apart(self, job: Job) -> None:
        """Write beside the writer what may find a lock, so that no move waits for it. SQLite has none."""
        if self.engine.name == "sqlite":
            await self.write(job)
        else:
            await self._on_thread(self._write, job)

    async def write(self, *jobs: Job) -> None:
        """Return when all of it is on disk; all or nothing."""
        await self.writer.write(jobs)

    def close(self) -> None:
        self.readers.shutdown(wait=False, cancel_futures=True)
        self.writer.close()
        wait(list(self.asked), READERS_END)  # a connection that comes back later is closed by nobody
        self.watchdog.close()
        self.engine.dispose()

    async def _on_thread(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        answer = self.readers.submit(work, *arguments)
        self.asked.add(answer)
        answer.add_done_callback(self.asked.discard)
        async with asyncio.timeout(LONGEST_WAIT):
            return await asyncio.wrap_future(answer)

    def _answer(self, question: Callable[[sql.Connection], Answer]) -> Answer:
        with self.engine.connect() as connection, self.watchdog.within(ANSWER_WITHIN, connection):
            return question(connection)

    def _write(self, job: Job) -> None:
        with writing(self.engine).begin() as connection, self.watchdog.within(ANSWER_WITHIN, connection):
            job(connection)


# Jobs


def add_table(meta: Meta, source: str | None = None) -> Job:
    summary = msgspec.json.encode(Summary.of("gathering", meta.host, meta.places))
    written = {"meta": msgspec.json.encode(meta), "summary": summary}
    row = {"id": meta.id, **written, "open": meta.open, "made_at": now(), "source": source}
    row["to_rate"] = True if meta.rated else None
    return lambda connection: void(connection.execute(tables.insert(), row))


def change_summary(table_id: str, summary: Summary) -> Job:
    change = tables.update().where(tables.c.id == table_id).values(summary=msgspec.json.encode(summary))
    return lambda connection: void(connection.execute(change))


def keep_summary(table_id: str, summary: Summary, fence: int) -> Job:
    """The same under the lease with this fencing number; nothing if the table is another process's now.

    Nor if its lease is locked: somebody is taking it, and will write how the table stands.
    """
    held = sql.select(leases.c.fence).where(leases.c.table_id == table_id)
    ours, change = held.with_for_update(read=True, skip_locked=True), change_summary(table_id, summary)

    def job(connection: sql.Connection) -> None:
        if connection.execute(ours).scalar() == fence:
            change(connection)

    return job


def add_summary(table_id: str, summary: Summary) -> Job:
    """The same for a table that has none, unless it got one meanwhile."""
    none_yet = tables.update().where(tables.c.id == table_id, tables.c.summary.is_(None))
    change = none_yet.values(summary=msgspec.json.encode(summary))
    return lambda connection: void(connection.execute(change))


def append(table_id: str, entry: StoredEntry, fence: int | None = None) -> Job:
    return Append(table_id, entry if entry.at else replace(entry, at=now()), fence)


def note_sitting(person: str, table_id: str) -> Job:
    """Note that a person has a seat at a table, for the list of that person's tables."""

    def job(connection: sql.Connection) -> None:
        insert_if_new(connection, sittings, {"person": person, "table_id": table_id, "at": now()})

    return job


def raise_fence(table_id: str) -> Job:
    """Nobody runs the table from now on."""
    change = leases.update().where(leases.c.table_id == table_id)
    nobodys = change.values(process=None, fence=leases.c.fence + 1)
    return lambda connection: void(connection.execute(nobodys))


def star(person: str, table_id: str, starred: bool) -> Job:
    """A person's mark on a game: it is kept for good."""
    here = (sittings.c.person == person) & (sittings.c.table_id == table_id)
    change = sittings.update().where(here).values(starred=starred)
    return lambda connection: void(connection.execute(change))


def note_over(table_id: str, result: Json) -> Job:
    """Note that a game is over, and how it ended, for lists."""
    not_noted = tables.update().where(tables.c.id == table_id, tables.c.result.is_(None))
    over_at = sql.func.coalesce(tables.c.over_at, now())
    change = not_noted.values(over_at=over_at, result=msgspec.json.encode(result))
    return lambda connection: void(connection.execute(change))


def note_closed(table_id: str) -> Job:
    """Note that a table is over without a game."""
    change = tables.update().where(tables.c.id == table_id).values(over_at=now())
    return lambda connection: void(connection.execute(change))


def add_checksum(table_id: str, seq: int, checksum: str) -> Job:
    row = {"table_id": table_id, "seq": seq, "checksum": checksum}
    return lambda connection: void(connection.execute(checksums.insert(), row))


def void(_result: object) -> None:
    pass


def get_secret(connection: sql.Connection) -> str | None:
    """A secret of the room that all its processes share."""
    this = sql.select(room_settings.c.value).where(room_settings.c.name == "secret")
    found = connection.execute(this).scalar()
    return None if found is None else str(msgspec.json.decode(found))


class MakeSecret:
    """The secret of the room, made once; afterwards `secret` has it."""

    secret: str

    def __call__(self, connection: sql.Connection) -> None:
        drawn = {"name": "secret", "value": msgspec.json.encode(secrets.token_hex())}
        insert_if_new(connection, room_settings, drawn)
        self.secret = get_secret(connection) or ""


# Questions


def log_of(table_id: str) -> Callable[[sql.Connection], StoredTable | None]:
    """How a table was made and all that happened there, or None if there is no such table."""

    def question(connection: sql.Connection) -> StoredTable | None:
        columns = sql.select(tables.c.meta, tables.c.summary, tables.c.result)
        this = columns.where(tables.c.id == table_id)
        table = connection.execute(this).first()
        if table is None:
            return None
        of_table = sql.select(entries).where(entries.c.table_id == table_id).order_by(entries.c.seq)
        log = [stored_entry(row) for row in connection.execute(of_table)]
        sums = sql.select(checksums.c.seq, checksums.c.checksum).where(checksums.c.table_id == table_id)
        made = {row.seq: row.checksum for row in connection.execute(sums)}
        summary, result = read_summary(table.summary), read_result(table.result)
        return StoredTable(META.decode(table.meta), log, summary, result, made)

    return question


def read_summary(stored: bytes | None) -> Summary | None:
    return None if stored is None else SUMMARY.decode(stored)


def read_result(stored: bytes | None) -> Json | None:
    """None also if it is damaged: then the log tells how the game ended."""
    try:
        return None if stored is None else msgspec.json.decode(stored, type=Json)
    except (msgspec.DecodeError, UnicodeError):
        return None


def stored_entry(row: sql.Row[Any]) -> StoredEntry:
    return StoredEntry(row.seq, row.did, row.data, row.person, row.command, row.at)


def open_tables(of_one_source: int) -> Callable[[sql.Connection], list[ListedTable]]:
    """The open tables of the last hours whose game is not over, those that a process runs first.

    Of those made from one address only the last few count, so nobody can fill the list alone.
    """
    recent = tables.c.made_at > now() - HOURS_LISTED * 3_600_000
    this_source = sql.func.coalesce(tables.c.source, tables.c.id)
    number = sql.func.row_number().over(partition_by=this_source, order_by=tables.c.made_at.desc())
    open_ones = sql.select(tables.c.id, number.label("number")).where(
        tables.c.open, tables.c.over_at.is_(None), recent
    )
    few = open_ones.subquery()
    listed = LISTED.join(few, few.c.id == tables.c.id).where(few.c.number <= of_one_source)
    ranked = listed.order_by(HELD.desc(), tables.c.made_at.desc())
    return lambda connection: listed_tables(connection, ranked)


def tables_of(person: str) -> Callable[[sql.Connection], list[ListedTable]]:
    """The tables where a person has or had a seat, newest first."""
    mine = LISTED.join(sittings, sittings.c.table_id == tables.c.id).where(sittings.c.person == person)
    return lambda connection: listed_tables(connection, mine.order_by(sittings.c.at.desc()))


HELD = sql.exists().where(leases.c.table_id == tables.c.id, leases.c.process == processes.c.id)
LISTED = sql.select(tables.c.meta, tables.c.summary, tables.c.over_at, tables.c.made_at, HELD.label("held"))


def listed_tables(connection: sql.Connection, listed: sql.Select[Any]) -> list[ListedTable]:
    found = (listed_table(row) for row in connection.execute(listed.limit(MOST_LISTED)))
    return [table for table in found if table is not None]


def listed_table(row: sql.Row[Any]) -> ListedTable | None:
    """None for a damaged row: it must not take the others out of the list."""
    try:
        meta, summary = META.decode(row.meta), read_summary(row.summary)
        return ListedTable(meta, summary, row.over_at is not None, row.made_at, bool(row.held))
    except (msgspec.DecodeError, UnicodeError):
        return None


class Length(NamedTuple):
    """How long the log of a table is, and whether its game is known to be over."""

    entries: int
    over: bool
    sealed: bool = False  # other tables still play the same deal at an evening


OWN_ROUND, SAME_ROUND = evening_tables.alias("own_round"), evening_tables.alias("same_round")
SEALED = sql.exists().where(
    OWN_ROUND.c.table_id == tables.c.id,
    SAME_ROUND.c.evening == OWN_ROUND.c.evening,
    SAME_ROUND.c.round == OWN_ROUND.c.round,
    SAME_ROUND.c.result.is_(None),
)


def length_of(table_id: str) -> Callable[[sql.Connection], Length | None]:
    """None if there is no such table."""
    last = sql.select(sql.func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id)
    columns = sql.select(tables.c.over_at, last.scalar_subquery().label("last"), SEALED.label("sealed"))
    asked = columns.where(tables.c.id == table_id)

    def question(connection: sql.Connection) -> Length | None:
        row = connection.execute(asked).first()
        return Length(row.last or 0, row.over_at is not None, bool(row.sealed)) if row else None

    return question


def entries_of(
    table_ids: Sequence[str], kinds: Sequence[str]
) -> Callable[[sql.Connection], dict[str, list[StoredEntry]]]:
    """The entries of some kinds in the logs of some tables."""
    wanted = sql.select(entries).where(entries.c.table_id.in_(table_ids), entries.c.did.in_(kinds))

    def question(connection: sql.Connection) -> dict[str, list[StoredEntry]]:
        logs: dict[str, list[StoredEntry]] = {table_id: [] for table_id in table_ids}
        for row in connection.execute(wanted.order_by(entries.c.seq)):
            logs[row.table_id].append(stored_entry(row))
        return logs

    return question


def unread_tables_of(person: str, most: int) -> Callable[[sql.Connection], list[str]]:
    """A person's tables that no version which keeps summaries has read yet."""
    mine = sql.select(tables.c.id).join(sittings, sittings.c.table_id == tables.c.id)
    unread = mine.where(sittings.c.person == person, tables.c.summary.is_(None), tables.c.result.is_(None))
    return lambda connection: list(connection.execute(unread.limit(most)).scalars())


def finished_of(person: str, before: int) -> Callable[[sql.Connection], list[Finished]]:
    """The finished games of a person that ended before a moment, the latest first."""
    columns = sql.select(tables.c.id, tables.c.over_at, tables.c.result, sittings.c.starred)
    mine = columns.join(sittings, sittings.c.table_id == tables.c.id).where(sittings.c.person == person)
    over = mine.where(tables.c.over_at < before, tables.c.result.is_not(None))
    latest = over.order_by(tables.c.over_at.desc()).limit(MOST_LISTED)
    return lambda connection: [
        Finished(row.id, row.over_at, result, row.starred)
        for row in connection.execute(latest)
        if (result := read_result(row.result)) is not None
    ]
