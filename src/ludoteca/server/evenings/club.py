"""Evenings of a room: opened, joined, played round by round, and kept going through any restart."""

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ludoteca import bots
from ludoteca.archive.fairness import new_seed
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.server.cluster.forwarding import Visitor, headers_for
from ludoteca.server.cluster.leases import Elsewhere
from ludoteca.server.errors import Refused, refused_by_rules
from ludoteca.server.evenings import evening_store, scoring
from ludoteca.server.evenings.evening_store import NewEvening, RoundTable, StoredEvening
from ludoteca.server.evenings.movement import Meetings, next_round
from ludoteca.server.store.models import EveningRound, Meta, Person, Place
from ludoteca.server.store.writer import Job
from ludoteca.server.table.messages import AdminClose
from ludoteca.server.table.registry import jobs_for, new_meta

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = structlog.get_logger()
FILL = bots.MIDDLE  # plays on the seats that no person has
LOOK_EVERY = 1.0  # seconds
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
MOST_PEOPLE = 500


class Evenings:
    """All evenings; the database is the truth, so that nothing is lost with a process."""

    def __init__(self, room: "Room") -> None:
        self.room = room

    async def make(self, organiser: Person, plan: NewEvening) -> StoredEvening:
        game = self.game_of(plan)
        try:
            game.options(plan.seats, plan.options)
        except LudotecaError as wrong:
            raise refused_by_rules(wrong) from None
        code = "".join(secrets.choice(LETTERS) for _ in range(8))
        await self.room.store.write(evening_store.add_evening(code, organiser, plan))
        return await self.find(code)

    async def find(self, code: str) -> StoredEvening:
        """An evening with the results that are known by now."""
        found = await self.room.store.ask(evening_store.evening(code)) if code.isalnum() else None
        if found is not None and found.playing and await self.settle():
            found = await self.room.store.ask(evening_store.evening(code))
        if found is None or found.plan.game not in self.room.games:
            raise Refused("no_such_evening")
        return found

    async def join(self, code: str, person: Person) -> None:
        found = await self.find(code)
        require(found.ended_at is None, "evening_over")
        require(len(found.people) < MOST_PEOPLE, "too_many")
        await self.room.store.write(evening_store.join(code, person))

    async def leave(self, code: str, person: str) -> None:
        """Play in no further round; at the table of this one a bot plays on when nobody is there."""
        await self.find(code)
        await self.room.store.write(evening_store.leave(code, person))

    # What the organiser does

    async def begin_round(self, code: str, person: Person) -> None:
        found = await self.organised(code, person)
        require(not found.playing, "evening_running")
        require(found.round < found.plan.rounds, "evening_over")
        here = [one for one in found.people if not one.gone]
        require(bool(here), "evening_empty")
        about = [one.person for one in here], found.plan.seats, meetings_of(found)
        groups = await asyncio.to_thread(next_round, *about)  # a search, which may take a second
        with contextlib.suppress(IntegrityError):  # begun by a second click
            await self.room.store.write(*self._jobs_for_round(found, person, groups))
        await self.run_tables()

    def _jobs_for_round(self, found: StoredEvening, organiser: Person, groups: list[list[str]]) -> list[Job]:
        """All tables of the round with the same deal, in one transaction."""
        seed, names = new_seed(), {one.person: one.name for one in found.people}
        number = found.round + 1
        jobs: list[Job] = []
        for place, group in enumerate(groups, 1):
            people = tuple(place_for(person, names) for person in group)
            meta = self._meta(found, organiser, EveningRound(found.code, number), people, seed)
            jobs += jobs_for(meta)
            jobs.append(evening_store.add_round_table(found.code, number, place, meta.id, group))
        return jobs

    def _meta(
        self,
        found: StoredEvening,
        organiser: Person,
        round: EveningRound,
        places: tuple[Place, ...],
        seed: str,
    ) -> Meta:
        plan = found.plan
        options = self.game_of(plan).options(plan.seats, plan.options)
        return new_meta(
            seed, id=self.room.tables.new_id(), game=plan.game, options=options, places=places,
            host=organiser, open=False, chat=False, start="ready", clock=plan.clock, forced=True,
            take_back=False, hints=False, rated=plan.rated, evening=round,
        )  # fmt: skip

    async def close_round(self, code: str, person: Person) -> None:
        """End the games that are still played; their seats get the average."""
        found = await self.organised(code, person)
        for table in found.tables:
            if table.result is None:
                with contextlib.suppress(Refused):
                    await self._close(table.table, person)

    async def _close(self, table: str, person: Person) -> None:
        """Here, or by the process that runs the table."""
        try:
            await (await self.room.tables.find(table)).obey(AdminClose())
        except Elsewhere as where:
            headers = headers_for(where.owner, Visitor(person, "", admin=True))
            path = f"/api/admin/tables/{table}/close"
            await self.room.neighbours.ask(where.owner, "POST", path, b"", headers)

    async def end(self, code: str, person: Person) -> None:
        found = await self.organised(code, person)
        require(not found.playing, "evening_running")
        await self.room.store.write(evening_store.end_evening(code))

    async def organised(self, code: str, person: Person) -> StoredEvening:
        found = await self.find(code)
        require(found.organiser == person.id, "not_organiser")
        require(found.ended_at is None, "evening_over")
        return found

    # Keeping it going

    async def follow(self) -> None:
        """Let every table of a running round be run by some process, also after a restart."""
        while True:
            try:
                await self.run_tables()
            except (SQLAlchemyError, TimeoutError) as wrong:
                log.error("evenings not looked after", why=type(wrong).__name__)
            await asyncio.sleep(LOOK_EVERY)

    async def run_tables(self) -> None:
        await self.settle()
        me, lease = self.room.leases.me.id, self.room.settings.lease
        for table in await self.room.store.ask(evening_store.tables_left_to(me, lease)):
            if table not in self.room.tables.awake and not self.room.stopping:
                with contextlib.suppress(Refused, Elsewhere):
                    await self.room.tables.find(table)

    async def settle(self) -> bool:
        """Note which tables are over, if any has ended."""
        needed = await self.room.store.ask(evening_store.to_settle)
        if needed:
            await self.room.store.write(evening_store.settle)
        return needed

    def game_of(self, plan: NewEvening) -> Game:
        try:
            return self.room.games[plan.game]
        except KeyError:
            raise Refused("unknown_game") from None


def require(true: bool, code: str) -> None:
    if not true:
        raise Refused(code)


def place_for(person: str, names: dict[str, str]) -> Place:
    return Place(Person(person, names[person]), ready=True) if person else Place(bot=FILL)


def meetings_of(found: StoredEvening) -> Meetings:
    meetings = Meetings()
    for number in range(1, found.round + 1):
        meetings.note([table.people for table in found.in_round(number)])
    return meetings


def rounds_of(found: StoredEvening, better: int) -> list[dict[str, float]]:
    """The points of all rounds that are over."""
    return [
        scoring.points_of_round([played(table) for table in tables], better)
        for tables in found.finished_rounds
    ]


def played(table: RoundTable) -> scoring.PlayedTable:
    return scoring.PlayedTable(table.people, table.scores)
