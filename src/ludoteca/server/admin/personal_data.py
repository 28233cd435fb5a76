"""What the room keeps of a person: given out on demand, and deleted.

Games stay, since others played them too; the person's name and what was said are taken out of their logs.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sql

from ludoteca.server.store.models import Json
from ludoteca.server.store.queries import read_result
from ludoteca.server.store.schema import daily_tries, entries, people, sittings, tables
from ludoteca.server.store.writer import Job

NOBODY = "–"  # instead of the name
COLUMNS = ("meta", "summary", "result")


def export_of(person_id: str) -> Callable[[sql.Connection], Json | None]:
    """Everything that is kept of a person; None if there is no such person."""

    def question(connection: sql.Connection) -> Json | None:
        row = connection.execute(sql.select(people).where(people.c.id == person_id)).first()
        if row is None:
            return None
        about = {"id": row.id, "name": row.name, "made_at": row.made_at, "renewed_at": row.renewed_at}
        return {
            "person": about,
            "tables": [sitting(one) for one in connection.execute(sat_at(person_id))],
            "sent": [sent(one) for one in connection.execute(sent_by(person_id))],
        }

    return question


def sat_at(person_id: str) -> sql.Select[Any]:
    columns = sql.select(sittings.c.table_id, sittings.c.at, tables.c.result)
    return columns.join(tables, tables.c.id == sittings.c.table_id).where(sittings.c.person == person_id)


def sitting(row: sql.Row[Any]) -> Json:
    result = read_result(row.result)
    if result is not None:
        result.pop("people", None)
    return {"table": row.table_id, "at": row.at, "result": result}


def sent_by(person_id: str) -> sql.Select[Any]:
    columns = sql.select(entries.c.table_id, entries.c.seq, entries.c.at, entries.c.did, entries.c.data)
    return columns.where(entries.c.person == person_id).order_by(entries.c.at)


def sent(row: sql.Row[Any]) -> Json:
    """What the person did; the data of an entry that cannot be read is left out."""
    try:
        data = msgspec.json.decode(row.data)
    except (msgspec.DecodeError, UnicodeError):
        data = None
    return {"table": row.table_id, "seq": row.seq, "at": row.at, "did": row.did, "data": data}


# Deleting


def tables_of(person_id: str) -> Callable[[sql.Connection], list[str]]:
    """The tables whose logs may name a person."""
    sat = sql.select(sittings.c.table_id).where(sittings.c.person == person_id)
    did = sql.select(entries.c.table_id).where(entries.c.person == person_id)
    return lambda connection: list(connection.execute(sat.union(did)).scalars())


def delete(person_id: str, table_ids: list[str]) -> Iterator[Job]:
    """A job for each table, and one for the person."""
    for table_id in table_ids:
        yield forget_at(person_id, table_id)

    def job(connection: sql.Connection) -> None:
        for part in (sittings, daily_tries):
            connection.execute(part.delete().where(part.c.person == person_id))
        connection.execute(people.delete().where(people.c.id == person_id))

    yield job


def forget_at(person_id: str, table_id: str) -> Job:
    def job(connection: sql.Connection) -> None:
        this = tables.c.id == table_id
        row = connection.execute(sql.select(*(tables.c[name] for name in COLUMNS)).where(this)).one()
        seats = seats_of(person_id, row.result)
        changed = {name: without(person_id, getattr(row, name)) for name in ("meta", "summary")}
        changed["result"] = without(person_id, row.result, seats)
        connection.execute(tables.update().where(this).values(changed))
        of_table = sql.select(entries.c.seq, entries.c.did, entries.c.data).where(
            entries.c.table_id == table_id
        )
        for entry in connection.execute(of_table).all():
            written = without(person_id, entry.data)
            if written != entry.data:
                this_entry = (entries.c.table_id == table_id) & (entries.c.seq == entry.seq)
                connection.execute(entries.update().where(this_entry).values(data=written))

    return job


def seats_of(person_id: str, result: bytes | None) -> tuple[int, ...]:
    """Where the person sat at the end: a result has names by seat."""
    kept = read_result(result) or {}
    return tuple(seat for seat, person in enumerate(kept.get("people", [])) if person == person_id)


def without(person_id: str, written: bytes | None, seats: tuple[int, ...] = ()) -> bytes | None:
    """JSON in which a person has no name any more, and has said nothing."""
    if written is None or person_id.encode() not in written:
        return written
    try:
        told = msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeError):
        return written
    for seat in seats:
        told["seats"][seat]["person"] = NOBODY
    return msgspec.json.encode(nameless(person_id, told))


def nameless(person_id: str, told: Any) -> Any:
    if isinstance(told, list):
        return [nameless(person_id, one) for one in told]
    if not isinstance(told, dict):
        return told
    changed = {name: nameless(person_id, value) for name, value in told.items()}
    if told.get("id") == person_id and "name" in told:
        changed["name"] = NOBODY
    speaker = told.get("person")
    if isinstance(speaker, dict) and speaker.get("id") == person_id and "text" in told:
        changed["text"] = NOBODY
    return changed
