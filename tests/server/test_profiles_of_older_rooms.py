"""Guests of an older database lose nothing: history, figures and a recovery code work for them at once."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.client import Guest
from ludoteca.server import wall_clock
from server.conftest import Opened
from server.people import QUICK

pytestmark = pytest.mark.anyio
DATA = Path(__file__).parent / "data"
PEOPLE = json.loads((DATA / "room-0.1.0.json").read_text())["people"]
FINISHED = """SELECT t.id FROM tables t JOIN sittings s ON s.table_id = t.id
    WHERE s.person = ? AND t.result IS NOT NULL"""


async def test_guests_of_an_older_room_keep_everything(open_room: Opened, tmp_path: Path) -> None:
    copy = shutil.copy(DATA / "room-0.1.0.db", tmp_path / "older.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE people SET renewed_at = ?", [wall_clock.now()])
        connection.commit()
        ids = [one["id"] for one in PEOPLE.values()]
        had = {id: {row[0] for row in connection.execute(FINISHED, [id])} for id in ids}
    assert sum(map(len, had.values())) > 20
    async with open_room(database=str(copy), limits=QUICK) as room:
        for one in PEOPLE.values():
            guest = Guest(room.url, one["cookie"])
            history = await guest.get("/api/me/history")
            assert had[one["id"]] <= {game["table"] for game in history["games"]}
            figures = (await guest.get("/api/me/statistics"))["games"]
            assert sum(game["games"] for game in figures) <= sum(map(len, had.values()))
            code = (await guest.post("/api/me/code", {}))["code"]
            again = Guest(room.url)
            assert (await again.post("/api/sign-in/code", {"code": code}))["person"]["id"] == one["id"]
