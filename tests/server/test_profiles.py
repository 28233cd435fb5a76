"""A guest made durable: recovery code, passkeys, several devices, merging, deletion without a trace."""

import asyncio
import base64
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sql

from ludoteca.client import Guest, Refusal
from ludoteca.server import challenges
from ludoteca.server.check import check
from ludoteca.server.codes import hashed, plain
from ludoteca.server.people import merging
from ludoteca.server.store.database import engine_of, url_of
from server.authenticator import Authenticator
from server.conftest import Opened, RunningRoom
from server.people import BOT, QUICK, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def code_of(one: Guest) -> str:
    return str((await one.post("/api/me/code", {}))["code"])


async def delete(one: Guest, path: str) -> Any:
    return json.loads(await one.ask("DELETE", path))


async def finished_game(one: Guest) -> str:
    """A game against a bot, to its end."""
    table = await make(one, ["me", BOT], start="ready")
    async with one.connect(table) as seat:
        await seat.do("ready", entropy="ab" * 32)
        await asyncio.wait_for(play_on(seat), 120)
    return table


async def finished_of(one: Guest) -> list[str]:
    return [game["table"] for game in (await one.get("/api/mine/finished"))["games"]]


# Recovery codes


async def test_a_lost_cookie_is_recovered_by_the_code(room: Any) -> None:
    ana = await guest(room)
    table = await make(ana, ["me", "open"])
    again = Guest(room.url)
    signed_in = await again.post(
        "/api/sign-in/code", {"code": (await code_of(ana)).lower().replace("-", " ")}
    )
    assert signed_in["person"] == ana.person
    assert [one["table"] for one in (await again.get("/api/mine"))["tables"]] == [table]
    assert (await ana.get("/api/me"))["person"] == ana.person  # the first device stays signed in
    assert (await ana.get("/api/me/keys"))["devices"] == 2


async def test_a_new_code_voids_the_old_one(room: Any) -> None:
    ana = await guest(room)
    first, second = await code_of(ana), await code_of(ana)
    with pytest.raises(Refusal, match="wrong_code"):
        await Guest(room.url).post("/api/sign-in/code", {"code": first})
    assert (await Guest(room.url).post("/api/sign-in/code", {"code": second}))["person"] == ana.person


async def test_codes_cannot_be_guessed_one_after_the_other(room: Any) -> None:
    codes = []
    for _ in range(12):
        with pytest.raises(Refusal) as told:
            await Guest(room.url).post("/api/sign-in/code", {"code": "0000-0000-0000-0000"})
        codes.append(told.value.code)
    assert codes == ["wrong_code"] * 10 + ["too_many"] * 2


async def test_the_link_of_a_code_leads_to_the_profile_and_is_drawn(room: Any) -> None:
    told = await (await guest(room)).post("/api/me/code", {})
    assert told["link"].endswith(f"/me#{told['code']}")
    assert "</svg>" in told["qr"]


async def test_a_renewed_cookie_of_a_second_device_lasts(room: Any) -> None:
    ana, again = await guest(room), Guest(room.url)
    await again.post("/api/sign-in/code", {"code": await code_of(ana)})
    await room.execute("UPDATE people SET made_at = 0")
    assert (await again.get("/api/me"))["person"] is None
    await room.execute("UPDATE people SET made_at = 4000000000000")
    assert (await again.name("Anna"))["name"] == "Anna"
    await room.execute("UPDATE people SET made_at = 0")
    assert (await again.get("/api/me"))["person"]["name"] == "Anna"


# Passkeys


async def add_passkey(one: Guest, authenticator: Authenticator) -> Any:
    options = (await one.post("/api/me/passkeys/options", {}))["options"]
    return await one.post("/api/me/passkeys", {"name": "Phone", "credential": authenticator.create(options)})


async def sign_in(one: Guest, authenticator: Authenticator, **more: Any) -> Any:
    options = (await one.post("/api/sign-in/passkey/options", {}))["options"]
    return await one.post("/api/sign-in/passkey", {"credential": authenticator.get(options), **more})


