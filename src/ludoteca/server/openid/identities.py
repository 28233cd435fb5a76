"""Identities at a provider, in the database: of which person, and nothing else but when."""

import hashlib
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sql

from ludoteca.server.store.queries import void
from ludoteca.server.store.schema import identities
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now


class Identity(msgspec.Struct, frozen=True):
    """A person as a provider knows it."""

    issuer: str
    subject: str

    @property
    def id(self) -> str:
        return hashlib.sha256(msgspec.json.encode([self.issuer, self.subject])).hexdigest()


class KeptIdentity(msgspec.Struct):
    """An identity as its person sees it."""

    id: str
    provider: str  # what the page calls it
    made_at: int
    used_at: int | None


def owner_of(identity: Identity) -> Callable[[sql.Connection], str | None]:
    this = sql.select(identities.c.person).where(identities.c.id == identity.id)
    return lambda connection: connection.execute(this).scalar()


def identities_of(person: str, labels: dict[str, str]) -> Callable[[sql.Connection], list[KeptIdentity]]:
    """Those of a person; `labels` name the providers that the room has, by issuer."""
    columns = sql.select(identities.c.id, identities.c.issuer, identities.c.made_at, identities.c.used_at)
    these = columns.where(identities.c.person == person).order_by(identities.c.made_at)

    def question(connection: sql.Connection) -> list[KeptIdentity]:
        rows = connection.execute(these)
        return [
            KeptIdentity(id, labels.get(issuer) or host_of(issuer), *dates) for id, issuer, *dates in rows
        ]

    return question


def host_of(issuer: str) -> str:
    return urlsplit(issuer).hostname or issuer


def link(identity: Identity, person: str) -> Job:
    """From now on this identity is that person."""
    row = {"id": identity.id, "issuer": identity.issuer, "subject": identity.subject, "person": person}
    return lambda connection: void(connection.execute(identities.insert(), row | {"made_at": now()}))


def note_use(identity: Identity) -> Job:
    this = identities.update().where(identities.c.id == identity.id).values(used_at=now())
    return lambda connection: void(connection.execute(this))


def unlink(person: str, id: str) -> Job:
    this = identities.delete().where(identities.c.person == person, identities.c.id == id)
    return lambda connection: void(connection.execute(this))
