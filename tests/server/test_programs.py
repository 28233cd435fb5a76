"""Seats for programs and language models: a token, the view as text, and the Model Context Protocol."""

import json
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.client import Client

import ludoteca
from ludoteca.cli.mcp import server_for
from ludoteca.client import Guest, Refusal
from ludoteca.core.words import WORDS, Words
from ludoteca.lab.text_view import TextView
from server.people import QUICK, SHORT, guest, make

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def model(room: Any, **more: Any) -> AsyncIterator[Client]:
    async with Client(server_for(Words("en", WORDS), room.url, **more)) as client:
        yield client


async def told(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return str(result.content[0].text)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)


# Tokens


async def test_a_host_gives_a_seat_to_a_program(shared_room: Any) -> None:
    ana = await guest(shared_room)
    table = await make(ana, ["me", "open"])
    given = await ana.post(f"/api/tables/{table}/program", {"name": "Robot", "seat": 1})
    assert (given["seat"], given["person"]["name"]) == (1, "Robot")
    robot = Guest(shared_room.url, token=given["token"])
    assert (await robot.get("/api/me"))["person"] == given["person"]
    async with robot.connect(table) as seat:
        assert seat.table["you"] == {"person": given["person"], "seat": 1}


async def test_only_the_host_gives_seats_away_and_none_that_is_taken(shared_room: Any) -> None:
    ana, ben = await guest(shared_room), await guest(shared_room, "Ben")
    table = await make(ana, ["me", "open"])
    for who, seat, code in ((ben, 1, "not_host"), (ana, 0, "seat_taken"), (ana, 7, "no_such_seat")):
        with pytest.raises(Refusal) as why:
            await who.post(f"/api/tables/{table}/program", {"name": "Robot", "seat": seat})
        assert why.value.code == code
    with pytest.raises(Refusal) as why:
        await Guest(shared_room.url).post(f"/api/tables/{table}/program", {"name": "Robot"})
    assert why.value.code == "no_person"


async def test_a_wrong_token_is_nobody(shared_room: Any) -> None:
    assert (await Guest(shared_room.url, token="made up").get("/api/me"))["person"] is None


# Text


async def test_text_says_what_the_seat_may_see_and_no_more(shared_room: Any) -> None:
    ana = await guest(shared_room)
    table = await make(ana, ["me", {"bot": "random"}], start="ready")
    address = f"/api/tables/{table}/text/en"
    with pytest.raises(Refusal) as why:
        await ana.get(address)
    assert why.value.code == "never_started"
    async with ana.connect(table) as seat:
        await seat.do("ready")
        await seat.until(lambda now: now["stage"] == "playing")
        reader = TextView(ludoteca.game("pega-em-6"), 0, ["Ana", "random"], "en")
        own, stranger = await ana.get(address), await Guest(shared_room.url).get(address)
        assert own["text"] == reader.whole(seat.table["view"], seat.table["legal"])
        assert own["seat"] == 0
        assert "Your hand" in own["text"]
        assert stranger["seat"] is None
        assert "Your hand" not in stranger["text"]
    with pytest.raises(Refusal) as why:
        await ana.get(f"/api/tables/{table}/text/xx")
    assert why.value.code == "no_such_language"


# The Model Context Protocol


async def test_a_model_finds_its_tools_and_the_rules(shared_room: Any) -> None:
    async with model(shared_room) as client:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"tables", "sit", "look", "legal_moves", "play", "wait"}
        assert all(tool.description for tool in tools)
        found = {str(one.uri) for one in (await client.list_resources()).resources}
        assert found == {f"ludoteca://rules/{id}" for id in ludoteca.games()}
        rules = (await client.read_resource("ludoteca://rules/pega-em-6")).contents[0]
        assert "**P5**" in rules.text
        assert "pega-em-6" in await told(client, "tables")


async def test_what_cannot_be_done_is_told_in_a_sentence(shared_room: Any) -> None:
    async with model(shared_room) as client:
        assert "call sit" in await refused(client, "look")
        assert "call sit" in await refused(client, "wait")
        assert "Name the table" in await refused(client, "sit")
        assert "unknown_game" in await refused(client, "sit", game="chess")


async def test_an_illegal_move_is_answered_with_its_rule_and_changes_nothing(shared_room: Any) -> None:
    async with model(shared_room) as client:
        await told(client, "sit", game="pega-em-6", bot="random")
        before = json.loads(await told(client, "look", as_json=True))
        held = {action["card"] for action in before["legal"]}
        missing = next(card for card in range(1, 105) if card not in held)
        why = await refused(client, "play", move=str(missing))
        assert "P3" in why
        assert len(why) > 40
        assert json.loads(await told(client, "look", as_json=True)) == before
        assert str(min(held)) in await told(client, "legal_moves")


async def test_a_model_receives_what_its_seat_may_see_byte_for_byte(shared_room: Any) -> None:
    """The same guest on a plain socket is sent the same view, and the text is made of that alone."""
    ana = await guest(shared_room)
    table = await make(ana, ["me", "open"], options=SHORT)
    given = await ana.post(f"/api/tables/{table}/program", {"name": "Robot", "seat": 1})
    async with (
        ana.connect(table) as host,
        Guest(shared_room.url, token=given["token"]).connect(table) as beside,
        model(shared_room, token=given["token"], table=table) as client,
    ):
        await host.do("start")
        await beside.until(lambda now: now["stage"] == "playing")
        await told(client, "wait")
        seen = json.loads(await told(client, "look", as_json=True))
        assert json.dumps(seen["view"]) == json.dumps(beside.table["view"])
        assert seen["legal"] == beside.table["legal"]
        reader = TextView(ludoteca.game("pega-em-6"), 1, ["Ana", "Robot"], "en")
        assert await told(client, "look") == reader.whole(beside.table["view"], beside.table["legal"])


async def test_a_model_plays_a_whole_game_against_bots(open_room: Any) -> None:
    luck = random.Random(7)
    async with open_room(limits=QUICK) as room, model(room, name="Deep Thought") as client:
        text = await told(client, "sit", game="dobro", bot="random")
        for _ in range(500):
            seen = json.loads(await told(client, "look", as_json=True))
            if seen["view"]["over"]:
                break
            if seen["legal"]:
                text = await told(client, "play", move=json.dumps(luck.choice(seen["legal"])))
            else:
                text = await told(client, "wait")
        assert seen["view"]["over"]
        assert "win" in text


def test_without_the_package_its_name_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    from ludoteca.cli import main

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp"]) == 2
    assert "ludoteca[mcp]" in capsys.readouterr().err
