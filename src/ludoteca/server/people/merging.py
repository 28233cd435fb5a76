"""Two guests become one person: every seat, game, star and daily try goes to the one who is kept.

First one transaction makes the other guest's cookies the kept person's. Then table after table is rewritten,
each in a transaction of its own, so that nobody's moves wait for a long history. What a crash leaves
undone is found again by its sittings when the room opens.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import sqlalchemy as sql
import structlog

from ludoteca.server.errors import Refused
from ludoteca.server.evenings.evening_store import merge_evenings
from ludoteca.server.finished.stored_games import forget_games
from ludoteca.server.people.rewriting import rewrite_table
from ludoteca.server.ratings.rating_store import merge_ratings
from ludoteca.server.store.people_queries import NOBODY
from ludoteca.server.store.schema import (
    bans,
    blocks,
    daily_tries,
    identities,
    invitations,
    passkeys,
    people,
    push_subscriptions,
    recovery_codes,
    sittings,
    tables,
)
from ludoteca.server.store.writer import Job

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
Part = Callable[[sql.Connection, str, str], None]  # of a merge: the connection, who is kept, who is gone


async def merge(room: "Room", kept: str, gone: str) -> None:
    """Everything of one guest belongs to another from now on, and both devices are signed in."""
    if await room.store.ask(running_together(kept, gone)):
        raise Refused("both_at_a_table")
    await room.store.write_apart(merge_person(kept, gone))  # another process may be rating games
    await move_tables(room, kept, gone)


async def finish_merges(room: "Room") -> None:
    """What was left undone when a server was stopped in the middle."""
    for kept, gone in await room.store.ask(unfinished):
        try:
            await move_tables(room, kept, gone)
        except Exception as wrong:
            log.error("a merge was not finished", why=type(wrong).__name__)


async def move_tables(room: "Room", kept: str, gone: str) -> None:
    for table_id in await room.store.ask(sat_at(gone)):
        await room.tables.rewrite(table_id, move_sitting(kept, gone, table_id))
    close_sockets_of(room, gone)
    await room.control.read()
    await room.heavy_work.forget(forget_games)


def close_sockets_of(room: "Room", person: str) -> None:
    """A page connects again, and is somebody else then."""
    for actor in room.tables.awake.values():
        for socket in list(actor.connections.sockets):
            if socket.person and socket.person.id == person:
                socket.close(1001)


# In the database


def sat_at(person: str) -> Callable[[sql.Connection], list[str]]:
    these = sql.select(sittings.c.table_id).where(sittings.c.person == person)
    return lambda connection: list(connection.execute(these).scalars())


def running_together(kept: str, gone: str) -> Callable[[sql.Connection], bool]:
    """Do both sit at a table whose game is not over? One person cannot have two seats there."""
    other = sittings.alias()
    both = sql.select(tables.c.id).join(sittings, sittings.c.table_id == tables.c.id)
    both = both.join(other, other.c.table_id == tables.c.id)
    running = both.where(sittings.c.person == kept, other.c.person == gone, tables.c.over_at.is_(None))
    return lambda connection: connection.execute(running.limit(1)).first() is not None


def unfinished(connection: sql.Connection) -> list[tuple[str, str]]:
    left = sql.select(people.c.merged_into, people.c.id).distinct()
    left = left.join(sittings, sittings.c.person == people.c.id).where(people.c.merged_into.is_not(None))
    return [(row.merged_into, row.id) for row in connection.execute(left)]


def merge_person(kept: str, gone: str) -> Job:
    """Everything but the tables, in one transaction. Whatever else is kept of people gets a part in PARTS."""

    def job(connection: sql.Connection) -> None:
        there = sql.select(people.c.id).where(people.c.id.in_((kept, gone)), people.c.merged_into.is_(None))
        both = there.order_by(people.c.id).with_for_update()  # another process may merge the other way round
        if kept == gone or len(connection.execute(both).all()) != 2:
            raise Refused("no_such_person")
        for part in PARTS:
            part(connection, kept, gone)

    return job


def merge_cookies(connection: sql.Connection, kept: str, gone: str) -> None:
    theirs = sql.or_(people.c.id == gone, people.c.merged_into == gone)
    nameless = {"merged_into": kept, "name": NOBODY, "picture": None}
    connection.execute(people.update().where(theirs).values(nameless))


def merge_keys(connection: sql.Connection, kept: str, gone: str) -> None:
    """All passkeys and identities are kept; of two codes, the one of who is kept."""
    connection.execute(identities.update().where(identities.c.person == gone).values(person=kept))
    connection.execute(passkeys.update().where(passkeys.c.owner == gone).values(owner=kept))
    move_rows(connection, recovery_codes.c.person, (), kept, gone)


def merge_tries(connection: sql.Connection, kept: str, gone: str) -> None:
    """Of two tries at the same deal, the first one counts."""
    later, earlier = daily_tries.alias(), daily_tries.alias()
    same = (later.c.day == earlier.c.day) & (later.c.game == earlier.c.game)
    after = sql.or_(later.c.at > earlier.c.at, (later.c.at == earlier.c.at) & (later.c.person == gone))
    of_both = later.c.person.in_((kept, gone)) & earlier.c.person.in_((kept, gone))
    pairs = sql.select(later.c.table_id).join(earlier, same & after)
    second = pairs.where(of_both, later.c.person != earlier.c.person)
    tables_of_second = list(connection.execute(second).scalars())
    connection.execute(daily_tries.delete().where(daily_tries.c.table_id.in_(tables_of_second)))
    connection.execute(daily_tries.update().where(daily_tries.c.person == gone).values(person=kept))


def merge_subscriptions(connection: sql.Connection, kept: str, gone: str) -> None:
    """Both are told on all devices."""
    of_person = push_subscriptions.c.person
    connection.execute(push_subscriptions.update().where(of_person == gone).values(person=kept))


def merge_bans(connection: sql.Connection, kept: str, gone: str) -> None:
    """Nobody escapes a ban by becoming somebody else."""
    theirs = (bans.c.kind == "guest") & (bans.c.value == gone)
    connection.execute(bans.update().where(theirs).values(value=kept))


def merge_friends(connection: sql.Connection, kept: str, gone: str) -> None:
    move_rows(connection, blocks.c.person, (blocks.c.blocked,), kept, gone)
    move_rows(connection, blocks.c.blocked, (blocks.c.person,), kept, gone)
    connection.execute(blocks.delete().where(blocks.c.person == kept, blocks.c.blocked == kept))
    move_rows(connection, invitations.c.guest, (invitations.c.table_id,), kept, gone)
    connection.execute(invitations.update().where(invitations.c.host == gone).values(host=kept))
    connection.execute(invitations.delete().where(invitations.c.host == kept, invitations.c.guest == kept))


def move_rows(
    connection: sql.Connection,
    column: sql.Column[str],
    others: tuple[sql.Column[str], ...],
    kept: str,
    gone: str,
) -> None:
    """Rows of who is gone become those of who is kept, unless they are there: `others` tell rows apart."""
    table = column.table
    had = [tuple(row) for row in connection.execute(sql.select(column, *others).where(column == kept))]
    theirs = [tuple(row) for row in connection.execute(sql.select(column, *others).where(column == gone))]
    for _, *key in theirs:
        this = sql.and_(column == gone, *(other == value for other, value in zip(others, key)))
        if (kept, *key) in had:
            connection.execute(sql.delete(table).where(this))
        else:
            connection.execute(sql.update(table).where(this).values({column.name: kept}))


PARTS: list[Part] = [
    merge_cookies,
    merge_keys,
    merge_tries,
    merge_bans,
    merge_friends,
    merge_subscriptions,
    merge_ratings,
    merge_evenings,
]


def move_sitting(kept: str, gone: str, table_id: str) -> Job:
    """A table at which somebody sat, with all that names that guest, becomes the kept person's."""
    old, new = f'"{gone}"'.encode(), f'"{kept}"'.encode()

    def job(connection: sql.Connection) -> None:
        rewrite_table(connection, table_id, lambda written: written.replace(old, new))
        here = sittings.c.table_id == table_id
        both = connection.execute(sql.select(sittings).where(here, sittings.c.person.in_((kept, gone)))).all()
        if not both:
            return  # the table was deleted meanwhile
        one = {"at": min(row.at for row in both), "starred": any(row.starred for row in both)}
        connection.execute(sittings.delete().where(here, sittings.c.person.in_((kept, gone))))
        connection.execute(sittings.insert(), {"person": kept, "table_id": table_id, **one})

    return job
