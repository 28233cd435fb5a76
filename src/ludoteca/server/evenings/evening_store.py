"""Evenings in the database: how they were made, who came, who sat where, and how each table ended."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from ludoteca.archive.game_file import PRINTABLE
from ludoteca.server.cluster.leases import moment
from ludoteca.server.store.models import Json, Person
from ludoteca.server.store.queries import read_result, void
from ludoteca.server.store.schema import (
    evening_people,
    evening_tables,
    evenings,
    leases,
    processes,
    tables,
)
from ludoteca.server.store.upserts import upsert
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

Name = Annotated[str, msgspec.Meta(max_length=64, pattern=PRINTABLE)]
MOST_LISTED = 50


class NewEvening(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What an organiser asks for."""

    game: str
    seats: Annotated[int, msgspec.Meta(ge=1, le=10)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)]
    name: Name = ""
    options: dict[str, Any] = {}
    clock: Annotated[int, msgspec.Meta(ge=5, le=3600)] | None = 90  # seconds for a move
    league: Name | None = None
    rated: bool = False


class Participant(NamedTuple):
    """Somebody who takes part in an evening, or did until leaving it."""

    person: str
    name: str
    gone: bool


class RoundTable(NamedTuple):
    """A table of a round; `result` when it is over."""

    round: int
    number: int
    table: str
    people: list[str]
    result: Json | None

    @property
    def scores(self) -> list[int] | None:
        """None if the game did not come to its end."""
        return self.result["scores"] if self.result and self.result["ended"] is None else None


class StoredEvening(NamedTuple):
    code: str
    organiser: str
    made_at: int
    ended_at: int | None
    plan: NewEvening
    people: list[Participant]
    tables: list[RoundTable]

    @property
    def round(self) -> int:
        """The round that is played or was played last; 0 before the first."""
        return max((table.round for table in self.tables), default=0)

    def in_round(self, round: int) -> list[RoundTable]:
        return [table for table in self.tables if table.round == round]

    @property
    def playing(self) -> bool:
        return any(table.result is None for table in self.tables)

    @property
    def finished_rounds(self) -> list[list[RoundTable]]:
        return [self.in_round(number) for number in range(1, self.round + (not self.playing))]


# Jobs


def add_evening(code: str, organiser: Person, plan: NewEvening) -> Job:
    about: Json = {"code": code, "organiser": organiser.id, "league": plan.league or None}
    row = about | {"made_at": now(), "data": msgspec.json.encode(plan)}
    return lambda connection: void(connection.execute(evenings.insert(), row))


def join(code: str, person: Person) -> Job:
    """Come, or come back."""
    row = {"evening": code, "person": person.id, "name": person.name, "joined_at": now(), "gone": False}
    return lambda connection: upsert(connection, evening_people, row, keep=("joined_at",))


def leave(code: str, person: str) -> Job:
    mine = (evening_people.c.evening == code) & (evening_people.c.person == person)
    change = evening_people.update().where(mine).values(gone=True)
    return lambda connection: void(connection.execute(change))


def add_round_table(code: str, round: int, number: int, table: str, people: Sequence[str]) -> Job:
    """Refused by the database if somebody else has begun this round."""
    row: Json = {"evening": code, "round": round, "number": number, "table_id": table}
    row["people"] = msgspec.json.encode(list(people))
    return lambda connection: void(connection.execute(evening_tables.insert(), row))


def end_evening(code: str) -> Job:
    change = evenings.update().where(evenings.c.code == code, evenings.c.ended_at.is_(None))
    return lambda connection: void(connection.execute(change.values(ended_at=now())))


def settle(connection: sql.Connection) -> None:
    """Note the results of tables that are over; of one that was deleted nothing will be known."""
    for row in connection.execute(TO_SETTLE).all():
        known = read_result(row.result) or {"scores": [], "ended": "closed"}
        kept = msgspec.json.encode({"scores": known["scores"], "ended": known["ended"]})
        this = evening_tables.update().where(evening_tables.c.table_id == row.table_id)
        connection.execute(this.values(result=kept))


def to_settle(connection: sql.Connection) -> bool:
    """Is there anything to note?"""
    return connection.execute(TO_SETTLE.limit(1)).first() is not None


