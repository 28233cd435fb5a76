"""Puzzles of a room's own games: only of those on which nobody's secrets depend, and without any name."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludoteca
from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.cli.arguments import words_in
from ludoteca.cli.puzzles import add_puzzles_of_games
from ludoteca.client import Guest
from ludoteca.puzzles import make_puzzles
from ludoteca.puzzles.puzzle_file import read_puzzles
from ludoteca.server import wall_clock
from ludoteca.server.finished.no_secrets import games_without_secrets
from ludoteca.server.table.state import TableState
from server.conftest import Opened, RunningRoom
from server.people import QUICK, guest, two_at_a_table
from server.test_daily import DAY, SOLO, begin
from server.test_evenings import CALM, do, four, opened, play_on, play_round, searches
from server.test_finished import finished_game

pytestmark = pytest.mark.anyio
PEGA = ludoteca.game("pega-em-6")


def games_of(room: RunningRoom, id: str = PEGA.id) -> list[Sequence[PlayedStep]]:
    return list(games_without_secrets(room.inside.settings.database, ludoteca.game(id)))


async def test_a_running_game_is_left_out_and_a_finished_one_is_read_whole(open_room: Opened) -> None:
    async with open_room(limits=QUICK) as room, AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        assert games_of(room) == []
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 120)
        (steps,) = games_of(room)
        assert steps[-1].after.over
        assert steps[-1].after.scores == one.table["view"]["scores"]
        assert games_of(room, "dobro") == []


@pytest.mark.parametrize("hidden", ["same", "redrawn"])
async def test_a_game_that_somebody_continues_is_left_out(open_room: Opened, hidden: str) -> None:
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
        assert len(games_of(room)) == 1
        wanted = {"step": 3, "seat": 0, "bot": "random", "hidden": hidden}
        made = await ana.post(f"/api/tables/{table}/continue", wanted)
        assert games_of(room) == []
        async with ana.connect(made["table"]) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 120)
        assert len(games_of(room)) == 2


async def test_the_deal_of_today_is_left_out_until_tomorrow(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        async with ana.connect(await begin(ana, SOLO)) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 120)
        assert games_of(room, SOLO) == []
        later = wall_clock.now() + DAY
        monkeypatch.setattr(f"{TableState.__module__}.now", lambda: later)
        assert len(games_of(room, SOLO)) == 1


async def test_an_evening_is_left_out_until_it_is_over(open_room: Opened) -> None:
    async with open_room(**CALM) as room:
        people = await four(room)
        code = await opened(people[0], people, rounds=2)
        for games in (0, 4):
            await do(people[0], code, "begin_round")
            await play_round(people, code)
            await people[0].get(f"/api/evenings/{code}")  # notes that the round is over
            assert len(games_of(room)) == games


@searches
async def test_puzzles_of_games_are_added_once_and_tell_no_name(
    open_room: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    easily(monkeypatch)
    file, words = tmp_path / "puzzles.json", words_in("en")
    async with open_room(limits=QUICK) as room:
        ana = await guest(room, "Clementina")
        export = await exported(ana, await finished_game(room, ana), tmp_path)
        database = room.inside.settings.database
        await asyncio.to_thread(add_puzzles_of_games, words, PEGA.id, [database], 100, file)
        once = read_puzzles(file)
        await asyncio.to_thread(add_puzzles_of_games, words, PEGA.id, [database, export], 100, file)
    assert once == read_puzzles(file)
    assert 1 <= len(once) <= make_puzzles.FROM_GAME
    assert "Clementina" not in file.read_text(encoding="utf-8")
    for one in once:
        assert one.source == "games"
        assert one.solution in one.table(PEGA).legal(one.seat)


def easily(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any decision that seems a little wrong becomes a puzzle, after few worlds."""
    few = {"FAR": 0.0, "NEAR": 0.0, "EACH": 8, "LOOK": 16, "SEARCHED": 4, "TRIED": 1}
    for name, value in {**few, "GAP": {"victory": 1e-6, "score": 1e-6}}.items():
        monkeypatch.setattr(make_puzzles, name, value)


async def exported(who: Guest, table: str, folder: Path) -> str:
    file = folder / "game.json"
    content: Any = await who.get(f"/api/tables/{table}/export")
    file.write_bytes(msgspec.json.encode(content))
    return str(file)
