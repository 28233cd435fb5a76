"""Quotas: how much a person or an address may add to the room.

They are kept in its database, so neither a restart nor a second process of the room gives anybody more.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sql

from ludoteca.server.errors import Refused
from ludoteca.server.settings import Rate
from ludoteca.server.store.queries import Store
from ludoteca.server.store.schema import quotas
from ludoteca.server.store.upserts import insert_if_new
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now


class Share(NamedTuple):
    """A part of somebody's quota."""

    what: str
    who: str
    amount: float
    rate: Rate


class Take:
    """Use all of these shares up; if one is not there, nothing, and `seconds` tells how long to wait."""

    def __init__(self, shares: Iterable[Share]) -> None:
        self.shares = sorted(shares)  # so that no two processes wait for each other
        self.seconds = 0

    def __call__(self, connection: sql.Connection) -> None:
        moment = now()
        left = {share: remaining(connection, share, moment) - share.amount for share in self.shares}
        lacking = max(-one / share.rate.per_second for share, one in left.items())
        self.seconds = math.ceil(max(0.0, lacking))
        if not self.seconds:
            for share, one in left.items():
                new = {"remaining": one, "at": moment}
                connection.execute(quotas.update().where(row_of(share)).values(new))


def remaining(connection: sql.Connection, share: Share, moment: int) -> float:
    full = {"what": share.what, "who": share.who, "remaining": share.rate.burst, "at": moment}
    insert_if_new(connection, quotas, full)
    row = connection.execute(sql.select(quotas).where(row_of(share)).with_for_update()).one()
    filled = row.remaining + max(0, moment - row.at) / 1000 * share.rate.per_second
    return float(min(share.rate.burst, filled))


def row_of(share: Share) -> sql.ColumnElement[bool]:
    return sql.and_(quotas.c.what == share.what, quotas.c.who == share.who)


async def take(store: Store, *shares: Share) -> None:
    """`quota`, with how long to wait, if there is less. Apart from moves: another process may hold a row."""
    taking = Take(shares)
    await store.write_apart(taking)
    if taking.seconds:
        raise Refused("quota", seconds=taking.seconds, minutes=math.ceil(taking.seconds / 60))


def forget_full(rates: Iterable[Rate]) -> Job:
    """Whose quota is full again need not be remembered."""
    longest = max(rate.burst / rate.per_second for rate in rates)

    def job(connection: sql.Connection) -> None:
        connection.execute(quotas.delete().where(quotas.c.at < now() - longest * 1000))

    return job
