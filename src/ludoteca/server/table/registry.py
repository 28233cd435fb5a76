"""All tables: made here, woken from their log when somebody asks, unloaded when nobody is there."""

import asyncio
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludoteca import __version__, bots
from ludoteca.archive import fairness
from ludoteca.core.errors import LudotecaError
from ludoteca.server.errors import Refused, fault, refused_by_rules
from ludoteca.server.store import queries
from ludoteca.server.store.admin_queries import delete_tables
from ludoteca.server.store.models import Meta, Person, Place
from ludoteca.server.store.writer import Job
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.entries import Rematch
from ludoteca.server.table.log_reading import read_table
from ludoteca.server.table.state import TableState
from ludoteca.server.table.summaries import jobs_on_unloading, jobs_on_waking
from ludoteca.server.work.fair_queue import NOBODY, Asker
from ludoteca.server.work.fair_threads import FairThreads

if TYPE_CHECKING:
    from ludoteca.server.room import Room

MOST_SEATS = 99
LOOK_EVERY = 0.5  # seconds
LONG = 400  # entries of a log
READERS = 2  # threads that read logs of games that go on, or are short
log = structlog.get_logger()


class BotSeat(msgspec.Struct, forbid_unknown_fields=True):
    bot: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a person asks for."""

    game: str
    seats: list[Literal["me", "open"] | BotSeat]
    options: dict[str, Any] = {}
    open: bool = False
    chat: bool = False
    start: Literal["host", "ready"] = "host"
    clock: Annotated[int, msgspec.Meta(ge=5, le=7 * 24 * 3600)] | None = None  # seconds for a move
    forced: bool = False
    take_back: bool = False
    hints: bool = True
    rated: bool = False  # then without hints and take-backs
    practice: bool = False  # for one person, with hints and take-backs


WISHES = tuple(field for field in NewTable.__struct_fields__ if field != "seats")  # kept for a rematch


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.awake: dict[str, TableActor] = {}
        self.unreadable: set[str] = set()  # known to be: lists leave them out
        self.waking: dict[str, asyncio.Task[TableActor]] = {}
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="log reader")
        self.long_readers = FairThreads(1, "long log reader")  # more would take too much from the event loop

    async def find(self, table_id: str, asker: Asker = NOBODY) -> TableActor:
        """The table of this id, woken if it is not in memory: a long finished game in the asker's turn.

        Refused with `no_such_table` if there is none, Elsewhere if another process runs it.
        """
        if table_id in self.awake:
            return self.awake[table_id]
        if not is_table_id(table_id):
            raise Refused("no_such_table")
        if table_id not in self.waking:
            self.waking[table_id] = self._begin_to_wake(table_id, asker)
        return await asyncio.shield(self.waking[table_id])

    def _begin_to_wake(self, table_id: str, asker: Asker) -> asyncio.Task[TableActor]:
        task = asyncio.create_task(self._wake(table_id, asker))
        task.add_done_callback(lambda _: self.waking.pop(table_id, None))
        return task

    async def _wake(self, table_id: str, asker: Asker) -> TableActor:
        if self.room.stopping:
            raise Refused("stopping")
        fence = await self.room.leases.claim(table_id)
        found = await self.room.store.ask(queries.log_of(table_id))  # after the claim: nobody else writes now
        if found is None or found.meta.game not in self.room.games:
            raise Refused("no_such_table")
        state = await self._read(found, asker)
        if jobs := jobs_on_waking(state, found):
            await self.room.store.write(*jobs)
        self.awake[table_id] = actor = TableActor(self.room, state, fence)
        self.room.metrics.tables.set(len(self.awake))
        self.unload_when_idle(actor)
        return actor

    async def _read(self, table: queries.StoredTable, asker: Asker) -> TableState:
        """Replay the log on a thread: it may be long, and other tables must not wait for it."""
        game, loop = self.room.games[table.meta.game], asyncio.get_running_loop()
        await self.room.bot_threads.ready_for(game)
        try:
            if table.result is None or len(table.log) <= LONG:
                return await loop.run_in_executor(self.readers, read_table, table, game)
            return await self.long_readers.run(asker, lambda turn: read_table(table, game, gently=True))
        except Refused:  # too many of this asker wait
            raise
        except Exception as wrong:  # damaged, or of rules that are gone: the other tables go on
            log.error("unreadable", table=table.meta.id[:6], version=table.meta.version, why=fault(wrong))
            self.unreadable.add(table.meta.id)
            raise Refused("unreadable") from None

    # Unloading

    def unload_when_idle(self, actor: TableActor) -> None:
        """Look after the idle timeout whether anybody is there."""
        if actor.idle_timer:
            actor.idle_timer.cancel()
        later, wait = asyncio.get_running_loop().call_later, self.room.settings.idle_timeout
        actor.idle_timer = later(wait, self._unload_if_idle, actor)

    def _unload_if_idle(self, actor: TableActor) -> None:
        if actor.unattended:
            self.unload_when_idle(actor)
        elif not actor.connections.sockets and actor.inbox.empty() and not actor.busy:
            self.unload(actor)

    def unload(self, actor: TableActor) -> None:
        """Drop the table from memory; its log has everything."""
        if self._take_out(actor):
            self.room.run_in_background(self._let_go(actor))

    def _take_out(self, actor: TableActor) -> bool:
        if self.awake.get(actor.state.meta.id) is not actor:
            return False
        del self.awake[actor.state.meta.id]
        self.room.metrics.tables.set(len(self.awake))
        actor.close()
        for socket in list(actor.connections.sockets):
            socket.close(1001)
        return True

    async def rewrite(self, table_id: str, job: Job) -> None:
        """Change what a table's log says, while nobody may add to it.

        The fence is raised with it: who has the table in memory, here or elsewhere, writes no more of it.
        """
        actor = self.awake.get(table_id)
        if actor and self._take_out(actor):
            await self._let_go(actor)
        await self.room.store.write(job, queries.raise_fence(table_id))
        if woken := self.awake.get(table_id):
            self._take_out(woken)

    async def delete(self, table_id: str) -> None:
        """Remove a table and all that belongs to it; who is there is sent away."""
        if table_id in self.awake:
            self.unload(self.awake[table_id])
        await self.room.store.write(delete_tables([table_id]))

    async def _let_go(self, actor: TableActor) -> None:
        """Note how the table stands while nobody else may write it, then release it."""
        try:
            await self.keep_standings([actor])
        finally:
            self.room.leases.release(actor.state.meta.id, actor.fence)
        self.room.run_in_background(self._release(actor))

    async def _release(self, actor: TableActor) -> None:
        """When the last socket has closed."""
        while actor.connections.sockets:
            await asyncio.sleep(LOOK_EVERY)
        actor.release()

    async def keep_standings(self, actors: Sequence[TableActor]) -> None:
        """For lists alone, so a database that cannot be written keeps no table and no server from ending."""
        jobs = [job for actor in actors for job in jobs_on_unloading(actor.state, actor.fence)]
        try:
            if jobs:
                await self.room.store.write(*jobs)
        except SQLAlchemyError as wrong:
            log.error("standings not kept", tables=len(actors), why=type(wrong).__name__)

    def close(self) -> None:
        """Read no more logs."""
        self.readers.shutdown(wait=False, cancel_futures=True)
        self.long_readers.close()

    # New tables

    def new_id(self) -> str:
        """Nobody can guess it: 96 bits."""
        return secrets.token_urlsafe(12)

    async def make(self, person: Person, wanted: NewTable, source: str | None = None) -> Meta:
        """Make a table; its seed is drawn and committed to before anybody can add entropy."""
        game = self.room.games.get(wanted.game)
        if game is None:
            raise Refused("unknown_game")
        places = tuple(place_for(seat, person, bots.names(game)) for seat in wanted.seats[: MOST_SEATS + 1])
        if wanted.seats.count("me") > 1:
            raise Refused("bad_seats_list")
        try:
            options = game.options(len(places), wanted.options)
        except LudotecaError as wrong:
            raise refused_by_rules(wrong) from None
        self.room.bot_threads.hurry(game)
        require_practice_alone(wanted)
        return await self.add(
            **{name: getattr(wanted, name) for name in WISHES} | {"options": options} | help_at(wanted),
            places=places,
            host=person,
            source=source,
        )

    async def add(self, source: str | None = None, **what: Any) -> Meta:
        meta = new_meta(id=self.new_id(), **what)
        await self.room.store.write(*jobs_for(meta, source))
        return meta

    def jobs_for_rematch(self, state: TableState, rematch: Rematch) -> list[Job]:
        """The new table of a rematch: bots, and people who want it, each of whom has to say ready.

        The seat of a person who went away is open: nobody plays without having said so.
        """
        wanted = set(state.rematch_offers)
        places = tuple(
            Place(place.person if seat in wanted else None) if place.person else Place(bot=place.bot)
            for seat, place in enumerate(state.places)
        )
        wished = {name: getattr(state.meta, name) for name in WISHES}
        now = {"id": rematch.table, "places": places, "host": rematch.person, "start": "ready"}
        meta = new_meta(**wished | now)
        return jobs_for(meta)


def is_table_id(text: str) -> bool:
    """No database need be asked for anything else."""
    return 0 < len(text) <= 32 and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def require_practice_alone(wanted: NewTable) -> None:
    """Practice is for one person and bots, and nobody else waits for it or finds it."""
    if not wanted.practice:
        return
    taken = "open" not in wanted.seats and wanted.seats.count("me") == 1
    wrong = {
        "seats": not taken,
        "open": wanted.open,
        "rated": wanted.rated,
        "clock": wanted.clock is not None,
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise Refused("bad_practice", field=field)


def help_at(wanted: NewTable) -> dict[str, bool]:
    """Hints and take-backs at rated tables and in practice, whatever was asked for."""
    if not (wanted.rated or wanted.practice):
        return {}
    return {"hints": wanted.practice, "take_back": wanted.practice}


def place_for(seat: Any, person: Person, bots: tuple[str, ...]) -> Place:
    if isinstance(seat, BotSeat):
        if seat.bot not in bots:
            raise Refused("unknown_bot")
        return Place(bot=seat.bot)
    return Place(person if seat == "me" else None)


def new_meta(seed: str | None = None, **what: Any) -> Meta:
    seed = seed or fairness.new_seed()
    return Meta(seed=seed, commitment=fairness.commitment_to(seed), version=__version__, **what)


def jobs_for(meta: Meta, source: str | None = None) -> list[Job]:
    sitting = [place.person.id for place in meta.places if place.person]
    return [queries.add_table(meta, source), *(queries.note_sitting(person, meta.id) for person in sitting)]
