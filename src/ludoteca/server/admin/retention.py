"""Tidying up: what nobody can find any more goes, by age and by size. Starred games stay."""

import asyncio
import os
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql
import structlog

from ludoteca.server.admin.room_control import Retention
from ludoteca.server.settings import a_day
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store import quotas
from ludoteca.server.store.database import file_of
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
DAY = 24 * 3_600_000  # milliseconds
LOOK_EVERY = 60.0  # seconds
TIDY_EVERY = 3_600_000  # milliseconds
AT_ONCE = 200  # tables or guests in a transaction: others write in between


class Tidied(msgspec.Struct):
    """How much would go, or has gone."""

    guests: int = 0
    games: int = 0
    tables: int = 0
    by_size: int = 0


async def by_schedule(room: "Room") -> None:
    """Tidy up every hour, in one of the processes."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        last = room.control.now.last_tidied
        if now() - last < TIDY_EVERY:
            continue
        try:
            turn = queries.TakeTurn("last_tidied", last, now())
            await room.store.write(turn)
            if turn.taken:
                await room.store.write(quotas.forget_full([a_day(1), room.settings.limits.imports]))
                log.info("tidied", **msgspec.to_builtins(await tidy(room, room.control.now.retention)))
        except Exception:
            log.exception("not tidied")


async def tidy(room: "Room", wanted: Retention, really: bool = True) -> Tidied:
    """Guests first: games that only they could find have no owner then."""
    done = Tidied()
    if wanted.guest_days:
        done.guests = await forget_guests(room, now() - wanted.guest_days * DAY, really)
    if wanted.finished_days:
        done.games = await remove(room, queries.ownerless(now() - wanted.finished_days * DAY), really)
    if wanted.empty_days:
        done.tables = await remove(room, queries.never_begun(now() - wanted.empty_days * DAY), really)
    if wanted.most_megabytes:
        done.by_size = await shrink(room, wanted.most_megabytes * 10**6, really)
    return done


async def forget_guests(room: "Room", moment: int, really: bool) -> int:
    ids = [
        one for one in await ids_of(room, queries.guests_not_seen_since(moment)) if not connected(room, one)
    ]
    if really:
        for start in range(0, len(ids), AT_ONCE):
            await room.store.write(queries.forget_guests(ids[start : start + AT_ONCE]))
    return len(ids)


def connected(room: "Room", person: str) -> bool:
    return any(person in actor.connections.presence().people for actor in room.tables.awake.values())


async def remove(room: "Room", which: sql.Select[Any], really: bool) -> int:
    ids = [table for table in await ids_of(room, which) if table not in room.tables.awake]
    if really:
        for start in range(0, len(ids), AT_ONCE):
            await room.store.write(queries.delete_tables(ids[start : start + AT_ONCE]))
    return len(ids)


async def shrink(room: "Room", most: int, really: bool) -> int:
    """Remove the oldest games until what is kept takes no more than this."""
    too_much, count, last = await bytes_in_use(room, most) - most, 0, None
    while too_much > 0 and (some := await room.store.ask(queries.oldest_games(last, AT_ONCE))):
        chosen: list[str] = []
        for last in some:
            if too_much > 0:
                chosen.append(last.id)
                too_much -= last.size
        gone = [table for table in chosen if table not in room.tables.awake]
        count += len(gone)
        if really:
            await room.store.write(queries.delete_tables(gone))
    return count


async def bytes_in_use(room: "Room", most: int) -> int:
    """PostgreSQL's files never shrink: if they are too large, what lies in them has to be added up."""
    size, last = await room.store.ask(bytes_kept), ""
    if size <= most or room.store.engine.name == "sqlite":
        return size
    size = 0
    while some := await room.store.ask(queries.table_sizes(last, AT_ONCE)):
        size += sum(table.size for table in some)
        last = some[-1].id
    return size


async def ids_of(room: "Room", which: sql.Select[Any]) -> list[str]:
    return await room.store.ask(lambda connection: list(connection.execute(which).scalars()))


def bytes_kept(connection: sql.Connection) -> int:
    """What is in use: SQLite's file does not shrink by itself, but its free pages are used again."""
    if connection.dialect.name == "sqlite":
        pages, free, size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)
    return int(connection.execute(sql.text("SELECT pg_database_size(current_database())")).scalar_one())


def disk(room: "Room") -> tuple[int, int] | None:
    """Bytes that are free and that there are where the database lies; None if it is not on this machine."""
    file = file_of(room.store.engine.url) if room.store.engine.name == "sqlite" else None
    if file is None or not hasattr(os, "statvfs"):
        return None
    about = os.statvfs(file.parent)
    return about.f_bavail * about.f_frsize, about.f_blocks * about.f_frsize
