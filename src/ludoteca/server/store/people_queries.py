"""What the database is asked about people, and what is written of them: cookies, codes, pictures."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sql

from ludoteca.server.store.models import Person
from ludoteca.server.store.queries import void
from ludoteca.server.store.schema import (
    blocks,
    daily_tries,
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
)
from ludoteca.server.store.upserts import upsert
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

COOKIE_LASTS = 365 * 24 * 3_600_000  # milliseconds
NOBODY = "–"  # instead of a name
NAMES_A_PERSON = [  # every column whose row goes when its person is deleted
    sittings.c.person,
    daily_tries.c.person,
    recovery_codes.c.person,
    passkeys.c.owner,
    identities.c.person,
    blocks.c.person,
    blocks.c.blocked,
    invitations.c.guest,
    invitations.c.host,
    push_subscriptions.c.person,
    ratings.c.player,
    evening_people.c.person,
    quotas.c.who,
]


# Jobs


def add_person(person: Person, token_hash: str) -> Job:
    row = {"id": person.id, "name": person.name, "picture": person.picture}
    return lambda connection: void(
        connection.execute(people.insert(), row | {"token_hash": token_hash, "made_at": now()})
    )


def add_device(device: str, person: str, token_hash: str) -> Job:
    """The cookie of one more device of a person."""
    row = {"id": device, "name": NOBODY, "token_hash": token_hash, "made_at": now(), "merged_into": person}
    return lambda connection: void(connection.execute(people.insert(), row))


def change_person(person: Person, token_hash: str | None = None) -> Job:
    """Name and picture; the cookie of this device lasts from now on."""
    seen = people.update().where(sql.or_(people.c.id == person.id, people.c.token_hash == token_hash))
    change = people.update().where(people.c.id == person.id).values(name=person.name, picture=person.picture)

    def job(connection: sql.Connection) -> None:
        connection.execute(seen.values(renewed_at=now()))
        connection.execute(change)

    return job


def put_recovery_code(person: str, hash: str) -> Job:
    """A code instead of the one before, if there was one."""
    row = {"person": person, "hash": hash, "made_at": now()}
    return lambda connection: upsert(connection, recovery_codes, row)


def delete_people(connection: sql.Connection, ids: Sequence[str]) -> None:
    """Everything that is kept of people but what they did at tables."""
    everybody = [*ids, *(device for person in ids for device in devices_of(person)(connection))]
    for column in NAMES_A_PERSON:
        connection.execute(column.table.delete().where(column.in_(everybody)))
    connection.execute(people.delete().where(people.c.id.in_(everybody)))


# Questions


def person_of(token_hash: str) -> Callable[[sql.Connection], Person | None]:
    """Who has this cookie, on this device or another."""
    cookie = people.alias()
    owner = people.c.id == sql.func.coalesce(cookie.c.merged_into, cookie.c.id)
    good_since = sql.func.coalesce(cookie.c.renewed_at, cookie.c.made_at)
    columns = sql.select(people.c.id, people.c.name, people.c.picture).join(cookie, owner)
    found = columns.where(cookie.c.token_hash == token_hash)

    def question(connection: sql.Connection) -> Person | None:
        row = connection.execute(found.where(good_since > now() - COOKIE_LASTS)).first()
        return Person(*row) if row else None

    return question


def person_by_id(id: str) -> Callable[[sql.Connection], Person | None]:
    columns = sql.select(people.c.id, people.c.name, people.c.picture)
    this = columns.where(people.c.id == id, people.c.merged_into.is_(None))

    def question(connection: sql.Connection) -> Person | None:
        row = connection.execute(this).first()
        return Person(*row) if row else None

    return question


def devices_of(person: str) -> Callable[[sql.Connection], list[str]]:
    """The ids of a person's other devices: guests of their own before, as logs may still call them."""
    these = sql.select(people.c.id).where(people.c.merged_into == person)
    return lambda connection: list(connection.execute(these).scalars())


def owner_of_code(hash: str) -> Callable[[sql.Connection], str | None]:
    this = sql.select(recovery_codes.c.person).where(recovery_codes.c.hash == hash)
    return lambda connection: connection.execute(this).scalar()


def has_blocked(person: str, other: str) -> Callable[[sql.Connection], bool]:
    this = sql.select(blocks.c.at).where(blocks.c.person == person, blocks.c.blocked == other)
    return lambda connection: connection.execute(this).first() is not None


class Keys(NamedTuple):
    """With what a person can come back, and from how many devices."""

    code_made_at: int | None
    devices: int
    games: int


def keys_of(person: str) -> Callable[[sql.Connection], Keys]:
    made_at = sql.select(recovery_codes.c.made_at).where(recovery_codes.c.person == person)
    devices = sql.select(sql.func.count()).where(people.c.merged_into == person)
    games = sql.select(sql.func.count()).where(sittings.c.person == person)

    def question(connection: sql.Connection) -> Keys:
        made, more, sat = (connection.execute(asked).scalar() for asked in (made_at, devices, games))
        return Keys(made, 1 + (more or 0), sat or 0)

    return question
