"""One task runs one table: it decides a command, writes it to disk, and only then tells anybody."""

import asyncio
import contextlib
import math
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ludoteca.bots import observe
from ludoteca.server.errors import Refused, fault
from ludoteca.server.store import queries
from ludoteca.server.store.append import Fenced
from ludoteca.server.store.faults import code_of
from ludoteca.server.store.models import Person
from ludoteca.server.store.people_queries import has_blocked
from ludoteca.server.store.writer import Job
from ludoteca.server.table import outgoing
from ludoteca.server.table.absent_people import AbsentPeople
from ludoteca.server.table.commands import Decision, can_auto_start, can_rematch, decide, end_after
from ludoteca.server.table.connections import Connections
from ludoteca.server.table.entries import Change, Entry, Move, Rematch, Sit, store_entry
from ludoteca.server.table.forced_moves import ForcedMoves
from ludoteca.server.table.messages import (
    AutoEnd,
    AutoRematch,
    AutoStart,
    BotAct,
    Command,
    Lost,
    Say,
    Start,
    TooLate,
)
from ludoteca.server.table.messages import Sit as SitDown
from ludoteca.server.table.state import OVER, PLAYING, TableState
from ludoteca.server.table.summaries import checksum_jobs, jobs_for_lists
from ludoteca.server.table.turn_clock import TurnClock
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
PATIENCE = 10.0  # seconds


class Sender(Protocol):
    """Whoever sends a command and is told what became of it."""

    person: Person | None
    address: str

    def send(self, message: outgoing.Outgoing) -> None: ...
    def ack_frame(self, command: str, seq: int) -> bytes: ...
    def refuse(self, command: str | None, why: Refused) -> None: ...


class Awaiting:
    """A sender without a socket, who waits for one command."""

    def __init__(self, person: Person) -> None:
        self.person: Person | None = person
        self.address = ""
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send(self, _message: outgoing.Outgoing) -> None:
        if not self.answer.done():
            self.answer.set_result(None)

    def ack_frame(self, command: str, seq: int) -> bytes:
        self.send(outgoing.Ack(id=command, seq=seq))
        return b""

    def refuse(self, _command: str | None, why: Refused) -> None:
        if not self.answer.done():
            self.answer.set_exception(why)


@dataclass(frozen=True)
class QueuedCommand:
    """A command that waits for its turn; one without a sender comes from the table itself."""

    command: Any
    socket: Sender | None = None
    answer: "asyncio.Future[None] | None" = None  # for who waits without a person