async def test_a_lost_cookie_is_recovered_by_a_passkey(room: Any) -> None:
    ana, authenticator = await guest(room), Authenticator(room.url)
    kept = await add_passkey(ana, authenticator)
    assert [key["name"] for key in kept["passkeys"]] == ["Phone"]
    again = Guest(room.url)
    assert (await sign_in(again, authenticator))["person"] == ana.person
    assert (await again.get("/api/me"))["person"] == ana.person
    assert (await ana.get("/api/me/keys"))["passkeys"][0]["used_at"]
    await delete(ana, f"/api/me/passkeys/{kept['passkeys'][0]['id']}")
    with pytest.raises(Refusal, match="unknown_passkey"):
        await sign_in(Guest(room.url), authenticator)


async def test_an_answer_to_a_challenge_counts_once(room: Any) -> None:
    ana, authenticator = await guest(room), Authenticator(room.url)
    await add_passkey(ana, authenticator)
    options = (await ana.post("/api/sign-in/passkey/options", {}))["options"]
    authenticator.count = -1  # a device that counts nothing, as synchronised passkeys do not
    signed = {"credential": authenticator.get(options)}
    assert (await Guest(room.url).post("/api/sign-in/passkey", signed))["person"] == ana.person
    with pytest.raises(Refusal, match="wrong_passkey"):
        await Guest(room.url).post("/api/sign-in/passkey", signed)


async def test_only_the_key_that_was_kept_opens(room: Any) -> None:
    ana, mine, other = await guest(room), Authenticator(room.url), Authenticator(room.url)
    await add_passkey(ana, mine)
    other.id = mine.id
    with pytest.raises(Refusal, match="wrong_passkey"):
        await sign_in(Guest(room.url), other)
    elsewhere = Authenticator("https://elsewhere.example")
    elsewhere.id, elsewhere.key = mine.id, mine.key
    with pytest.raises(Refusal, match="wrong_passkey"):
        await sign_in(Guest(room.url), elsewhere)


async def test_a_challenge_serves_one_purpose_and_expires(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, authenticator = await guest(room), await guest(room, "Ben"), Authenticator(room.url)
    await add_passkey(ana, authenticator)
    for_ben = (await ben.post("/api/me/passkeys/options", {}))["options"]
    with pytest.raises(Refusal, match="wrong_passkey"):
        await ana.post("/api/sign-in/passkey", {"credential": authenticator.get(for_ben)})
    with pytest.raises(Refusal, match="wrong_passkey"):
        await ana.post(
            "/api/me/passkeys", {"name": "x", "credential": Authenticator(room.url).create(for_ben)}
        )
    monkeypatch.setattr(challenges, "EXPIRES", -1)
    with pytest.raises(Refusal, match="late_passkey"):
        await sign_in(Guest(room.url), authenticator)
    for broken in ({}, {"response": {}}, {"response": {"clientDataJSON": "x"}}, {"response": 3}):
        with pytest.raises(Refusal, match="malformed"):
            await ana.post("/api/sign-in/passkey", {"credential": broken})


async def test_a_credential_nested_deeper_than_anybody_reads_is_refused_by_name(room: RunningRoom) -> None:
    ana = await guest(room)
    for depth in (900, 960, 1500):
        told = base64.urlsafe_b64encode(b"[" * depth + b"]" * depth).decode()
        with pytest.raises(Refusal) as refused:
            await ana.post("/api/sign-in/passkey", {"credential": {"response": {"clientDataJSON": told}}})
        assert refused.value.code == "malformed"
        assert refused.value.answer["arguments"]["where"].endswith("clientDataJSON")


# Merging


async def best_of(one: Guest) -> int:
    """Few bull heads are the best."""
    (figures,) = (await one.get("/api/me/statistics"))["games"]
    return int(figures["variants"][0]["best"])


async def test_two_guests_on_two_devices_become_one_person(room: Any) -> None:
    """Every game, star and try is kept, and both devices are signed in."""
    phone, laptop = await guest(room, "Ana"), await guest(room, "Ana on the sofa")
    first, second = await finished_game(phone), await finished_game(laptop)
    await laptop.ask("PUT", "/api/mine/starred", json.dumps({"table": second, "starred": True}).encode())
    running = await make(laptop, ["me", "open"])
    daily = (await laptop.post("/api/daily/pega-em-6", {}))["table"]
    bests = [await best_of(device) for device in (phone, laptop)]
    code = {"code": await code_of(phone)}
    with pytest.raises(Refusal, match="merge_needed") as asked:
        await laptop.post("/api/sign-in/code", code)
    assert asked.value.answer["arguments"] == {"name": "Ana on the sofa", "games": 3, "into": "Ana"}
    await laptop.post("/api/sign-in/code", code | {"merge": True})
    for device in (phone, laptop):
        assert (await device.get("/api/me"))["person"] == phone.person
        games = (await device.get("/api/mine/finished"))["games"]
        assert {game["table"] for game in games} == {first, second}
        assert all(game["you"] == 0 for game in games)
        assert {game["table"] for game in games if game["starred"]} == {second}
        mine = {table["table"] for table in (await device.get("/api/mine"))["tables"]}
        assert mine == {first, second, running, daily}
        deals = (await device.get("/api/daily"))["deals"]
        assert {deal["table"] for deal in deals} == {None, daily}
        assert await best_of(device) == min(bests)
    async with phone.connect(running) as seat:
        assert seat.table["you"]["seat"] == 0
        await seat.do("bot", seat=1, bot="random")  # who was merged is still the host
    assert (await asyncio.to_thread(check, room.inside.settings.database)).faults == []


async def test_of_two_tries_at_a_deal_the_first_counts(room: Any) -> None:
    phone, laptop = await guest(room, "Ana"), await guest(room, "Anna")
    first = (await laptop.post("/api/daily/pega-em-6", {}))["table"]
    await phone.post("/api/daily/pega-em-6", {})
    await laptop.post("/api/sign-in/code", {"code": await code_of(phone), "merge": True})
    deals = (await phone.get("/api/daily"))["deals"]
    assert {deal["table"] for deal in deals if deal["game"] == "pega-em-6"} == {first}


async def test_a_seat_of_a_running_game_goes_to_the_person_who_is_kept(room: Any) -> None:
    """The device plays on where it was."""
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack)
        carla = await guest(room, "Carla")
        device = Guest(room.url, ben.headers["Cookie"])
        await device.post("/api/sign-in/code", {"code": await code_of(carla), "merge": True})
        table = ana.table["table"]
        again = await stack.enter_async_context(device.connect(table))
        assert again.table["you"]["seat"] == 1
        assert again.table["seats"][1]["person"]["id"] == carla.person["id"]
        host = await stack.enter_async_context(Guest(room.url, ana.headers["Cookie"]).connect(table))
        await asyncio.wait_for(asyncio.gather(play_on(host), play_on(again)), 120)
    assert await finished_of(carla) == [table]


