"""Scored tries at deals of the day: kept one a person, game and day, and read for the table of results."""

from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from ludoteca.server.store.models import Json
from ludoteca.server.store.queries import read_result
from ludoteca.server.store.schema import daily_tries, people, tables
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now


class Try(NamedTuple):
    """A scored try, and how it ended if it did."""

    person: str
    name: str
    table: str
    result: Json | None

    @property
    def finished(self) -> bool:
        """By the rules; who gives up has no score."""
        return self.result is not None and self.result["ended"] is None


def add_try(day: str, game: str, person: str, table: str, address: str) -> Job:
    """Refused by the database if this person has had a try."""
    row = {"day": day, "game": game, "person": person, "table_id": table, "address": address, "at": now()}

    def job(connection: sql.Connection) -> None:
        connection.execute(daily_tries.insert(), row)

    return job


TriedTwice = IntegrityError


def tries_from(day: str, game: str, address: str) -> Callable[[sql.Connection], int]:
    """How many tries an address has had."""
    here = (daily_tries.c.day == day) & (daily_tries.c.game == game) & (daily_tries.c.address == address)
    counted = sql.select(sql.func.count()).select_from(daily_tries).where(here)
    return lambda connection: int(connection.execute(counted).scalar_one())


def tries_at(day: str, game: str | None = None) -> Callable[[sql.Connection], list[tuple[str, Try]]]:
    """All tries of a day with the game of each, the first to begin first."""
    columns = sql.select(
        daily_tries.c.game, daily_tries.c.person, people.c.name, tables.c.id, tables.c.result
    ).select_from(
        daily_tries.join(people, people.c.id == daily_tries.c.person).join(
            tables, tables.c.id == daily_tries.c.table_id
        )
    )
    wanted = columns.where(daily_tries.c.day == day).order_by(daily_tries.c.at)
    if game is not None:
        wanted = wanted.where(daily_tries.c.game == game)
    return lambda connection: [
        (row.game, Try(row.person, row.name, row.id, read_result(row.result)))
        for row in connection.execute(wanted)
    ]
