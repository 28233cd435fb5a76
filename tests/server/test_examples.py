"""The examples run as they stand: a program on a seat of a room, a model's client, a tournament."""

import asyncio
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from server.people import QUICK, SHORT, guest, make

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = {**os.environ, "PYTHONPATH": str(Path(ludoteca.__file__).parents[1]), "LC_ALL": "C.UTF-8"}


async def run_example(name: str, *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLES / name, *arguments,
        env=HERE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()[-3000:]
    return out.decode()


@pytest.mark.anyio
async def test_a_program_plays_on_a_seat_of_the_room(open_room: Any) -> None:
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await make(ana, ["open", {"bot": "random"}], options=SHORT)
        given = await ana.post(f"/api/tables/{table}/program", {"name": "Robot"})
        playing = asyncio.create_task(run_example("room_bot.py", room.url, table, given["token"]))
        async with ana.connect(table) as host:
            await host.do("start")
            scores = await playing
            await host.until(lambda now: now["stage"] == "over")
            assert scores == f"{host.table['view']['scores']}\n"


@pytest.mark.anyio
async def test_a_client_like_a_model_plays_a_whole_game(open_room: Any) -> None:
    async with open_room(limits=QUICK) as room:
        told = await run_example("model_client.py", room.url, "dobro")
        assert told.startswith("# Dobro")
        assert "win" in told.splitlines()[-1]


def test_a_tournament_in_five_lines(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "tournament.py"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "random" in lines[-1]
