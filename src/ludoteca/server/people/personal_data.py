"""What the room keeps of a person: given out on demand, and deleted.

Games stay, since others played them too; the person's name and what was said are taken out of their logs.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sql

from ludoteca.server.people.history import CHOICES
from ludoteca.server.people.rewriting import rewrite_table
from ludoteca.server.store.models import Json
from ludoteca.server.store.people_queries import NOBODY, devices_of
from ludoteca.server.store.queries import read_result
from ludoteca.server.store.schema import (
    BESIDE_PLAY,
    blocks,
    daily_tries,
    entries,
    evening_people,
    identities,
    invitations,
    passkeys,
    people,
    push_subscriptions,
    quotas,
    ratings,
    recovery_codes,
    sittings,
    tables,
)
from ludoteca.server.store.writer import Job

KEPT = {  # what is given out as it is stored: the rows that name the person in this column
    "recovery_code": (recovery_codes.c.person, [recovery_codes.c.made_at]),
    "passkeys": (passkeys.c.owner, [passkeys.c.id, passkeys.c.name, passkeys.c.made_at, passkeys.c.used_at]),
    "openid": (
        identities.c.person,
        [identities.c.issuer, identities.c.subject, identities.c.made_at, identities.c.used_at],
    ),
    "daily": (daily_tries.c.person, [daily_tries.c.day, daily_tries.c.game, daily_tries.c.table_id]),
    "blocked": (blocks.c.person, [blocks.c.blocked, blocks.c.at]),
    "invited_to": (invitations.c.guest, [invitations.c.table_id, invitations.c.host, invitations.c.at]),
    "push": (
        push_subscriptions.c.person,
        [push_subscriptions.c.endpoint, push_subscriptions.c.language, push_subscriptions.c.made_at],
    ),
    "ratings": (ratings.c.player, [one for one in ratings.c if one.name != "player"]),
    "evenings": (evening_people.c.person, [evening_people.c.evening, evening_people.c.name]),
    "quotas": (quotas.c.who, [quotas.c.what, quotas.c.remaining, quotas.c.at]),
    "invited": (invitations.c.host, [invitations.c.table_id, invitations.c.guest, invitations.c.at]),
}


def export_of(person_id: str) -> Callable[[sql.Connection], Json | None]:
    """Everything that is kept of a person; None if there is no such person."""

    def question(connection: sql.Connection) -> Json | None:
        row = connection.execute(sql.select(people).where(people.c.id == person_id)).first()
        if row is None or row.merged_into:
            return None
        devices = devices_of(person_id)(connection)
        names = ("id", "name", "made_at", "renewed_at", "picture")
        return {
            "person": {name: getattr(row, name) for name in names},
            "devices": devices,
            "tables": [sitting(one) for one in connection.execute(sat_at(person_id))],
            "sent": [sent(one) for one in connection.execute(sent_by(person_id, [person_id, *devices]))],
            "kept": {name: rows_of(connection, person_id, name) for name in KEPT},
        }

    return question


def rows_of(connection: sql.Connection, person_id: str, name: str) -> list[Json]:
    column, shown = KEPT[name]
    return [dict(row._mapping) for row in connection.execute(sql.select(*shown).where(column == person_id))]


def sat_at(person_id: str) -> sql.Select[Any]:
    columns = sql.select(sittings.c.table_id, sittings.c.at, sittings.c.starred, tables.c.result)
    return columns.join(tables, tables.c.id == sittings.c.table_id).where(sittings.c.person == person_id)


def sitting(row: sql.Row[Any]) -> Json:
    result = read_result(row.result)
    if result is not None:
        result.pop("people", None)
    return {"table": row.table_id, "at": row.at, "starred": row.starred, "result": result}


def sent_by(person_id: str, ids: Sequence[str]) -> sql.CompoundSelect[Any]:
    """Moves are made where one sits; whatever else was done has an index of its own."""
    columns = sql.select(entries.c.table_id, entries.c.seq, entries.c.at, entries.c.did, entries.c.data)
    theirs = columns.where(entries.c.person.in_(ids))
    moves = theirs.where(entries.c.table_id.in_(sat_tables(person_id)), entries.c.did.in_(CHOICES))
    return sql.union_all(moves, theirs.where(BESIDE_PLAY)).order_by("at", "table_id", "seq")


def sent(row: sql.Row[Any]) -> Json:
    """What the person did, without cards that were redrawn at a start: they may still be hidden.

    The data of an entry that cannot be read is left out.
    """
    try:
        data = msgspec.json.decode(row.data, type=Json)
        data.pop("position", None)
    except (msgspec.DecodeError, UnicodeError):
        data = None
    return {"table": row.table_id, "seq": row.seq, "at": row.at, "did": row.did, "data": data}


# Deleting


def tables_of(person_id: str) -> Callable[[sql.Connection], list[str]]:
    """The tables whose logs may name a person."""
    did = sql.select(entries.c.table_id).where(entries.c.person == person_id, BESIDE_PLAY)
    return lambda connection: list(connection.execute(sat_tables(person_id).union(did)).scalars())


def sat_tables(person_id: str) -> sql.Select[Any]:
    return sql.select(sittings.c.table_id).where(sittings.c.person == person_id)


def forget_at(ids: Sequence[str], table_id: str) -> Job:
    """Take a person's name and words out of a table; `ids` are all by which it may know the person."""
    return lambda connection: rewrite_table(connection, table_id, lambda written: without(ids, written))


def without(ids: Sequence[str], written: bytes) -> bytes:
    """JSON in which a person has no name any more, and has said nothing."""
    if not any(id.encode() in written for id in ids):
        return written
    try:
        return msgspec.json.encode(nameless(ids, msgspec.json.decode(written)))
    except (msgspec.DecodeError, UnicodeError):
        return written


def nameless(ids: Sequence[str], told: Any) -> Any:
    if isinstance(told, list):
        return [nameless(ids, one) for one in told]
    if not isinstance(told, dict):
        return told
    changed = {name: nameless(ids, value) for name, value in told.items()}
    if told.get("id") in ids and "name" in told:
        changed["name"] = NOBODY
        changed.pop("picture", None)
    speaker = told.get("person")
    if isinstance(speaker, dict) and speaker.get("id") in ids and "text" in told:
        changed["text"] = NOBODY
    for seat, person in enumerate(told.get("people") or []):  # a result has names by seat
        if person in ids:
            changed["seats"][seat]["person"] = NOBODY
    return changed
