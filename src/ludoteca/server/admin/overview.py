"""How the room is doing: what the admin sees first."""

import os
import resource
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import sqlalchemy as sql

from ludoteca import __version__
from ludoteca.server.admin import answers
from ludoteca.server.admin.retention import bytes_kept, disk
from ludoteca.server.admin.room_control import limits_written
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.admin_queries import AdminPerson, AdminTable
from ludoteca.server.store.schema import processes
from ludoteca.server.table import views

if TYPE_CHECKING:
    from ludoteca.server.room import Room

STARTED = time.monotonic()


async def of(room: "Room") -> answers.Overview:
    await room.control.read()
    counts, kept, others = await room.store.ask(
        lambda connection: (queries.counts(connection), bytes_kept(connection), count_processes(connection))
    )
    control, limits = room.control.now, limits_written(room.settings.limits)
    free = disk(room)
    return answers.Overview(
        versions=versions(room), counts=counts, load=load(room), processes=others,
        disk=answers.DiskFigures(room.store.engine.name, kept, *(free or (None, None))),
        notice=control.notice, draining=control.draining,
        limits=limits, changed_limits=sorted(control.limits), retention=control.retention,
        backup_plan=control.backups, backup_folder=str(room.backups.folder), backups=room.backups.files(),
    )  # fmt: skip


def count_processes(connection: sql.Connection) -> int:
    return connection.execute(sql.select(sql.func.count()).select_from(processes)).scalar_one()


def versions(room: "Room") -> answers.Versions:
    ran = [one for one in room.control.now.versions if one != __version__]
    found = installed()
    return answers.Versions(__version__, found, ran[-1] if ran else None, found != __version__)


def installed() -> str:
    """What a restart would run."""
    try:
        return version("ludoteca")
    except PackageNotFoundError:
        return __version__


def load(room: "Room") -> answers.LoadFigures:
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1 if sys.platform == "darwin" else 1024
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return answers.LoadFigures(
        up_seconds=int(time.monotonic() - STARTED),
        cpu_seconds=used.ru_utime + used.ru_stime,
        memory_bytes=used.ru_maxrss * unit,
        sockets=sum(room.sockets_of.values()),
        tables_awake=len(room.tables.awake),
        machine_load=busy,
    )


def table_info(room: "Room", table: AdminTable) -> answers.AdminTableInfo:
    actor = room.tables.awake.get(table.id)
    presence = actor.connections.presence() if actor else views.Presence()
    summary = table.summary
    places = enumerate(summary.places if summary else ())
    game, stage = table.meta.game if table.meta else None, summary.stage if summary else None
    return answers.AdminTableInfo(
        table=table.id, game=game, stage=stage,
        open=table.meta.open if table.meta else None, locked=summary.locked if summary else False,
        seats=[views.seat_info(number, place, presence) for number, place in places],
        made_at=table.made_at, over_at=table.over_at, entries=table.entries, bytes=table.bytes,
        awake=actor is not None, spectators=presence.spectators, link=room.link_to(table.id),
    )  # fmt: skip


def person_info(room: "Room", person: AdminPerson) -> answers.AdminPersonInfo:
    addresses = {
        socket.address
        for actor in room.tables.awake.values()
        for socket in actor.connections.sockets
        if socket.person and socket.person.id == person.id
    }
    bans = [ban for ban in room.control.bans if ban.kind == "guest" and ban.value == person.id]
    return answers.AdminPersonInfo(*person, sorted(addresses), bans)
