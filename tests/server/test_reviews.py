"""Reviews over HTTP: of finished games, made in the background, with the steps of the replay."""

import asyncio

import pytest

from ludoteca.archive.recorded_steps import steps_of
from ludoteca.client import Refusal
from ludoteca.core.compiled import PLAIN
from ludoteca.server.finished.replay import finished, frames_of
from ludoteca.server.http.catalogue import load_games
from server.people import BOT, QUICK, guest, make

pytestmark = pytest.mark.anyio
GAMES = sorted(load_games())


async def review_of(ana, table):
    while (answer := await ana.get(f"/api/tables/{table}/review"))["review"] is None:
        assert 0 <= answer["progress"] < 1
        await asyncio.sleep(0.2)
    return answer


async def play(seat, decisions):
    """So many decisions, then the end by agreement, if it is not over."""
    for _ in range(decisions):
        await seat.until(lambda table: table["stage"] == "over" or seat.to_choose)
        if seat.table["stage"] != "over":
            await seat.act(seat.table["legal"][0])
    if seat.table["stage"] != "over":
        await seat.do("agree")
        await seat.until(lambda table: table["stage"] == "over")


async def test_a_finished_game_is_reviewed_for_everybody_who_knows_it(open_room):
    async with open_room(limits=QUICK) as room:
        ana, eve = await guest(room), await guest(room, "Eve")
        table = await make(ana, ["me", BOT], start="ready")
        with pytest.raises(Refusal, match="never_started"):
            await ana.get(f"/api/tables/{table}/review")
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await seat.until(lambda table: table["stage"] == "playing")
            with pytest.raises(Refusal, match="not_over"):
                await ana.get(f"/api/tables/{table}/review")
            await play(seat, 2 if PLAIN else 40)
        only_looked = await ana.get(f"/api/tables/{table}/review?start=0")
        assert (only_looked["progress"], only_looked["review"]) == (0, None)
        assert not room.inside.heavy_work.jobs
        answer = await asyncio.wait_for(review_of(ana, table), 120)
        assert answer["progress"] == 1
        assert await eve.get(f"/api/tables/{table}/review?start=0") == answer
        replay = await ana.get(f"/api/tables/{table}/replay")
        steps = answer["review"]["steps"]
        assert [step["actions"] for step in steps] == [frame["actions"] for frame in replay["frames"]]
        assert all(one["kinds"]["best"] in ("card", "row") for step in steps for one in step["decisions"])
        assert answer["review"]["over"] == (replay["ended"] is None)
        if replay["ended"] is None:
            assert [seat["result"]["score"] for seat in answer["review"]["seats"]] == replay["scores"]
        assert await eve.get(f"/api/tables/{table}/review") == answer


@pytest.mark.parametrize("game", GAMES)
async def test_replay_and_review_count_steps_as_the_table_did(open_room, game):
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        table = await make(ana, ["me", BOT], start="ready", game=game, options={})
        async with ana.connect(table) as seat:
            await seat.do("ready")
            await play(seat, 10 if PLAIN else 40)
        state = (await room.inside.tables.find(table)).state
        actions = finished(state).actions
        frames = frames_of(state.first_table(), actions)[1:]
        played = [step for step in state.steps if step.did == "act"]
        assert [frame.events.told(0) for frame in frames] == [step.events.told(0) for step in played]
        assert [action for frame in frames for action in frame.actions] == actions
        assert [len(step.taken) for step in steps_of(state.first_table(), actions)] == [
            len(frame.actions) for frame in frames
        ]
        assert max(len(frame.actions) for frame in frames) == (2 if game == "pega-em-6" else 1)
