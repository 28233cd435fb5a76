"""Killed without warning while people play: nothing acknowledged is lost, nothing is done twice."""

import signal
import time

import pytest

from kills import PlayedTable, killed
from ludoteca.core.compiled import PLAIN
from ludoteca.server.store.queries import Store, log_of
from room_process import RoomProcess
from server.people import hear_all

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("processes", [1, 2])
async def test_killed_again_and_again_it_loses_and_repeats_nothing(any_database, processes):
    killing = await killed(any_database, processes, tables=3, times=2)
    assert killing.acknowledged > 10


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
async def test_killed_a_hundred_times_it_loses_and_repeats_nothing(any_database, processes):
    killing = await killed(any_database, processes, tables=6, times=100)
    assert killing.acknowledged > 1000


async def test_asked_to_stop_it_finishes_what_it_began_and_says_good_bye(tmp_path):
    room = RoomProcess(str(tmp_path / "room.db"))
    await room.start()
    player, _ = await PlayedTable.begin(room.url)
    async with player.guest.connect(player.table.id) as seat:
        await seat.act(seat.table["legal"][0], id="last")
        began = time.monotonic()
        await room.end(signal.SIGTERM)
        assert (await hear_all(seat))[1] == 1001
    assert room.process.returncode in (0, -signal.SIGTERM)
    assert time.monotonic() - began < 10
    database = Store(room.settings["database"])
    log = (await database.ask(log_of(player.table.id))).log
    database.close()
    assert log[-1].command == "last"


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_asked_to_stop_while_it_compiles_it_does_not_wait(tmp_path, how):
    nothing_yet = {"LUDOTECA_CACHE": str(tmp_path / "cache")}
    room = RoomProcess(str(tmp_path / "room.db"), nothing_yet, compile_all=True)
    await room.start()
    began = time.monotonic()
    await room.end(how)
    assert time.monotonic() - began < 4  # the first game alone takes longer to compile
    assert room.process.returncode in (0, 130, -signal.SIGTERM, -signal.SIGINT)
