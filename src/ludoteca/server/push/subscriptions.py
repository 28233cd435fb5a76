"""The devices on which people want to be told."""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sql

from ludoteca.server.store.schema import push_subscriptions as kept
from ludoteca.server.store.upserts import upsert
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

MOST = 10  # devices of a person; the oldest give way


class Subscription(NamedTuple):
    endpoint: str  # the address at a push service; whoever knows it could send there, so it is private
    p256dh: str
    auth: str
    language: str


def id_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def add(person: str, one: Subscription) -> Job:
    """A device belongs to the person who subscribed there last."""

    def job(connection: sql.Connection) -> None:
        row = {"id": id_of(one.endpoint), "person": person, "made_at": now(), **one._asdict()}
        upsert(connection, kept, row)
        newest = sql.select(kept.c.id).where(kept.c.person == person).order_by(kept.c.made_at.desc())
        others = connection.execute(newest.offset(MOST)).scalars().all()
        connection.execute(kept.delete().where(kept.c.id.in_(others)))

    return job


def remove(endpoint: str, person: str | None = None) -> Job:
    """A device that wants no more, or that is gone."""
    this = kept.delete().where(kept.c.id == id_of(endpoint))

    def job(connection: sql.Connection) -> None:
        connection.execute(this if person is None else this.where(kept.c.person == person))

    return job


def of_person(person: str) -> Callable[[sql.Connection], list[Subscription]]:
    columns = sql.select(kept.c.endpoint, kept.c.p256dh, kept.c.auth, kept.c.language)

    def question(connection: sql.Connection) -> list[Subscription]:
        rows = connection.execute(columns.where(kept.c.person == person))
        return [Subscription(*row) for row in rows]

    return question
