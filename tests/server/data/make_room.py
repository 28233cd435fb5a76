"""Make a database with tables of every kind, and note what its server shows of them.

`room-0.1.0.db` was made by the server of commit aee6d8a, with the checkout of that commit first on the path:

    PYTHONPATH=src:benchmarks python make_room.py room-0.1.0

It writes `room-0.1.0.db` and `room-0.1.0.json`: people with their cookies, and each table as its server
showed it to everybody. It speaks to the server over HTTP and sockets alone, so it can do the same with any
version.
"""

import asyncio
import contextlib
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from ludoteca.client import Connection, Guest, Refusal
from room_process import RoomProcess

Json = dict[str, Any]
BOT = {"bot": "random"}
NEVER = 10**6  # seconds
FROZEN = {
    "patience": NEVER,
    "bot_pace": NEVER,
    "forced_pace": NEVER,
    "grace": NEVER,
}  # nothing moves by itself
NAMES = ("Ana", "Ben", "Cora", "Dora", "Eve")
SHORT = {
    "dobro": {},
    "pega-em-6": {"rounds": 1},
    "double-double-dominoes": {"goal": 20},
    "doppelt-so-clever": {},
}
LONG = SHORT | {"pega-em-6": {"variant": "anniversary"}, "dobro": {"edition": "en", "draw": "manual"}}


