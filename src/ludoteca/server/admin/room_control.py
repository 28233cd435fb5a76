"""What the admin has set for the room: limits, a notice, draining, bans, backups, retention.

It is kept in the database and read again every few seconds, so all processes of a room follow it.
"""

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import structlog

from ludoteca import __version__
from ludoteca.server.errors import Refused
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.admin_queries import Ban
from ludoteca.server.store.models import Json, Person
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
READ_EVERY = 2.0  # seconds
Days = Annotated[int, msgspec.Meta(ge=1, le=36500)]


class Retention(msgspec.Struct, forbid_unknown_fields=True):
    """What is tidied away, and when; None: never. Starred games stay."""

    finished_days: Days | None = None  # games that are over and in nobody's list of finished games
    guest_days: Days | None = None  # guests who were not seen since
    empty_days: Days | None = None  # tables where no game has begun
    most_megabytes: Annotated[int, msgspec.Meta(ge=10)] | None = None  # then the oldest games go first


class BackupPlan(msgspec.Struct, forbid_unknown_fields=True):
    """How often a backup is made by itself, and how many of these are kept."""

    every_hours: Annotated[int, msgspec.Meta(ge=1, le=24 * 31)] | None = None
    keep: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 7


class Control(msgspec.Struct):
    """Everything that can be set."""

    notice: str | None = None
    draining: bool = False
    limits: dict[str, Any] = {}
    retention: Retention = msgspec.field(default_factory=Retention)
    backups: BackupPlan = msgspec.field(default_factory=BackupPlan)
    last_backup: int = 0
    last_tidied: int = 0
    versions: list[str] = []  # that have run on this database, the last one at the end


class RoomControl:
    """The room as the admin has set it."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.now = Control()
        self.bans: list[Ban] = []
        self.first_limits = room.settings.limits

    async def follow(self) -> None:
        """Read again and again what was set, here or by another process."""
        while True:
            try:
                await self.read()
            except Exception:
                log.exception("the room's settings cannot be read")
            await asyncio.sleep(READ_EVERY)

    async def read(self) -> None:
        stored, self.bans = await self.room.store.ask(
            lambda connection: (queries.all_settings(connection), queries.all_bans(connection))
        )
        known = {name: stored[name] for name in Control.__struct_fields__ if name in stored}
        before, self.now = self.now, msgspec.convert(known, Control)
        if self.now.limits != before.limits:
            self._apply_limits()
        if self.now.notice != before.notice:
            self._tell_notice()
        self._send_away()

    async def note_version(self) -> None:
        """Which versions have run here, so that an update can be told."""
        ran = self.now.versions
        if not ran or ran[-1] != __version__:
            await self.put("versions", [*(one for one in ran if one != __version__), __version__])

    async def put(self, name: str, value: Any) -> None:
        await self.room.store.write(queries.put_setting(name, msgspec.to_builtins(value)))
        await self.read()

    # Limits

    def _apply_limits(self) -> None:
        limits = changed_limits(self.first_limits, self.now.limits)
        self.room.settings = dataclasses.replace(self.room.settings, limits=limits)
        for name, rate in vars(limits).items():
            gate = getattr(self.room, name, None)
            if isinstance(rate, Rate) and isinstance(gate, Gate) and gate.rate != rate:
                gate.rate = rate
                gate.buckets.clear()

    # Bans

    def banned(self, what: str, person: Person | None, address: str) -> bool:
        """Is this guest or address muted, or banned?"""
        values = {("address", address), ("guest", person.id if person else "")}
        moment = now()
        return any(
            ban.what == what and (ban.kind, ban.value) in values and (ban.until is None or ban.until > moment)
            for ban in self.bans
        )

    def require_welcome(self, person: Person | None, address: str) -> None:
        if self.bans and self.banned("ban", person, address):
            raise Refused("banned")

    def require_voice(self, person: Person | None, address: str) -> None:
        if self.bans and (self.banned("mute", person, address) or self.banned("ban", person, address)):
            raise Refused("muted")

    def _send_away(self) -> None:
        if not self.bans:
            return
        for actor in list(self.room.tables.awake.values()):
            for socket in list(actor.connections.sockets):
                if self.banned("ban", socket.person, socket.address):
                    socket.close(4403)

    # A message to everybody

    def _tell_notice(self) -> None:
        for actor in list(self.room.tables.awake.values()):
            for socket in list(actor.connections.sockets):
                socket.send_notice(self.now.notice)


def limits_written(limits: Limits) -> Json:
    """The limits that can be set while the room is open: numbers, and rates as [at once, a second]."""
    return {
        name: [value.burst, value.per_second] if isinstance(value, Rate) else value
        for name, value in vars(limits).items()
        if name in CHANGEABLE
    }


CHANGEABLE = {name for name, value in vars(Limits()).items() if isinstance(value, Rate)} | {
    "sockets_per_address",
    "game_file",
    "tables_a_day",
    "tables_a_day_of_address",
    "imports_a_day",
}


def changed_limits(limits: Limits, changes: Json) -> Limits:
    """`bad_limit`, naming it, for what is none."""
    read = {name: read_limit(name, value) for name, value in changes.items()}
    return dataclasses.replace(limits, **read)


def read_limit(name: str, value: Any) -> Any:
    if name not in CHANGEABLE:
        raise Refused("bad_limit", where=name)
    rate = isinstance(getattr(Limits(), name), Rate)
    numbers = value if rate and isinstance(value, list) and len(value) == 2 else [value]
    good = all(type(number) in (int, float) and 0 < number <= 10**9 for number in numbers)
    if not good or rate != (len(numbers) == 2) or (not rate and type(value) is not int):
        raise Refused("bad_limit", where=name)
    return Rate(*numbers) if rate else value