async def test_one_person_cannot_have_two_seats_in_a_running_game(room: Any) -> None:
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack)
        one, other = Guest(room.url, ana.headers["Cookie"]), Guest(room.url, ben.headers["Cookie"])
        with pytest.raises(Refusal, match="both_at_a_table"):
            await other.post("/api/sign-in/code", {"code": await code_of(one), "merge": True})
        await asyncio.wait_for(asyncio.gather(play_on(ana), play_on(ben)), 120)
        await other.post("/api/sign-in/code", {"code": await code_of(one), "merge": True})
    assert (await one.get("/api/me")) == (await other.get("/api/me"))
    assert await finished_of(other) == [ana.table["table"]]


async def test_a_merge_that_was_cut_off_is_finished_when_the_room_opens(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(limits=QUICK) as room:
        phone, laptop = await guest(room, "Ana"), await guest(room, "Anna")
        tables = {await make(laptop, ["me", "open"]) for _ in range(3)}
        code = await code_of(phone)
        with monkeypatch.context() as patch:
            patch.setattr(merging, "move_tables", cut_off)
            with pytest.raises(Refusal):
                await laptop.post("/api/sign-in/code", {"code": code, "merge": True})
        assert (await laptop.get("/api/me"))["person"] == phone.person
        assert (await laptop.get("/api/mine"))["tables"] == []
    async with open_room(limits=QUICK) as room:
        again = Guest(room.url, phone.cookie)
        while len((await again.get("/api/mine"))["tables"]) < 3:
            await asyncio.sleep(0.02)
        found = (await again.get("/api/mine"))["tables"]
        assert {table["table"] for table in found} == tables
        assert {table["seats"][0]["person"]["id"] for table in found} == {phone.person["id"]}


async def cut_off(*_arguments: Any) -> None:
    raise RuntimeError("the server was killed here")


async def test_a_ban_is_not_escaped_by_a_merge(room: Any) -> None:
    good, bad = await guest(room, "Ana"), await guest(room, "Bea")
    code = await code_of(good)
    ban = "INSERT INTO bans VALUES ('b', 'ban', 'guest', :guest, NULL, 0)"
    await room.execute(ban, guest=bad.person["id"])
    await make(good, ["me", "open"])
    await bad.post("/api/sign-in/code", {"code": code, "merge": True})
    with pytest.raises(Refusal, match="banned"):
        await make(good, ["me", "open"])


# A picture, and being forgotten


async def put(one: Guest, path: str, body: Any) -> Any:
    return json.loads(await one.ask("PUT", path, json.dumps(body).encode()))


async def test_a_picture_is_shown_beside_the_name(room: Any) -> None:
    ana = await guest(room)
    assert (await put(ana, "/api/me/picture", {"picture": 7}))["person"]["picture"] == 7
    assert (await ana.name("Anna"))["picture"] == 7  # a new name leaves it
    table = await make(ana, ["me", "open"])
    shown = await ana.get(f"/api/tables/{table}")
    assert shown["seats"][0]["person"] == {"id": ana.person["id"], "name": "Anna", "picture": 7}
    for wrong in (24, -1, "x", 1.5):
        with pytest.raises(Refusal, match="malformed"):
            await put(ana, "/api/me/picture", {"picture": wrong})
    assert "picture" not in (await put(ana, "/api/me/picture", {"picture": None}))["person"]


def dump_of(database: str) -> str:
    """Everything in the database, in whatever form it is stored."""
    engine = engine_of(url_of(database))
    with engine.connect() as connection:
        names = sql.inspect(connection).get_table_names()
        rows = [row for name in names for row in connection.execute(sql.text(f'SELECT * FROM "{name}"'))]
    engine.dispose()
    return "\n".join(
        bytes(part).decode("utf-8", "replace") if isinstance(part, bytes | memoryview) else str(part)
        for row in rows
        for part in row
    )


# What other tests have made over HTTP, with their services; here only its traces matter.
RATING = "INSERT INTO ratings VALUES ('pega-em-6', '{}', :player, 25, 8, 3)"
SUBSCRIPTION = """INSERT INTO push_subscriptions VALUES
    ('s', :person, 'https://push.example/secret-device', 'a device''s key', 'a device''s secret', 'pt', 0)"""
IDENTITY = """INSERT INTO identities VALUES
    ('i', 'https://login.example', 'subject-of-nastja', :person, 0, NULL)"""


async def test_deletion_leaves_nothing_but_a_pseudonym(room: Any) -> None:
    ana, other, authenticator = (
        await guest(room, "Anastasia"),
        await guest(room, "Nastja"),
        Authenticator(room.url),
    )
    kept = await add_passkey(ana, authenticator)
    code = await code_of(ana)
    await put(ana, "/api/me/picture", {"picture": 7})
    await finished_game(ana), await finished_game(other)
    table = await make(other, ["me", "open"], chat=True)
    async with other.connect(table) as seat:
        await seat.do("say", text="my secret word")
    evening = (await ana.post("/api/evenings", {"game": "pega-em-6", "seats": 2, "rounds": 1}))["code"]
    await ana.post(f"/api/evenings/{evening}", {"do": "join"})
    await ana.post("/api/daily/pega-em-6", {})
    await room.execute(RATING, player=ana.person["id"])
    await room.execute(SUBSCRIPTION, person=ana.person["id"])
    await room.execute(IDENTITY, person=other.person["id"])
    await other.post("/api/sign-in/code", {"code": code, "merge": True})
    traces = ["Anastasia", "Nastja", "my secret word", kept["passkeys"][0]["id"], hashed(plain(code))]
    traces += ["secret-device", "a device's key", "a device's secret", "subject-of-nastja"]
    traces += [hashed(part.partition("=")[2]) for part in (ana.cookie, other.cookie)]
    before = dump_of(room.inside.settings.database)
    assert all(trace in before for trace in traces)
    await delete(ana, "/api/me")
    after = dump_of(room.inside.settings.database)
    assert [trace for trace in traces if trace in after] == []
    assert ana.person["id"] in after  # the pseudonym in the logs
    for device in (ana, other):
        assert await device.get("/api/me") == {"person": None}
    with pytest.raises(Refusal, match="wrong_code"):
        await Guest(room.url).post("/api/sign-in/code", {"code": code})
    assert (await asyncio.to_thread(check, room.inside.settings.database)).faults == []
