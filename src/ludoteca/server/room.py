"""The room: everything that one server shares."""

import asyncio
import contextlib
import hmac
import time
from collections.abc import Coroutine
from typing import Any

import structlog

from ludoteca.bots.warmup import PARTS, Part, rules
from ludoteca.core.game import Game
from ludoteca.server.admin import retention
from ludoteca.server.admin.backups import Backups
from ludoteca.server.admin.keys import AdminKeys
from ludoteca.server.admin.room_control import RoomControl
from ludoteca.server.cluster.forwarding import ForwardedVisitors, Neighbours
from ludoteca.server.cluster.leases import Leases
from ludoteca.server.daily.today import Today
from ludoteca.server.evenings.club import Evenings
from ludoteca.server.finished.stored_games import GameSource
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.http.links import base_url
from ludoteca.server.http.people import People
from ludoteca.server.metrics import Metrics
from ludoteca.server.openid.sign_in import OpenIdSignIn
from ludoteca.server.passkeys import Passkeys
from ludoteca.server.people.merging import finish_merges
from ludoteca.server.people.recovery import RecoveryCodes
from ludoteca.server.push.sender import Push
from ludoteca.server.rate_limits import Gate
from ludoteca.server.ratings.leaderboard import Ratings
from ludoteca.server.settings import Settings
from ludoteca.server.store import queries
from ludoteca.server.table.bot_threads import BotThreads
from ludoteca.server.table.registry import Tables
from ludoteca.server.work.heavy_work import HeavyWork
from ludoteca.server.work.work_process import WorkThread

log = structlog.get_logger()
LOOK_EVERY = 0.05  # seconds
LAST_COMMANDS = 3  # seconds to finish what is being written
GOOD_BYE = 1  # seconds for sockets to close


class Room:
    """One server's people, tables, store, bots, limits and figures."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stopping = False
        self.keys = AdminKeys(self)
        self.backups = Backups(self)
        self.secret = ""  # until the room is open
        self.metrics = Metrics()
        self.store = queries.Store(settings.database, self.metrics.commits.observe)
        self.games = load_games()
        self.leases = Leases(self)
        self.forwarded_visitors = ForwardedVisitors(self.leases.me.key)
        self.neighbours = Neighbours()
        self.people = People(settings, self.store, self.forwarded_visitors)
        self.recovery_codes = RecoveryCodes(self)
        self.passkeys = Passkeys(self)
        self.openid = OpenIdSignIn(self)
        self.tables = Tables(self)
        self.control = RoomControl(self)
        self.push = Push(self)
        self.bot_threads = BotThreads()
        self.today = Today(self)
        self.ratings = Ratings(self)
        self.evenings = Evenings(self)
        self.heavy_work = HeavyWork(None if settings.worker_process else WorkThread())
        self.game_source = GameSource(settings.database)
        if not settings.worker_process:
            self.game_source = GameSource(settings.database, self.games, self.leases.me.id)
        self.base_url = base_url(settings)
        self.messages = Gate(settings.limits.messages)
        self.requests = Gate(settings.limits.requests)
        self.new_people = Gate(settings.limits.new_people)
        self.new_tables = Gate(settings.limits.new_tables)
        self.invitations = Gate(settings.limits.invitations)
        self.hints = Gate(settings.limits.hints, "too_many_hints")
        self.tables_of_address = Gate(settings.limits.tables_of_address)
        self.connects = Gate(settings.limits.connects)
        self.sockets_of: dict[str, int] = {}  # by address
        self.tasks: set[asyncio.Task[Any]] = set()
        self.forwarded_sockets: set[asyncio.Task[None]] = set()  # to other processes

    def source_of(self, address: str) -> str:
        """A name for an address that tells nobody the address, the same in all processes of the room."""
        return hmac.digest(self.secret.encode(), address.encode(), "sha256").hex()[:32]

    def link_to(self, table_id: str) -> str:
        return f"{self.base_url}/table/{table_id}"

    def run_in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start a task, and keep a reference to it until it is done."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def forward_until_stopped(self, forwarding: Coroutine[Any, Any, None]) -> None:
        """Proxy a socket to another process until this one is stopped."""
        task = asyncio.create_task(forwarding)
        self.forwarded_sockets.add(task)
        try:
            await task
        except asyncio.CancelledError:
            if not self.stopping:
                raise
        finally:
            self.forwarded_sockets.discard(task)

    async def open(self) -> None:
        made = queries.MakeSecret()
        await self.store.write(made)
        self.secret = made.secret
        await self.push.open()
        await self.control.read()
        await self.control.note_version()
        for work in (self.control.follow(), self.backups.by_schedule(), retention.by_schedule(self)):
            self.run_in_background(work)
        await self.leases.begin()
        self.run_in_background(finish_merges(self))
        self.run_in_background(self.ratings.update_quietly())
        self.run_in_background(self.evenings.follow())
        self.run_in_background(self._watch_lag())
        if self.settings.compile_all:
            self.run_in_background(self.warm_up())

    async def _watch_lag(self) -> None:
        while True:
            due = time.perf_counter() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.metrics.lag_seconds.observe(max(0.0, time.perf_counter() - due))

    async def warm_up(self) -> None:
        """Compile all games, first what tables need, then what bots need."""
        for part in PARTS:
            for game in list(self.games.values()):
                try:
                    await self.bot_threads.ready_for(game, part, asked=False)
                except Exception as wrong:
                    self._not_compiled(game, part, wrong)

    def _not_compiled(self, game: Game, part: Part, wrong: Exception) -> None:
        """Without its rules a game cannot be played; without the rest people can still play it."""
        log.warning("not compiled", game=game.id, part=part.__name__, why=type(wrong).__name__)
        if part is rules:
            del self.games[game.id]

    async def drain(self) -> None:
        """Take no more commands, finish those that are being written, and close every socket."""
        self.stopping = True
        actors = list(self.tables.awake.values())
        with contextlib.suppress(TimeoutError):  # a database that does not answer is not waited for
            async with asyncio.timeout(LAST_COMMANDS):
                await asyncio.gather(*(actor.stop() for actor in actors))
                await self.tables.keep_standings(actors)
        for actor in actors:
            for socket in list(actor.connections.sockets):
                socket.close(1001)
        for forwarded in self.forwarded_sockets:
            forwarded.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOOD_BYE):
                while self.sockets_of:
                    await asyncio.sleep(0.01)
        log.info("drained", tables=len(actors))

    async def close(self) -> None:
        await self._end_tasks()
        await self.heavy_work.close()
        await self.leases.end()
        self.tables.close()
        self.push.close()
        self.openid.close()
        self.neighbours.close()
        self.bot_threads.close()
        await asyncio.to_thread(self.store.close)

    async def _end_tasks(self) -> None:
        """A task that ends may start another, such as the release of a table."""
        while self.tasks:
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
