"""What the admin asks of the database: keys, settings of the room, bans, lists of tables and people."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sql

from ludoteca.server.store.models import Json, Meta, Summary
from ludoteca.server.store.people_queries import delete_people
from ludoteca.server.store.queries import LISTED, MOST_LISTED, listed_table, void
from ludoteca.server.store.schema import (
    admin_keys,
    bans,
    checksums,
    daily_tries,
    entries,
    identities,
    invitations,
    leases,
    passkeys,
    people,
    recovery_codes,
    review_summaries,
    room_settings,
    sittings,
    tables,
)
from ludoteca.server.store.upserts import insert_if_new, upsert
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

What = Literal["mute", "ban"]
Kind = Literal["guest", "address"]


class Key(NamedTuple):
    """A code, a password, a session or a token; `hash` is all that is kept of it."""

    id: str
    kind: str
    hash: str
    name: str
    made_at: int
    expires_at: int | None


class Ban(msgspec.Struct, frozen=True):
    """Who may not speak, or not come at all: a guest, or everybody from an address."""

    id: str
    what: What
    kind: Kind
    value: str
    until: int | None  # milliseconds since 1970; None: for good


class AdminTable(NamedTuple):
    """A table in the admin's list; one with a damaged row has no meta."""

    id: str
    made_at: int
    over_at: int | None
    meta: Meta | None
    summary: Summary | None
    entries: int
    bytes: int


class AdminPerson(NamedTuple):
    id: str
    name: str
    made_at: int
    seen_at: int
    tables: int


# Keys


def key_of(kind: str, hash: str) -> Callable[[sql.Connection], Key | None]:
    good = sql.or_(admin_keys.c.expires_at.is_(None), admin_keys.c.expires_at > now())
    this = sql.select(admin_keys).where(admin_keys.c.kind == kind, admin_keys.c.hash == hash, good)

    def question(connection: sql.Connection) -> Key | None:
        row = connection.execute(this).first()
        return Key(*row) if row else None

    return question


def password(connection: sql.Connection) -> str | None:
    return connection.execute(sql.select(admin_keys.c.hash).where(admin_keys.c.kind == "password")).scalar()


def tokens(connection: sql.Connection) -> list[Key]:
    this = sql.select(admin_keys).where(admin_keys.c.kind == "token").order_by(admin_keys.c.made_at)
    return [Key(*row) for row in connection.execute(this)]


def add_key(key: Key) -> Job:
    return lambda connection: void(connection.execute(admin_keys.insert(), key._asdict()))


def remove_key(key_id: str) -> Job:
    return lambda connection: void(connection.execute(admin_keys.delete().where(admin_keys.c.id == key_id)))


class CodeUsed(Exception):
    """Somebody else was first."""


def claim(code: str, password: str, session: Key) -> Job:
    """The code is used up, the password set anew, and whoever was in before is out."""
    of_people = admin_keys.c.kind.in_(("code", "password", "session"))
    kept = Key("password", "password", password, "", now(), None)

    def job(connection: sql.Connection) -> None:
        this = sql.select(admin_keys.c.id).where(admin_keys.c.kind == "code", admin_keys.c.hash == code)
        if not connection.execute(this).first():
            raise CodeUsed
        connection.execute(admin_keys.delete().where(of_people))
        connection.execute(admin_keys.insert(), [kept._asdict(), session._asdict()])

    return job


def put_code(key: Key) -> Job:
    """One code at a time."""

    def job(connection: sql.Connection) -> None:
        connection.execute(admin_keys.delete().where(admin_keys.c.kind == "code"))
        connection.execute(admin_keys.insert(), key._asdict())

    return job


# Settings of the room


def all_settings(connection: sql.Connection) -> Json:
    rows = connection.execute(sql.select(room_settings.c.name, room_settings.c.value))
    return {row.name: msgspec.json.decode(row.value) for row in rows}


def put_setting(name: str, value: Any) -> Job:
    row = {"name": name, "value": msgspec.json.encode(value)}
    return lambda connection: upsert(connection, room_settings, row)