class TableActor:
    """A table in memory, with the people connected to it and its timers."""

    def __init__(self, room: "Room", state: TableState, fence: int) -> None:
        self.room = room
        self.state = state
        self.fence = fence  # the number of this process's lease
        self.connections = Connections(self)
        self.clock = TurnClock(self)
        self.forced_moves = ForcedMoves(self)
        self.absent_people = AbsentPeople(self)
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.end_timer: asyncio.TimerHandle | None = None  # for a game that ends by agreement
        self.idle_timer: asyncio.TimerHandle | None = None  # after which it is unloaded if nobody is there
        self.closed = False
        self.busy = False
        self.inbox: asyncio.Queue[QueuedCommand] = asyncio.Queue()
        self.task = asyncio.create_task(self._run())
        self.trigger_automatic_actions()
        if self.unattended:
            self.connections.watch_for_lost()

    def enqueue(self, command: Any, socket: Sender | None = None) -> None:
        self.inbox.put_nowait(QueuedCommand(command, socket))

    async def carry_out(self, command: Command, person: Person) -> None:
        """A command of somebody without a socket; Refused if the answer is no."""
        sender = Awaiting(person)
        self.enqueue(command, sender)
        try:
            await asyncio.wait_for(sender.answer, PATIENCE)
        except TimeoutError:  # the table is being read again from its log
            raise Refused("failed") from None

    async def obey(self, command: Any) -> None:
        """A command of the admin; Refused if it cannot be carried out."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(QueuedCommand(command, answer=answer))
        try:
            await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise Refused("failed") from None

    async def stop(self) -> None:
        """Finish the command that is being written, then run no more."""
        await self.inbox.join()
        self.close()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task

    def close(self) -> None:
        self.closed = True
        self.task.cancel()
        for part in (self.connections, self.clock, self.forced_moves):
            part.close()
        for task in self.thinking.values():
            task.cancel()
        for timer in (self.end_timer, self.idle_timer):
            if timer:
                timer.cancel()

    def release(self) -> None:
        """Forget who refers back here, once nobody is connected: a table takes megabytes, and Python looks
        for such circles so rarely that hundreds of closed tables would stay in memory.
        """
        for part in (self.connections, self.clock, self.forced_moves, self.absent_people):
            del part.actor
        del self.task  # tasks remember where they were cancelled
        self.thinking.clear()

    # Commands

    async def _run(self) -> None:
        while True:
            queued = await self.inbox.get()
            self.busy = True
            try:
                await self._carry_out(queued)
            except Exception as wrong:
                log.error("read again from its log", table=self.name, why=fault(wrong))
                self.room.tables.unload(self)
                return
            finally:
                self.busy = False
                self.inbox.task_done()

    async def _carry_out(self, queued: QueuedCommand) -> None:
        if isinstance(queued.command, BotAct):
            del self.thinking[queued.command.seat]
        person, command = (queued.socket.person if queued.socket else None), command_id(queued.command)
        done = self.state.answered.get((person.id if person else None, command)) if command else None
        if done is not None:
            self._acknowledge(queued, done)
            return
        try:
            self._require_leave(queued)
            await self._require_no_block(queued)
            decision = self._decide(queued.command, person)
            entry = self._entry(decision.change, queued.command, person)
            beside = jobs_for_lists(self.state, decision) + checksum_jobs(self.state, decision)
            await self._write(entry, beside)
        except Refused as why:
            self._refuse(queued, why)
            return
        step = self.state.apply(entry, decision.played)
        if queued.answer and not queued.answer.done():
            queued.answer.set_result(None)
        ack = queued.socket.ack_frame(entry.command, entry.seq) if queued.socket and entry.command else b""
        self.connections.broadcast([step], queued.socket, ack)
        self.absent_people.look()
        if self.state.stage == OVER and self.room.settings.prepare_worker:
            self.room.heavy_work.prepare()
        if self.state.stage == OVER and self.state.meta.rated:
            self.room.run_in_background(self.room.ratings.update_quietly())
        self.trigger_automatic_actions()

    def _require_leave(self, queued: QueuedCommand) -> None:
        """What the admin has forbidden: to speak, or to begin another game."""
        control = self.room.control
        if isinstance(queued.command, Say) and queued.socket:
            control.require_voice(queued.socket.person, queued.socket.address)
        if isinstance(queued.command, Start | AutoStart) and control.now.draining:
            raise Refused("draining")

    async def _require_no_block(self, queued: QueuedCommand) -> None:
        """Nobody sits down at the table of a host who has blocked that person."""
        person, host = queued.socket.person if queued.socket else None, self.state.host
        if not isinstance(queued.command, SitDown) or not person:
            return
        if await self.room.store.ask(has_blocked(host.id, person.id)):
            raise Refused("blocked")

    def _decide(self, command: Any, person: Person | None) -> Decision:
        if self.room.stopping:
            raise Refused("stopping")
        if isinstance(command, Lost) and command.person.id in self.connections.presence().people:
            raise Refused("already_seated")
        if isinstance(command, AutoRematch) and not self._all_want_rematch():
            raise Refused("not_over")
        try:
            return decide(self.state, person, command, self.room.tables.new_id)
        except Refused:
            raise
        except Exception as wrong:
            log.error("a command failed", table=self.name, why=fault(wrong))
            raise Refused("failed") from None

    def _entry(self, change: Change, command: Any, person: Person | None) -> Entry:
        sender = person.id if person else None
        return Entry(self.state.seq + 1, change, sender, command_id(command), now())

    async def _write(self, entry: Entry, beside: list[Job]) -> None:
        """The entry and all that goes with it, in one transaction."""
        jobs: list[Job] = [queries.append(self.state.meta.id, store_entry(entry), self.fence), *beside]
        match change := entry.change:
            case Sit() | Move():
                jobs.append(queries.note_sitting(change.person.id, self.state.meta.id))
            case Rematch() if self.state.rematch is None:
                jobs += self.room.tables.jobs_for_rematch(self.state, change)
        try:
            await self.room.store.write(*jobs)
        except (IntegrityError, Fenced):
            raise  # the log has moved on without us, or is about to
        except SQLAlchemyError as wrong:
            log.error("not written", table=self.name, why=fault(wrong), code=code_of(wrong))
            raise Refused(code_of(wrong)) from None
        self.room.metrics.step_counter(entry.change.did).inc()

    def _acknowledge(self, queued: QueuedCommand, seq: int) -> None:
        command = command_id(queued.command)
        if queued.answer and not queued.answer.done():
            queued.answer.set_result(None)
        if queued.socket and command:
            queued.socket.send(outgoing.Ack(id=command, seq=seq))

    def _refuse(self, queued: QueuedCommand, why: Refused) -> None:
        if queued.answer and not queued.answer.done():
            queued.answer.set_exception(why)
        if queued.socket:
            self.room.metrics.refused.labels(why.code).inc()
            queued.socket.refuse(command_id(queued.command), why)
        if isinstance(queued.command, BotAct):
            self.trigger_automatic_actions()  # it chose too late: let it choose again

    # What the table does without being asked

    def trigger_automatic_actions(self) -> None:
        """Start or end the game if everybody wants it, set the timers, and let bots think."""
        if self.room.stopping:
            return
        if can_auto_start(self.state):
            self.enqueue(AutoStart())
        self._end_if_agreed()
        if self._all_want_rematch():
            self.enqueue(AutoRematch())
        self.clock.set()
        self.forced_moves.set()
        if self.state.stage == PLAYING and (self.connections.sockets or self.unattended):
            for seat, place in enumerate(self.state.places):
                if place.bot:
                    self.think(seat, place.bot)
                elif self.state.too_late(seat):
                    self.enqueue(TooLate(seat))

    def _end_if_agreed(self) -> None:
        """End the game now, or when those who went away last had their time to come back."""
        if self.end_timer:
            self.end_timer.cancel()
        patience = int(1000 * max(self.room.settings.patience, self.state.meta.clock or 0))
        wait = end_after(self.state, patience, now())
        if wait == 0:
            self.enqueue(AutoEnd(patience))
        elif wait is not None:
            self.end_timer = asyncio.get_running_loop().call_later(wait / 1000, self._end_if_agreed)

    def _all_want_rematch(self) -> bool:
        return can_rematch(self.state, self.connections.presence().people)

    def think(self, seat: int, bot: str, late: bool = False) -> None:
        """Let a bot think for a seat that is to act, if none does already."""
        game = self.state.live_game
        if game and game.waits_for(seat) and seat not in self.thinking:
            self.thinking[seat] = asyncio.create_task(self._think(seat, bot, late))

    async def _think(self, seat: int, bot: str, late: bool) -> None:
        """Ask a bot, which is given what its seat sees, and enqueue its choice at a steady pace.

        How long it thought would tell how much there was to choose from, so it answers on the beat.
        """
        game, seq, asked = self.state.live_game, self.state.seq, time.monotonic()
        assert game is not None
        legal = game.table.legal(seat)
        try:
            with self.room.metrics.bot_seconds.time():
                bot_threads = self.room.bot_threads
                same_bots = self.state.meta.seed if self.state.bots_repeat else None
                asker = self.connections.asker
                choosing = bot_threads.choose(asker, observe(game.table, seat), bot, same_bots)
                action = await bot_threads.notify_while_compiling(choosing, self.connections.say_waking)
        except Exception as wrong:
            log.error("a bot failed and plays anything", table=self.name, bot=bot, why=fault(wrong))
            action = secrets.choice(legal)
        await asyncio.sleep(until_next_beat(time.monotonic() - asked, self.room.settings.bot_pace))
        self.enqueue(BotAct(seat, seq, action, late))

    @property
    def unattended(self) -> bool:
        """Does the game go on when nobody is there? At an evening the other tables wait for its end."""
        return self.state.meta.evening is not None and self.state.stage != OVER

    @property
    def name(self) -> str:
        """The table in our logs: a part of its id, as the whole id lets anybody in."""
        return self.state.meta.id[:6]


def until_next_beat(passed: float, pace: float) -> float:
    """Seconds to wait, so that a whole number of paces has passed, and at least one."""
    return max(1, math.ceil(passed / pace)) * pace - passed if pace else 0


def command_id(command: Any) -> str | None:
    return command.id if isinstance(command, Command) else None