class Making:
    """One game's tables, made by the same five people."""

    def __init__(self, people: dict[str, Guest], game: str, tables: dict[str, str]) -> None:
        self.people = people
        self.game = game
        self.tables = tables
        self.rng = random.Random(21)
        self.commands = 0

    async def table(self, name: str, seats: list[Any], **wishes: Any) -> str:
        """A new table of Ana's, noted under a name."""
        wanted = {"game": self.game, "options": SHORT[self.game], "seats": seats} | wishes
        made = await self.people["Ana"].post("/api/tables", wanted)
        return self.note(name, made)

    def note(self, name: str, made: Json) -> str:
        self.tables[f"{self.game} {name}"] = made["table"]
        return str(made["table"])

    @contextlib.asynccontextmanager
    async def at(self, table: str, *names: str) -> AsyncIterator[list[Connection]]:
        """These people at a table. All go at the same moment, so that nobody is waited for."""
        sockets = [await self.people[name].connect(table).__aenter__() for name in names]
        yield sockets
        await asyncio.gather(*(socket.socket.close() for socket in sockets))

    async def begin(self, sockets: list[Connection]) -> None:
        """Everybody sits, and the host, who comes first, starts."""
        await sockets[0].do("ready", entropy="a1" * 32)
        for number, socket in enumerate(sockets[1:]):
            await socket.do("sit", entropy=f"b{number}" * 32)
        await sockets[0].do("start")

    async def play(self, sockets: list[Connection], decisions: int) -> None:
        """So many decisions of these people, or all until the game is over."""
        for _ in range(decisions):
            able = await until_somebody_may_act(sockets)
            if not able:
                return
            await self.act(self.rng.choice(able))

    async def act(self, socket: Connection) -> None:
        """Something legal; of three, the longest to say: many cards at once, so games are short."""
        some = self.rng.choices(socket.table["legal"], k=3)
        self.commands += 1
        await socket.act(max(some, key=lambda action: len(json.dumps(action))), id=f"c{self.commands}")

    # The tables

    async def gathering(self) -> None:
        """People come, go, are kicked, talk; a bot gets a seat and loses it."""
        table = await self.table("gathering", ["me", "open", "open", "open"], open=True, chat=True, clock=60)
        async with self.at(table, "Ana", "Ben", "Cora") as (ana, ben, cora):
            await ben.do("sit", seat=2, entropy="b1" * 32)
            await ben.do("say", text="Olá, Ana!")
            await cora.do("sit")
            await ana.do("kick", seat=1)
            await ana.do("bot", seat=1, bot="random")
            await ana.do("bot", seat=1, bot=None)
            await ana.do("bot", seat=3, bot="expert")
            await ana.do("ready", entropy="a1" * 32)
            await ben.do("leave")
            await ben.do("sit", seat=1, entropy="b2" * 32)

    async def amid_a_turn(self) -> None:
        """Two people and a bot; where all choose in secret, one has chosen, and changed the choice."""
        table = await self.table("amid a turn", ["me", "open", BOT], options=LONG[self.game])
        async with self.at(table, "Ana", "Ben") as sockets:
            await self.begin(sockets)
            await self.play(sockets, 7)
            await sockets[0].do("say", phrase="thinking")
            while len(able := await until_somebody_may_act(sockets)) < 2 and self.game == "pega-em-6":
                await self.act(able[0])
            await self.act(able[0])
            if able[0].table["draft"]:
                await self.act(able[0])

    async def seats_changed(self) -> None:
        """Ben is lost, returns, leaves; Eve takes Cora's seat by code; Dora is kicked; Ana wants to end."""
        table = await self.table("seats changed", ["me", "open", "open", "open"], chat=True, open=True)
        async with self.at(table, "Ana", "Ben", "Cora", "Dora", "Eve") as (ana, ben, cora, dora, eve):
            await self.begin([ana, ben, cora, dora])
            await self.play([ana, ben, cora, dora], 3)
            await ben.socket.close()
            await ana.until(lambda table: table["seats"][1]["away"])
            await ben.__aenter__()
            await ben.until(lambda table: not table["seats"][1]["away"])
            await ben.do("leave")
            await eve.do("take", code=await code_of(cora))
            await ana.do("kick", seat=3)
            await ana.do("say", text="Só nós duas?")
            await ana.do("agree")
            await self.play([ana, eve], 3)

    async def taken_back(self) -> None:
        """Alone with a bot; a move is taken back, and forced ones make themselves."""
        about = {"options": LONG[self.game], "take_back": True, "forced": True, "start": "ready"}
        async with self.at(await self.table("taken back", ["me", BOT], **about), "Ana") as (ana,):
            await ana.do("ready")
            taken = False
            while not taken:
                await self.play([ana], 1)
                if ana.table["can_take_back"]:
                    with contextlib.suppress(Refusal):  # the bot may have moved meanwhile
                        await ana.do("take_back")
                        taken = True
            await self.play([ana], 2)

    async def finished(self) -> str:
        """Played to the end, and a new table for the rematch."""
        table = await self.table("played to the end", ["me", BOT], start="ready")
        async with self.at(table, "Ana") as (ana,):
            await ana.do("ready", entropy="a2" * 32)
            await self.play([ana], NEVER)
            await ana.do("say", phrase="well_played")
            await ana.do("rematch")
            self.note("rematch", {"table": ana.table["rematch"]})
        return table

    async def ended_by_agreement(self) -> str:
        table = await self.table("ended by agreement", ["me", "open"])
        async with self.at(table, "Ana", "Ben") as (ana, ben):
            await self.begin([ana, ben])
            await self.play([ana, ben], 6)
            await ana.do("agree")
            await ana.do("agree", agree=False)
            await ben.do("agree")
            await ana.do("agree")
            await ana.until(lambda table: table["stage"] == "over")
        return table

    async def continued(self, table: str, name: str, hidden: str, ending: bool) -> None:
        """From a replay: in its middle and left there, or shortly before its end and played on."""
        ben = self.people["Ben"]
        last = (await ben.get(f"/api/tables/{table}/replay?most=1"))["last"]
        wanted = {"step": last - 3 if ending else last // 4, "seat": 1, "bot": "random", "hidden": hidden}
        made = await ben.post(f"/api/tables/{table}/continue", wanted)
        async with ben.connect(self.note(name, made)) as seat:
            await seat.do("ready", entropy="b3" * 32)
            await seat.until(lambda table: table["stage"] != "gathering")
            await self.play([seat], NEVER if ending else 1)

    async def imported(self, table: str, name: str) -> None:
        cora = self.people["Cora"]
        exported = await cora.get(f"/api/tables/{table}/export")
        self.note(name, await cora.post("/api/import", exported))

    async def out_of_time(self) -> None:
        """A bot moves for Ben twice, whose time is up."""
        table = await self.table("out of time", ["me", "open"], clock=5)
        async with self.at(table, "Ana", "Ben") as (ana, ben):
            await self.begin([ana, ben])
            while ana.table["clock"]["late"][1] < 2:
                if ana.to_choose:
                    await self.act(ana)
                else:
                    await ana.hear()

    async def all(self) -> None:
        await self.gathering()
        await self.amid_a_turn()
        await self.seats_changed()
        await self.taken_back()
        whole, short = await self.finished(), await self.ended_by_agreement()
        await self.continued(whole, "continued", "same", ending=False)
        await self.continued(whole, "continued with hidden cards redrawn", "redrawn", ending=False)
        await self.continued(whole, "continued to the end", "same", ending=True)
        await self.imported(short, "imported")
        if self.game == "pega-em-6":
            await self.imported(whole, "imported, played to the end")
            await self.out_of_time()


async def until_somebody_may_act(sockets: list[Connection]) -> list[Connection]:
    """Those who may act; nobody if the game is over. Bots move in between."""
    while True:
        newest = max(socket.table["seq"] for socket in sockets)
        for socket in sockets:
            while socket.table["seq"] < newest:
                await socket.hear()
        able = [socket for socket in sockets if socket.to_choose]
        if able or sockets[0].table["stage"] == "over":
            return able
        await sockets[0].hear()


async def code_of(socket: Connection) -> str:
    await socket.send({"type": "code", "id": "code"})
    while (answer := await socket.hear()).get("id") != "code":
        pass
    return str(answer["code"])


# What the server shows


async def shown(people: dict[str, Guest], table: str) -> Json:
    """The table as a spectator sees it, and what each person who has a seat and is there sees otherwise."""
    async with people["Ana"].connect(table, watch=True) as spectator:
        seats, public = spectator.table["seats"], steady(spectator.table)
    views = {}
    for name, guest in people.items():
        if any(seat["person"] == guest.person and not seat["away"] for seat in seats):
            async with guest.connect(table) as socket:
                own = steady(socket.table)
            views[name] = {name: value for name, value in own.items() if value != public[name]}
    return {"spectator": public, "people": views, "replay": await replay(people["Ana"], table)}


def steady(table: Json) -> Json:
    """What does not depend on who is connected, nor on the time of day."""
    kept = {name: value for name, value in table.items() if name not in ("type", "link", "spectators")}
    kept["seats"] = [{**seat, "present": False} for seat in table["seats"]]
    kept["clock"] = table["clock"] and {**table["clock"], "now": 0}
    return kept


async def replay(guest: Guest, table: str) -> Json | None:
    with contextlib.suppress(Exception):
        told = await guest.get(f"/api/tables/{table}/replay?most=1")
        return {name: told[name] for name in ("last", "scores", "winners", "ended", "origin")}
    return None


async def make(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "room.db"
        async with server(database, patience=1.5, bot_pace=0, forced_pace=0.1) as url:
            people, tables = await play_everything(url)
        copy = Path(shutil.copy(database, Path(folder) / "copy.db"))
        async with server(copy, **FROZEN) as url:
            note_url(people, url)
            told = {name: {"id": table, **await shown(people, table)} for name, table in tables.items()}
        save_database(database, Path(f"{name}.db"))
    known = {name: {"cookie": guest.cookie, "id": guest.person["id"]} for name, guest in people.items()}
    lines = ",\n".join(f"{json.dumps(table)}: {json.dumps(what)}" for table, what in told.items())
    Path(f"{name}.json").write_text(f'{{"people": {json.dumps(known)},\n"tables": {{\n{lines}\n}}}}\n')


@contextlib.asynccontextmanager
async def server(database: Path, **settings: Any) -> Any:
    process = RoomProcess(str(database), **settings)
    await process.start()
    yield process.url
    await process.end()


async def play_everything(url: str) -> tuple[dict[str, Guest], dict[str, str]]:
    people, tables = {name: Guest(url) for name in NAMES}, dict[str, str]()
    for name, guest in people.items():
        await guest.name(name)
    for game in SHORT:
        await Making(people, game, tables).all()
    return people, tables


def note_url(people: dict[str, Guest], url: str) -> None:
    for guest in people.values():
        guest.url = url


def save_database(database: Path, file: Path) -> None:
    """One small file, without what lies beside a database in use."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM leases")
        connection.execute("DELETE FROM processes")
        connection.commit()
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA page_size=512")
        connection.execute("VACUUM")
    shutil.copy(database, file)


if __name__ == "__main__":
    asyncio.run(make(sys.argv[1]))
