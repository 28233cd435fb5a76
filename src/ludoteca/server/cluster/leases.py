"""Several processes may share one database; a lease says which process runs a table.

A process that runs a table has its lease, with a fencing number that grows whenever the table changes hands.
Every entry is written under that number, so a process that lost a lease without noticing can write nothing
more. A lease holds as long as its process gives signs of life and somebody listens at its address.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import sqlalchemy as sql
import structlog

from ludoteca.server.errors import Refused, fault
from ludoteca.server.http.links import own_url
from ludoteca.server.store.faults import code_of, is_locked
from ludoteca.server.store.models import Process
from ludoteca.server.store.schema import leases, processes, tables
from ludoteca.server.store.writer import Job

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
PAUSES = (0.05, 0.1, 0.2, 0.4)  # seconds between tries to get a lease
TRY_AGAIN = 2  # seconds
SOON = 1.0  # seconds: who asks more often is told the same again
LAST_WORDS = 2  # seconds
PROBE = 1  # seconds until an address that does not answer is left in doubt


class Elsewhere(Exception):
    """Another process runs the table."""

    def __init__(self, owner: Process) -> None:
        super().__init__(owner.address)
        self.owner = owner


class Leases:
    """The leases of this process, and its signs of life."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.me = Process(secrets.token_hex(8), own_url(room.settings), secrets.token_urlsafe(24))
        self.looked = 0.0  # when the database was last looked at for /ready
        self.looking: asyncio.Task[str] | None = None

    async def begin(self) -> None:
        await self.room.store.write(register(self.me))
        self.room.run_in_background(self._beat())

    async def end(self) -> None:
        """Leave at once what this process still has to the others."""
        with contextlib.suppress(sql.exc.SQLAlchemyError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self.room.store.write(unregister(self.me))

    async def claim(self, table_id: str) -> int:
        """The fencing number under which this process runs the table from now on, or Elsewhere."""
        claim = await self._try(table_id, gone=None)
        if claim.owner and await refuses(claim.owner):
            claim = await self._try(table_id, gone=claim.owner.id)
        if claim.owner:
            raise Elsewhere(claim.owner)
        if claim.fence is None:
            raise Refused("no_such_table")
        return claim.fence

    async def database_status(self) -> Any:
        """`ok` if this process has written to the database and read from it just now, else why not."""
        if self.looking is None or (self.looking.done() and time.monotonic() - self.looked > SOON):
            self.looked = time.monotonic()
            self.looking = asyncio.create_task(self._look_at_database())
        return await asyncio.shield(self.looking)

    async def _look_at_database(self) -> str:
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self.room.store.write(register(self.me))
                await self.room.store.ask(held_by(self.me.id))
        except (sql.exc.SQLAlchemyError, TimeoutError) as wrong:
            return code_of(wrong)
        return "ok"

    def release(self, table_id: str, fence: int) -> None:
        self.room.run_in_background(self.room.store.write(give_up(table_id, fence)))

    async def _try(self, table_id: str, gone: str | None) -> "Claim":
        """Somebody else may be first, or hold a lock: then try again, and not for long."""
        claim = Claim(table_id, self.me.id, gone, self.room.settings.lease)
        for pause in PAUSES:
            try:
                await self.room.store.write_apart(claim)
                return claim
            except sql.exc.DBAPIError as wrong:
                if not (isinstance(wrong, sql.exc.IntegrityError) or is_locked(wrong)):
                    raise
            await asyncio.sleep(pause)
        raise Refused("busy", seconds=TRY_AGAIN)

    async def _beat(self) -> None:
        """Give signs of life, and look which tables are left: others may have taken or rewritten some."""
        while True:
            await asyncio.sleep(self.room.settings.lease / 5)
            try:
                await self.room.store.write(register(self.me))
                await self._look_what_is_left()
            except Exception as wrong:
                log.error("no sign of life could be given", why=fault(wrong), code=code_of(wrong))

    async def _look_what_is_left(self) -> None:
        """Who lost a table sends its people away: they come again and see what others have written."""
        awake = list(self.room.tables.awake.items())  # before the question: later ones are not in its answer
        left = await self.room.store.ask(held_by(self.me.id))
        for table_id, actor in awake:
            if left.get(table_id) != actor.fence:
                log.warning("taken over or rewritten by another process", table=actor.name)
                self.room.tables.unload(actor)


async def refuses(process: Process) -> bool:
    """Does nobody listen at the address of a process? If that is in doubt, it counts as alive."""
    place = urlsplit(process.address)
    port = place.port or (443 if place.scheme == "https" else 80)
    try:
        async with asyncio.timeout(PROBE):
            _, writer = await asyncio.open_connection(place.hostname, port)
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    writer.close()
    return False


# Jobs and questions


class Claim:
    """A try to get a table's lease: afterwards there is a fence, or an owner, or no such table."""

    def __init__(self, table_id: str, process: str, gone: str | None, lease: float) -> None:
        self.table_id = table_id
        self.process = process
        self.gone = gone  # a process that is known to have ended
        self.lease = lease
        self.fence: int | None = None
        self.owner: Process | None = None

    def __call__(self, connection: sql.Connection) -> None:
        self.fence = self.owner = None
        this_table = leases.c.table_id == self.table_id
        if not connection.execute(sql.select(tables.c.id).where(tables.c.id == self.table_id)).first():
            return
        held = connection.execute(sql.select(leases).where(this_table).with_for_update(nowait=True)).first()
        if held and held.process not in (None, self.process, self.gone):
            self.owner = alive(connection, held.process, self.lease)
            if self.owner:
                return
        self.fence = held.fence + 1 if held else 1
        new = {"process": self.process, "fence": self.fence}
        if held:
            connection.execute(leases.update().where(this_table).values(new))
        else:
            connection.execute(leases.insert(), {"table_id": self.table_id, **new})


def give_up(table_id: str, fence: int) -> Job:
    mine = leases.update().where(leases.c.table_id == table_id, leases.c.fence == fence)

    def job(connection: sql.Connection) -> None:
        connection.execute(mine.values(process=None))

    return job


def register(process: Process) -> Job:
    """A sign of life. A process that was at the same address before has ended."""

    def job(connection: sql.Connection) -> None:
        seen = {"seen_at": moment(connection)}
        mine = processes.c.id == process.id
        if not connection.execute(processes.update().where(mine).values(seen)).rowcount:
            connection.execute(processes.delete().where(processes.c.address == process.address))
            who = {"id": process.id, "address": process.address, "pass_key": process.key}
            connection.execute(processes.insert(), {**who, **seen})

    return job


def unregister(process: Process) -> Job:
    def job(connection: sql.Connection) -> None:
        connection.execute(processes.delete().where(processes.c.id == process.id))

    return job


def alive(connection: sql.Connection, process: str, lease: float) -> Process | None:
    """The process, if it gave a sign of life lately."""
    lately = processes.c.seen_at > moment(connection) - int(lease * 1000)
    found = connection.execute(sql.select(processes).where(processes.c.id == process, lately)).first()
    return Process(found.id, found.address, found.pass_key) if found else None


def held_by(process: str) -> Callable[[sql.Connection], dict[str, int]]:
    mine = sql.select(leases.c.table_id, leases.c.fence).where(leases.c.process == process)
    return lambda connection: {row.table_id: row.fence for row in connection.execute(mine)}


def moment(connection: sql.Connection) -> int:
    """Milliseconds since 1970 by the database's clock, so that all machines agree."""
    if connection.dialect.name == "sqlite":
        return time.time_ns() // 1_000_000
    return int(
        connection.execute(sql.text("SELECT extract(epoch FROM clock_timestamp()) * 1000")).scalar_one()
    )
