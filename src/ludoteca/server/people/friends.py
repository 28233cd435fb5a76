"""People one has played with: invite again, or block. There is no feed, and nobody is told of a block."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sql

from ludoteca.server.people.history import Played
from ludoteca.server.store.models import Meta, Person
from ludoteca.server.store.queries import LISTED, META, ListedTable, listed_tables, void
from ludoteca.server.store.schema import blocks, invitations, people, sittings, tables
from ludoteca.server.store.upserts import upsert
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

MOST_FRIENDS = 100
MOST_BLOCKED = 500
INVITATION_LASTS = 24 * 3_600_000  # milliseconds


class Together(NamedTuple):
    """How often two people have played, and their last game."""

    games: int
    last: Played


def played_together(played: Sequence[Played]) -> dict[str, Together]:
    """By the other's id, who played last first. `played` has the latest first."""
    found: dict[str, Together] = {}
    for one in played:
        if one.kind != "people" or one.you is None:
            continue
        for other in set(one.result.people) - {None, one.result.people[one.you]}:
            assert other is not None
            before = found.get(other)
            found[other] = Together(before.games + 1, before.last) if before else Together(1, one)
    return found


def people_of(ids: Sequence[str]) -> Callable[[sql.Connection], dict[str, Person]]:
    """Those who are still known, with the names they have now."""
    columns = sql.select(people.c.id, people.c.name, people.c.picture)
    these = columns.where(people.c.id.in_(ids), people.c.merged_into.is_(None))
    return lambda connection: {row.id: Person(*row) for row in connection.execute(these)}


def played_with(person: str, others: Sequence[str]) -> Callable[[sql.Connection], set[str]]:
    """Which of these others has finished a game with a person."""
    other = sittings.alias()
    both = sql.select(other.c.person).join(sittings, sittings.c.table_id == other.c.table_id)
    both = both.join(tables, tables.c.id == other.c.table_id)
    over = both.where(sittings.c.person == person, other.c.person != person, tables.c.over_at.is_not(None))
    these = over.where(other.c.person.in_(others)).distinct()
    return lambda connection: set(connection.execute(these).scalars())


# Blocks


def blocked_by(person: str) -> Callable[[sql.Connection], list[str]]:
    these = sql.select(blocks.c.blocked).where(blocks.c.person == person).order_by(blocks.c.at.desc())
    return lambda connection: list(connection.execute(these.limit(MOST_BLOCKED)).scalars())


def set_block(person: str, other: str, blocked: bool) -> Job:
    def job(connection: sql.Connection) -> None:
        here = (blocks.c.person == person) & (blocks.c.blocked == other)
        if blocked:
            upsert(connection, blocks, {"person": person, "blocked": other, "at": now()})
        else:
            connection.execute(blocks.delete().where(here))

    return job


# Invitations


def invite(host: str, guest: str, table_id: str) -> Job:
    """An invitation instead of an earlier one to the same table; the guest's that are too old go."""

    def job(connection: sql.Connection) -> None:
        old = (invitations.c.guest == guest) & (invitations.c.at < now() - INVITATION_LASTS)
        connection.execute(invitations.delete().where(old))
        row = {"guest": guest, "table_id": table_id, "host": host, "at": now()}
        upsert(connection, invitations, row)

    return job


def decline(guest: str, table_id: str) -> Job:
    this = invitations.delete().where(invitations.c.guest == guest, invitations.c.table_id == table_id)
    return lambda connection: void(connection.execute(this))


def table_of(person: str, table_id: str) -> Callable[[sql.Connection], Meta | None]:
    """A table at which a person sits or sat."""
    here = sql.select(tables.c.meta).join(sittings, sittings.c.table_id == tables.c.id)
    this = here.where(sittings.c.person == person, tables.c.id == table_id, tables.c.over_at.is_(None))

    def question(connection: sql.Connection) -> Meta | None:
        meta = connection.execute(this).scalar()
        return None if meta is None else META.decode(meta)

    return question


class Invited(NamedTuple):
    """An invitation: who invites, and to which table."""

    host: Person
    table: ListedTable


def invitations_to(guest: str) -> Callable[[sql.Connection], list[Invited]]:
    """The latest first: to tables that are not over and where the guest does not sit, from nobody blocked."""
    seated = sql.exists().where(sittings.c.person == guest, sittings.c.table_id == tables.c.id)
    blocked = sql.exists().where(blocks.c.person == guest, blocks.c.blocked == invitations.c.host)
    mine = LISTED.join(invitations, invitations.c.table_id == tables.c.id).where(invitations.c.guest == guest)
    good = mine.where(invitations.c.at > now() - INVITATION_LASTS, tables.c.over_at.is_(None))
    shown = good.where(~seated, ~blocked).order_by(invitations.c.at.desc())
    hosts = sql.select(invitations.c.table_id, people.c.id, people.c.name, people.c.picture)
    hosts = hosts.join(people, people.c.id == invitations.c.host).where(invitations.c.guest == guest)

    def question(connection: sql.Connection) -> list[Invited]:
        found = listed_tables(connection, shown)
        by = {row[0]: Person(*row[1:]) for row in connection.execute(hosts)} if found else {}
        return [Invited(by[one.meta.id], one) for one in found if one.meta.id in by]

    return question