TO_SETTLE = (
    sql.select(evening_tables.c.table_id, tables.c.result)
    .select_from(evening_tables.outerjoin(tables, tables.c.id == evening_tables.c.table_id))
    .where(evening_tables.c.result.is_(None), (tables.c.over_at.is_not(None)) | (tables.c.id.is_(None)))
)


def merge_evenings(connection: sql.Connection, kept: str, gone: str) -> None:
    """What one guest played becomes what another did: the same person on two devices."""
    rows = evening_people.c
    came = connection.execute(sql.select(rows.evening).where(rows.person == gone)).scalars().all()
    both = sql.select(rows.evening).where(rows.person == kept)
    connection.execute(evening_people.delete().where(rows.person == gone, rows.evening.in_(both)))
    connection.execute(evening_people.update().where(rows.person == gone).values(person=kept))
    connection.execute(evenings.update().where(evenings.c.organiser == gone).values(organiser=kept))
    for row in connection.execute(sql.select(evening_tables).where(evening_tables.c.evening.in_(came))).all():
        people = msgspec.json.decode(row.people)
        if gone in people:
            changed = msgspec.json.encode([kept if person == gone else person for person in people])
            this = evening_tables.update().where(evening_tables.c.table_id == row.table_id)
            connection.execute(this.values(people=changed))


# Questions


def evening(code: str) -> Callable[[sql.Connection], StoredEvening | None]:
    def question(connection: sql.Connection) -> StoredEvening | None:
        row = connection.execute(sql.select(evenings).where(evenings.c.code == code)).first()
        return read_evening(connection, row) if row else None

    return question


def read_evening(connection: sql.Connection, row: sql.Row[Any]) -> StoredEvening:
    came = sql.select(evening_people).where(evening_people.c.evening == row.code)
    people = connection.execute(came.order_by(evening_people.c.joined_at, evening_people.c.person))
    sat = sql.select(evening_tables).where(evening_tables.c.evening == row.code)
    played = connection.execute(sat.order_by(evening_tables.c.round, evening_tables.c.number))
    return StoredEvening(
        row.code, row.organiser, row.made_at, row.ended_at, msgspec.json.decode(row.data, type=NewEvening),
        [Participant(one.person, one.name, one.gone) for one in people],
        [round_table(one) for one in played],
    )  # fmt: skip


def round_table(row: Any) -> RoundTable:
    people = msgspec.json.decode(row.people, type=list[str])
    return RoundTable(row.round, row.number, row.table_id, people, read_result(row.result))


def evenings_of(person: str) -> Callable[[sql.Connection], list[StoredEvening]]:
    """The evenings that a person organised or came to, the last first."""
    came = sql.select(evening_people.c.evening).where(evening_people.c.person == person)
    mine = sql.select(evenings).where((evenings.c.organiser == person) | evenings.c.code.in_(came))
    return lambda connection: read_all(connection, mine)


def evenings_of_league(organiser: str, league: str) -> Callable[[sql.Connection], list[StoredEvening]]:
    these = sql.select(evenings).where(evenings.c.organiser == organiser, evenings.c.league == league)
    return lambda connection: read_all(connection, these)


def read_all(connection: sql.Connection, chosen: sql.Select[Any]) -> list[StoredEvening]:
    rows = connection.execute(chosen.order_by(evenings.c.made_at.desc()).limit(MOST_LISTED)).all()
    return [read_evening(connection, row) for row in rows]


def tables_left_to(process: str, lease: float) -> Callable[[sql.Connection], list[str]]:
    """The tables of all evenings that are not over, but for those that another living process runs."""
    running = sql.select(evening_tables.c.table_id).where(evening_tables.c.result.is_(None))
    held = (leases.c.table_id == evening_tables.c.table_id) & (leases.c.process != process)

    def question(connection: sql.Connection) -> list[str]:
        lately = processes.c.seen_at > moment(connection) - int(lease * 1000)
        elsewhere = sql.exists().where(held, processes.c.id == leases.c.process, lately)
        return list(connection.execute(running.where(~elsewhere)).scalars())

    return question