# Bans


def all_bans(connection: sql.Connection) -> list[Ban]:
    good = sql.or_(bans.c.until.is_(None), bans.c.until > now())
    columns = sql.select(bans.c.id, bans.c.what, bans.c.kind, bans.c.value, bans.c.until)
    return [Ban(*row) for row in connection.execute(columns.where(good).order_by(bans.c.made_at.desc()))]


def add_ban(ban: Ban) -> Job:
    row = msgspec.to_builtins(ban) | {"made_at": now()}
    return lambda connection: void(connection.execute(bans.insert(), row))


def remove_ban(ban_id: str) -> Job:
    return lambda connection: void(connection.execute(bans.delete().where(bans.c.id == ban_id)))


# Lists


def last_tables(before: int, running: bool) -> Callable[[sql.Connection], list[AdminTable]]:
    """The last tables made before a moment; only those whose game is not over, if `running`."""
    columns = LISTED.add_columns(tables.c.id)
    chosen = columns.where(tables.c.made_at < before)
    chosen = chosen.where(tables.c.over_at.is_(None)) if running else chosen
    latest = chosen.order_by(tables.c.made_at.desc()).limit(MOST_LISTED)

    def question(connection: sql.Connection) -> list[AdminTable]:
        rows = list(connection.execute(latest))
        sizes = sizes_of(connection, [row.id for row in rows])
        return [admin_table(row, *sizes.get(row.id, (0, 0))) for row in rows]

    return question


def admin_table(row: sql.Row[Any], count: int, size: int) -> AdminTable:
    listed = listed_table(row)
    meta, summary = (listed.meta, listed.summary) if listed else (None, None)
    return AdminTable(row.id, row.made_at, row.over_at, meta, summary, count, size)


