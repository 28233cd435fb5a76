"""Backups of the room: now, or by themselves every so many hours; the oldest of these are removed."""

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import structlog

from ludoteca.core.errors import BadOptions
from ludoteca.server.errors import Refused
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.backup import back_up
from ludoteca.server.store.database import file_of, url_of
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
LOOK_EVERY = 30.0  # seconds
HOUR = 3_600_000  # milliseconds
NAMES = "ludoteca-*.backup"


class BackupFile(msgspec.Struct):
    name: str
    made_at: int
    bytes: int


class Backups:
    """The backups in the room's folder."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.making = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """As the host says; else beside the file of the database, or where the server was started."""
        if self.room.settings.backups:
            return Path(self.room.settings.backups).absolute()
        url = url_of(self.room.settings.database)
        beside = file_of(url) if url.get_backend_name() == "sqlite" else None
        return (beside.parent if beside else Path()).absolute() / "backups"

    def files(self) -> list[BackupFile]:
        """The latest first."""
        found = [(path, path.stat()) for path in self.folder.glob(NAMES)]
        listed = [BackupFile(path.name, int(about.st_mtime * 1000), about.st_size) for path, about in found]
        return sorted(listed, key=lambda one: one.name, reverse=True)

    def path_of(self, name: str) -> Path:
        """`not_found` for anything but one of the backups."""
        if name not in {file.name for file in self.files()}:
            raise Refused("not_found")
        return self.folder / name

    async def make(self) -> BackupFile:
        """A new backup; one at a time."""
        async with self.making:
            file = await asyncio.to_thread(self._make)
        await self.room.control.put("last_backup", now())
        about = file.stat()
        return BackupFile(file.name, int(about.st_mtime * 1000), about.st_size)

    def _make(self) -> Path:
        """The name is the moment, or the next one that is free."""
        moment = now()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            while (file := self.folder / name_at(moment)).exists():
                moment += 1
            back_up(self.room.settings.database, file)
            return file
        except OSError as wrong:
            raise Refused("no_backup", why=wrong.strerror or type(wrong).__name__) from None
        except BadOptions as wrong:
            raise Refused("no_backup", why=str(wrong)) from None

    async def by_schedule(self) -> None:
        """Make the backups that are due, and remove old ones."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if await self._claim():
                    await self.make()
                    await asyncio.to_thread(self._remove_old)
            except Exception:
                log.exception("no backup")

    async def _claim(self) -> bool:
        """Is a backup due, and is it this process that makes it?"""
        plan, last = self.room.control.now.backups, self.room.control.now.last_backup
        if plan.every_hours is None or now() - last < plan.every_hours * HOUR:
            return False
        turn = queries.TakeTurn("last_backup", last, now())
        await self.room.store.write(turn)
        return turn.taken

    def _remove_old(self) -> None:
        for file in self.files()[self.room.control.now.backups.keep :]:
            (self.folder / file.name).unlink(missing_ok=True)


def name_at(moment: int) -> str:
    second = time.strftime("%Y-%m-%dT%H-%M-%S", time.gmtime(moment // 1000))
    return f"ludoteca-{second}-{moment % 1000:03}.backup"
