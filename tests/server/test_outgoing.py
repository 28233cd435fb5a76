"""Whatever a table sends is one of the messages of `outgoing`, with their fields and no others."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any, get_args

import msgspec
import pytest

import ludoteca
from ludoteca.client import Refusal
from ludoteca.server.table import messages, outgoing, views
from server.people import BOT, guest, make, play_on, two_at_a_table
from table_steps import PEOPLE, begun, step

pytestmark = pytest.mark.anyio


class Listener:
    """Everything that a socket is sent."""

    def __init__(self, seat: Any) -> None:
        self.heard: list[dict[str, Any]] = []
        receive = seat.socket.recv

        async def note(*arguments: Any, **more: Any) -> Any:
            frame = await receive(*arguments, **more)
            self.heard.append(msgspec.json.decode(frame))
            return frame

        seat.socket.recv = note


async def test_every_message_has_the_declared_form(room):
    async with AsyncExitStack() as stack:
        one, _ = await two_at_a_table(room, stack)
        listener = Listener(one)
        await one.act(one.table["legal"][0])
        with pytest.raises(Refusal):
            await one.do("sit")
        await one.socket.send('{"type":"ping"}')
        for question in ("code", "hint", "history"):
            await one.socket.send(msgspec.json.encode({"type": question, "id": question}).decode())
        while not {"hint", "pong", "history", "code"} <= {message["type"] for message in listener.heard}:
            await asyncio.wait_for(one.hear(), 30)
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        listener.heard += [seat.table | {"type": "view"}]
        later = Listener(seat)
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
        listener.heard += later.heard
    for message in listener.heard:
        assert msgspec.to_builtins(msgspec.convert(message, outgoing.MESSAGES)) == message
    views = [message for message in listener.heard if message["type"] == "view"]
    assert {len(view) for view in views} == {len(outgoing.View.__struct_fields__) + 1}, "a view is whole"
    declared = {kind.__struct_config__.tag for kind in get_args(outgoing.MESSAGES)}
    assert declared - {"waking", "notice"} <= {message["type"] for message in listener.heard}


@pytest.mark.parametrize("id", ludoteca.games())
async def test_what_is_encoded_once_for_all_is_what_each_audience_is_told(id):
    state, rng, there = begun(ludoteca.game(id)), random.Random(id), views.Presence({"p0", "p2"}, 3)
    for number in range(60):
        seat = next(seat for seat in range(len(PEOPLE)) if state.live_game.waits_for(seat))
        action = rng.choice(state.live_game.table.legal(seat))
        step(state, seat, messages.Act(f"c{number}", state.seq, action))
        for steps in (state.steps[-1:], state.steps[-3:], []):
            news = views.News(state, there, steps)
            for audience in (*range(len(PEOPLE)), None):
                told = msgspec.json.encode(views.news(state, there, audience, steps))
                assert msgspec.json.decode(news.encoded(audience)) == msgspec.json.decode(told)
        if state.stage == "over":
            break