def sizes_of(connection: sql.Connection, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    size = sql.func.coalesce(sql.func.sum(sql.func.length(entries.c.data)), 0)
    columns = sql.select(entries.c.table_id, sql.func.count().label("entries"), size.label("bytes"))
    wanted = columns.where(entries.c.table_id.in_(table_ids)).group_by(entries.c.table_id)
    return {row.table_id: (row.entries, int(row.bytes)) for row in connection.execute(wanted)}


def find_people(name: str, before: int) -> Callable[[sql.Connection], list[AdminPerson]]:
    """The guests whose name contains this, those seen last first."""
    seen = sql.func.coalesce(people.c.renewed_at, people.c.made_at)
    count = sql.select(sql.func.count()).where(sittings.c.person == people.c.id).scalar_subquery()
    columns = sql.select(people.c.id, people.c.name, people.c.made_at, seen.label("seen"), count)
    fits = sql.func.lower(people.c.name).contains(name.lower(), autoescape=True)
    latest = (
        columns.where(seen < before, fits, people.c.merged_into.is_(None))
        .order_by(seen.desc())
        .limit(MOST_LISTED)
    )
    return lambda connection: [AdminPerson(*row) for row in connection.execute(latest)]


MANY = 5_000_000  # entries, beyond which they are not counted one by one


class Counts(msgspec.Struct):
    """How much there is; of very many entries an estimate."""

    people: int
    tables: int
    running: int
    entries: int


def counts(connection: sql.Connection) -> Counts:
    def count(of: sql.Table, *where: Any) -> int:
        return connection.execute(sql.select(sql.func.count()).select_from(of).where(*where)).scalar_one()

    guests = count(people, people.c.merged_into.is_(None))
    entries_there = entries_estimated(connection)
    if entries_there < MANY:
        entries_there = count(entries)
    return Counts(guests, count(tables), count(tables, tables.c.over_at.is_(None)), entries_there)


def entries_estimated(connection: sql.Connection) -> int:
    """What the database says without counting: SQLite the number of its last row, PostgreSQL a guess."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("SELECT coalesce(max(rowid), 0) FROM entries").scalar_one())
    guess = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'entries'::regclass"
    return int(connection.exec_driver_sql(guess).scalar_one())


# Deleting


def delete_tables(table_ids: Sequence[str]) -> Job:
    """Tables with all that belongs to them."""

    def job(connection: sql.Connection) -> None:
        for part in (entries, checksums, sittings, leases, daily_tries, invitations, review_summaries):
            connection.execute(part.delete().where(part.c.table_id.in_(table_ids)))
        connection.execute(tables.delete().where(tables.c.id.in_(table_ids)))

    return job


class TakeTurn:
    """Set a moment, unless another process has done so since it was read."""

    def __init__(self, name: str, was: int, moment: int) -> None:
        self.name, self.was, self.moment = name, was, moment
        self.taken = False

    def __call__(self, connection: sql.Connection) -> None:
        was, moment = msgspec.json.encode(self.was), msgspec.json.encode(self.moment)
        insert_if_new(connection, room_settings, {"name": self.name, "value": was})
        this = (room_settings.c.name == self.name) & (room_settings.c.value == was)
        self.taken = connection.execute(room_settings.update().where(this).values(value=moment)).rowcount == 1


# Retention


def guests_not_seen_since(moment: int) -> sql.Select[Any]:
    """Not who starred a game, which would lose its star, nor who has a key to come back with."""
    seen = sql.func.coalesce(people.c.renewed_at, people.c.made_at)
    guests = sql.select(people.c.id).where(seen < moment, people.c.merged_into.is_(None))
    with_a_key = (recovery_codes.c.person, passkeys.c.owner, identities.c.person)
    starred_one = sql.exists().where(sittings.c.person == people.c.id, sittings.c.starred)
    for keeps in (starred_one, *(sql.exists().where(column == people.c.id) for column in with_a_key)):
        guests = guests.where(~keeps)
    return guests


SITS = sql.exists().where(sittings.c.table_id == tables.c.id)
STARRED = SITS.where(sittings.c.starred)


def ownerless(moment: int) -> sql.Select[Any]:
    """Games that were over at that moment and are in nobody's list."""
    return sql.select(tables.c.id).where(tables.c.over_at < moment, ~SITS)


def never_begun(moment: int) -> sql.Select[Any]:
    """Tables made before that moment where no game has begun, and nothing has happened since."""
    lately = sql.or_(entries.c.did == "start", entries.c.at >= moment)
    begun = sql.exists().where(entries.c.table_id == tables.c.id, lately)
    return sql.select(tables.c.id).where(tables.c.made_at < moment, tables.c.over_at.is_(None), ~begun)


class SizedTable(NamedTuple):
    """A table, and what it takes with some 100 bytes a row."""

    over_at: int | None
    id: str
    size: int


def table_sizes(after: str, most: int) -> Callable[[sql.Connection], list[SizedTable]]:
    """All tables in the order of their ids, those after one of them."""
    some = sql.select(tables.c.over_at, tables.c.id).where(tables.c.id > after)
    return lambda connection: sized(connection, some.order_by(tables.c.id).limit(most))


def oldest_games(after: SizedTable | None, most: int) -> Callable[[sql.Connection], list[SizedTable]]:
    """Finished games, the oldest first, those after one of them; starred ones stay."""
    order = sql.tuple_(tables.c.over_at, tables.c.id)
    over = sql.select(tables.c.over_at, tables.c.id).where(tables.c.over_at.is_not(None), ~STARRED)
    if after is not None:
        over = over.where(order > sql.tuple_(after.over_at, after.id))
    some = over.order_by(tables.c.over_at, tables.c.id).limit(most)
    return lambda connection: sized(connection, some)


def sized(connection: sql.Connection, chosen: sql.Select[Any]) -> list[SizedTable]:
    rows = connection.execute(chosen).all()
    sizes = sizes_of(connection, [row.id for row in rows])
    found = ((row, *sizes.get(row.id, (0, 0))) for row in rows)
    return [SizedTable(row.over_at, row.id, size + 100 * count + 1000) for row, count, size in found]


def forget_guests(person_ids: Sequence[str]) -> Job:
    """Guests with their cookies and lists; what they played stays, without a way back to it."""
    return lambda connection: delete_people(connection, person_ids)
