"""People one has played with: invited again, or blocked."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from ludoteca.client import Guest, Refusal
from server.people import guest, make, play_on, two_at_a_table
from server.test_profiles import put

pytestmark = pytest.mark.anyio


async def two_who_played(room: Any) -> tuple[Guest, Guest]:
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack)
        await asyncio.wait_for(asyncio.gather(play_on(ana), play_on(ben)), 120)
    one, other = Guest(room.url, ana.headers["Cookie"]), Guest(room.url, ben.headers["Cookie"])
    for device in (one, other):
        device.person = (await device.get("/api/me"))["person"]
    return one, other


async def invitations_of(one: Guest) -> list[Any]:
    return list((await one.get("/api/mine")).get("invitations", []))


async def test_somebody_one_played_with_is_invited_again_in_one_tap(room: Any) -> None:
    ana, ben = await two_who_played(room)
    (friend,) = (await ana.get("/api/me/friends"))["friends"]
    assert friend["person"] == ben.person
    assert (friend["games"], friend["game"], friend["blocked"]) == (1, "pega-em-6", False)
    made = await ana.post("/api/me/invitations", {"person": ben.person["id"]})
    (invited,) = await invitations_of(ben)
    assert (invited["host"], invited["table"]["table"]) == (ana.person, made["table"])
    assert invited["table"]["options"]["rounds"] == 1  # like the last game
    async with ben.connect(made["table"]) as seat:
        await seat.do("sit", entropy="ab" * 32)
    assert await invitations_of(ben) == []  # who sits there needs no invitation


async def test_an_invitation_to_a_table_of_ones_own_can_be_declined(room: Any) -> None:
    ana, ben = await two_who_played(room)
    table, not_mine = await make(ana, ["me", "open"]), await make(ben, ["me", "open"])
    await ana.post("/api/me/invitations", {"person": ben.person["id"], "table": table})
    assert len(await invitations_of(ben)) == 1
    await ben.ask("DELETE", f"/api/me/invitations/{table}")
    assert await invitations_of(ben) == []
    with pytest.raises(Refusal, match="no_such_table"):
        await ana.post("/api/me/invitations", {"person": ben.person["id"], "table": not_mine})


async def test_only_people_one_played_with_can_be_invited(room: Any) -> None:
    ana, eva = await guest(room), await guest(room, "Eva")
    with pytest.raises(Refusal, match="no_such_person"):
        await ana.post("/api/me/invitations", {"person": eva.person["id"]})


async def test_who_is_blocked_cannot_invite_nor_sit_at_my_table(room: Any) -> None:
    ana, ben = await two_who_played(room)
    told = await put(ana, "/api/me/blocked", {"person": ben.person["id"], "blocked": True})
    assert told["blocked"] == [ben.person]
    assert (await ana.get("/api/me"))["blocked"] == [ben.person["id"]]
    await ben.post("/api/me/invitations", {"person": ana.person["id"]})  # nobody is told of a block
    assert await invitations_of(ana) == []
    table = await make(ana, ["me", "open"])
    async with ben.connect(table) as seat:
        with pytest.raises(Refusal, match="blocked"):
            await seat.do("sit", entropy="ab" * 32)
    await put(ana, "/api/me/blocked", {"person": ben.person["id"], "blocked": False})
    assert "blocked" not in await ana.get("/api/me")
    async with ben.connect(table) as seat:
        await seat.do("sit", entropy="ab" * 32)
        assert seat.table["you"]["seat"] == 1


async def test_a_block_hides_an_invitation_that_was_there(room: Any) -> None:
    ana, ben = await two_who_played(room)
    await ben.post("/api/me/invitations", {"person": ana.person["id"]})
    await put(ana, "/api/me/blocked", {"person": ben.person["id"], "blocked": True})
    assert await invitations_of(ana) == []


async def test_nobody_blocks_oneself_or_a_stranger(room: Any) -> None:
    ana = await guest(room)
    for person in (ana.person["id"], "p0000"):
        with pytest.raises(Refusal, match="no_such_person"):
            await put(ana, "/api/me/blocked", {"person": person, "blocked": True})
    assert json.dumps(await ana.get("/api/me/friends")) == '{"friends": [], "blocked": []}'
