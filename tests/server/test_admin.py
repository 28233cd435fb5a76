"""The keys of the room: who holds them, what they open, and that they open nothing for anybody else."""

import asyncio
import json
import os
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ludoteca import __version__
from ludoteca.cli.admin import code_if_unclaimed, put_code
from ludoteca.cli.app import main
from ludoteca.client import Guest, Refusal
from ludoteca.core.errors import BadOptions
from ludoteca.server import wall_clock
from ludoteca.server.admin import backups
from ludoteca.server.admin import keys as admin_keys
from ludoteca.server.admin.api import ADMIN_ENDPOINTS
from ludoteca.server.admin.room_control import CHANGEABLE
from ludoteca.server.check import check
from ludoteca.server.store.backup import give_name
from server.authenticator import Authenticator
from server.conftest import Opened
from server.people import BOT, guest, hear_all, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio
looks_into_the_file = pytest.mark.skipif(
    os.environ.get("LUDOTECA_TEST_DATABASE") == "postgresql", reason="looks into the file of SQLite"
)
PASSWORD = "correct horse battery"
DAY = 24 * 3_600_000
PASSKEY_LOGIN = "/admin/login/passkey"
OPEN_TO_ALL = {
    "/admin", "/admin/claim", "/admin/login", "/admin/logout", PASSKEY_LOGIN, f"{PASSKEY_LOGIN}/options",
}  # fmt: skip


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(admin_keys.SCRYPT, "n", 2**4)


@pytest.fixture(autouse=True)
def started_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room on PostgreSQL makes its backups where it was started."""
    monkeypatch.chdir(tmp_path)


class Admin(Guest):
    """Somebody with the keys."""

    async def put(self, path: str, body: Any) -> Any:
        return json.loads(await self.ask("PUT", path, json.dumps(body).encode()))

    async def delete(self, path: str) -> Any:
        return json.loads(await self.ask("DELETE", path))


async def admin_of(room: Any) -> Admin:
    one = Admin(room.url)
    code = await asyncio.to_thread(put_code, room.inside.settings.database)
    await one.post("/api/admin/claim", {"code": code.lower(), "password": PASSWORD})
    return one


# Who holds them


async def test_the_keys_are_claimed_once_with_the_code(room: Any) -> None:
    database = room.inside.settings.database
    code = await asyncio.to_thread(code_if_unclaimed, database)
    one, other = Admin(room.url), Admin(room.url)
    assert await one.get("/api/admin") == {"claimed": False, "admin": False}
    for wrong in ("AAAA-BBBB-CCCC", "", "\x00"):
        with pytest.raises(Refusal, match="wrong_code"):
            await one.post("/api/admin/claim", {"code": wrong, "password": PASSWORD})
    room.inside.keys.tries.buckets.clear()
    with pytest.raises(Refusal, match="bad_password"):
        await one.post("/api/admin/claim", {"code": code, "password": "short"})
    await one.post("/api/admin/claim", {"code": code, "password": PASSWORD})
    assert await one.get("/api/admin") == {"claimed": True, "admin": True}
    with pytest.raises(Refusal, match="wrong_code"):
        await other.post("/api/admin/claim", {"code": code, "password": "another password"})
    assert await asyncio.to_thread(code_if_unclaimed, database) is None


async def test_a_password_opens_afterwards_and_a_session_ends(room: Any) -> None:
    first = await admin_of(room)
    second = Admin(room.url)
    with pytest.raises(Refusal, match="wrong_password"):
        await second.post("/api/admin/login", {"password": "wrong horse battery"})
    await second.post("/api/admin/login", {"password": PASSWORD})
    assert (await second.get("/api/admin/overview"))["versions"]["running"] == __version__
    await second.post("/api/admin/logout", {})
    with pytest.raises(Refusal, match="not_admin"):
        await second.get("/api/admin/overview")
    assert await first.get("/api/admin/overview")


async def test_a_lost_password_is_replaced_from_the_command_line(room: Any, capsys: Any) -> None:
    before = await admin_of(room)
    database = room.inside.settings.database
    assert await asyncio.to_thread(main, ["admin", "--database", database, "--lang", "en"]) == 0
    code = capsys.readouterr().out.split()[2]
    assert await before.get("/api/admin/overview")
    after = Admin(room.url)
    await after.post("/api/admin/claim", {"code": code, "password": "a new long password"})
    with pytest.raises(Refusal, match="not_admin"):
        await before.get("/api/admin/overview")
    with pytest.raises(Refusal, match="wrong_password"):
        await before.post("/api/admin/login", {"password": PASSWORD})


async def test_passwords_cannot_be_tried_in_a_row(room: Any) -> None:
    await admin_of(room)
    one = Admin(room.url)
    codes = []
    for _ in range(8):
        with pytest.raises(Refusal) as refused:
            await one.post("/api/admin/login", {"password": "x"})
        codes.append(refused.value.code)
    assert codes[0] == "wrong_password"
    assert codes[-1] == "too_many"


@looks_into_the_file
async def test_nothing_but_hashes_is_kept(room: Any) -> None:
    one = await admin_of(room)
    made = await one.post("/api/admin/tokens", {"name": "backups"})
    content = Path(room.inside.settings.database).read_bytes()
    content += Path(f"{room.inside.settings.database}-wal").read_bytes()
    assert one.cookie
    for secret in (PASSWORD, made["token"], one.cookie.partition("=")[2]):
        assert secret.encode() not in content


async def test_a_token_does_everything_over_http(room: Any) -> None:
    one = await admin_of(room)
    made = await one.post("/api/admin/tokens", {"name": "backups"})
    program = Admin(room.url, headers={"Authorization": f"Bearer {made['token']}"})
    await program.put("/api/admin/notice", {"text": "Closed at ten"})
    assert [token["name"] for token in (await program.get("/api/admin/tokens"))["tokens"]] == ["backups"]
    await one.delete(f"/api/admin/tokens/{made['id']}")
    with pytest.raises(Refusal, match="not_admin"):
        await program.get("/api/admin/overview")


async def add_passkey(one: Admin, authenticator: Authenticator) -> Any:
    options = (await one.post("/api/admin/passkeys/options", {}))["options"]
    credential = authenticator.create(options)
    return await one.post("/api/admin/passkeys", {"name": "Key ring", "credential": credential})


async def log_in_by(authenticator: Authenticator, room: Any) -> Admin:
    one = Admin(room.url)
    options = (await one.post(f"/api{PASSKEY_LOGIN}/options", {}))["options"]
    await one.post(f"/api{PASSKEY_LOGIN}", {"credential": authenticator.get(options)})
    return one


async def test_a_passkey_opens_like_the_password_until_it_is_given_up(room: Any) -> None:
    one, authenticator = await admin_of(room), Authenticator(room.url)
    kept = (await add_passkey(one, authenticator))["passkeys"]
    assert [key["name"] for key in kept] == ["Key ring"]
    other = await log_in_by(authenticator, room)
    assert (await other.get("/api/admin"))["admin"]
    await other.get("/api/admin/overview")
    assert (await one.get("/api/admin/passkeys"))["passkeys"][0]["used_at"]
    await one.delete(f"/api/admin/passkeys/{kept[0]['id']}")
    with pytest.raises(Refusal, match="unknown_passkey"):
        await log_in_by(authenticator, room)


async def test_a_persons_passkey_opens_nothing_and_the_admins_makes_nobody_a_person(room: Any) -> None:
    ana, hers, mine = await guest(room), Authenticator(room.url), Authenticator(room.url)
    options = (await ana.post("/api/me/passkeys/options", {}))["options"]
    await ana.post("/api/me/passkeys", {"name": "Phone", "credential": hers.create(options)})
    with pytest.raises(Refusal, match="unknown_passkey"):
        await log_in_by(hers, room)
    await add_passkey(await admin_of(room), mine)
    stranger = Guest(room.url)
    options = (await stranger.post("/api/sign-in/passkey/options", {}))["options"]
    with pytest.raises(Refusal, match="no_such_person"):
        await stranger.post("/api/sign-in/passkey", {"credential": mine.get(options)})
    assert stranger.cookie is None


async def test_a_new_claim_takes_the_passkeys_of_the_last_admin_away(room: Any) -> None:
    authenticator = Authenticator(room.url)
    await add_passkey(await admin_of(room), authenticator)
    again = await admin_of(room)
    assert (await again.get("/api/admin/passkeys"))["passkeys"] == []
    with pytest.raises(Refusal, match="unknown_passkey"):
        await log_in_by(authenticator, room)


# Nobody else


def path_of(path: str) -> str:
    for name in ("table", "person", "ban", "token", "backup", "passkey"):
        path = path.replace(f"{{{name}}}", "x")
    return f"/api{path}"


GUARDED = [endpoint for endpoint in ADMIN_ENDPOINTS if endpoint.path not in OPEN_TO_ALL]


def test_every_power_is_guarded() -> None:
    assert len(GUARDED) >= 20
    assert all(endpoint.admin for endpoint in GUARDED)


@pytest.mark.parametrize("endpoint", GUARDED, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
async def test_every_power_is_refused_to_everybody_else(shared_room: Any, endpoint: Any) -> None:
    ana = await guest(shared_room)
    assert ana.cookie
    token = ana.cookie.partition("=")[2]
    strangers = [
        Guest(shared_room.url),
        ana,
        Guest(shared_room.url, headers={"Authorization": "Bearer x"}),
        Guest(shared_room.url, headers={"Authorization": f"Bearer {token}"}),
        Guest(shared_room.url, "ludoteca-admin=x"),
        Guest(shared_room.url, f"ludoteca-admin={token}"),
        Guest(shared_room.url, headers={"ludoteca-key": "x", "ludoteca-visitor": '{"admin": true}'}),
    ]
    for stranger in strangers:
        with pytest.raises(Refusal) as refused:
            await stranger.ask(endpoint.method, path_of(endpoint.path), b"{}")
        assert (refused.value.code, refused.value.answer["status"]) == ("not_admin", 401)


@pytest.mark.parametrize("endpoint", GUARDED, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
async def test_no_other_page_uses_the_admins_cookie(shared_room: Any, endpoint: Any) -> None:
    other = Guest(shared_room.url, "ludoteca-admin=x", headers={"Origin": "https://elsewhere.example"})
    with pytest.raises(Refusal, match="wrong_origin"):
        await other.ask(endpoint.method, path_of(endpoint.path), b"{}")


# Tables


async def test_a_running_game_is_closed(room: Any) -> None:
    one = await admin_of(room)
    async with AsyncExitStack() as stack:
        ana, _ = await two_at_a_table(room, stack)
        table = ana.table["table"]
        await one.post(f"/api/admin/tables/{table}/close", {})
        await ana.until(lambda table: table["stage"] == "over")
        assert ana.table["ended"] == "closed"
        with pytest.raises(Refusal, match="already_over"):
            await one.post(f"/api/admin/tables/{table}/close", {})
    game = (await Guest(room.url, ana.headers["Cookie"]).get("/api/mine/finished"))["games"][0]
    assert (game["ended"], game["winners"]) == ("closed", [])


async def test_a_gathering_table_is_closed_and_stays_so(open_room: Opened) -> None:
    async with open_room() as room:
        one, ana = await admin_of(room), await guest(room)
        table = await make(ana, ["me", "open"], open=True)
        await one.post(f"/api/admin/tables/{table}/close", {})
        assert (await ana.get("/api/tables"))["tables"] == []
        assert (await ana.get("/api/mine/finished"))["games"] == []
        with pytest.raises(Refusal, match="never_started"):
            await ana.get(f"/api/tables/{table}/replay")
    async with open_room() as room:
        ana.url = room.url
        async with ana.connect(table) as seat:
            assert seat.table["stage"] == "over"


async def test_a_table_is_locked_by_the_admin(room: Any) -> None:
    one, ana, ben = await admin_of(room), await guest(room, "Ana"), await guest(room, "Ben")
    table = await make(ana, ["me", "open"])
    await one.put(f"/api/admin/tables/{table}/lock", {"locked": True})
    async with ben.connect(table) as seat:
        with pytest.raises(Refusal, match="locked"):
            await seat.do("sit")
        await one.put(f"/api/admin/tables/{table}/lock", {"locked": False})
        await seat.do("sit")


async def test_a_table_is_deleted_with_all_that_belongs_to_it(room: Any) -> None:
    one = await admin_of(room)
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack)
        table = ana.table["table"]
        await one.delete(f"/api/admin/tables/{table}")
        for seat in (ana, ben):
            assert (await hear_all(seat))[1] == 1001
    with pytest.raises(Refusal, match="no_such_table"):
        await one.delete(f"/api/admin/tables/{table}")
    for name in ("entries", "sittings", "leases", "checksums"):
        assert await room.rows(name) == []
    assert (await one.get("/api/admin/tables"))["tables"] == []


async def test_a_damaged_table_can_be_deleted(open_room: Opened) -> None:
    async with open_room() as room:
        one, ana = await admin_of(room), await guest(room)
        table = await make(ana, ["me", "open"])
        async with ana.connect(table) as seat:
            await seat.do("ready")
        await room.execute("UPDATE entries SET data = :wrong", wrong=b"x")
    async with open_room() as room:
        one.url = ana.url = room.url
        with pytest.raises(Refusal, match="unreadable"):
            await ana.get(f"/api/tables/{table}")
        await one.delete(f"/api/admin/tables/{table}")
        assert (await one.get("/api/admin/tables"))["tables"] == []


async def test_tables_are_listed_with_their_sizes(room: Any) -> None:
    one, ana = await admin_of(room), await guest(room)
    first = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(first) as seat:
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
        second = await make(ana, ["me", "open"])
        listed = (await one.get("/api/admin/tables"))["tables"]
        assert [table["table"] for table in listed] == [second, first]
        assert (listed[1]["stage"], listed[1]["awake"]) == ("over", True)
        assert listed[1]["entries"] > 20
        assert listed[1]["bytes"] > 500
        running = (await one.get("/api/admin/tables?running=1"))["tables"]
        assert [table["table"] for table in running] == [second]


# People


async def test_the_muted_do_not_speak(room: Any) -> None:
    one = await admin_of(room)
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack, chat=True)
        ban = {"what": "mute", "kind": "guest", "value": ana.table["you"]["person"]["id"]}
        made = await one.post("/api/admin/bans", ban)
        for said in ({"phrase": "hello"}, {"text": "hello"}):
            with pytest.raises(Refusal, match="muted"):
                await ana.do("say", **said)
        await ben.do("say", phrase="hello")
        await ana.act(ana.table["legal"][0])
        await one.delete(f"/api/admin/bans/{made['id']}")
        await ana.do("say", phrase="hello")


@pytest.mark.parametrize("kind", ["guest", "address"])
async def test_the_banned_are_sent_away_and_do_not_come_back(room: Any, kind: str) -> None:
    one = await admin_of(room)
    one.headers = {"X-Forwarded-For": "10.0.0.9"}
    ana = await guest(room)
    table = await make(ana, ["me", "open"])
    async with ana.connect(table) as seat:
        value = seat.table["you"]["person"]["id"] if kind == "guest" else "127.0.0.1"
        found = (await one.get("/api/admin/people?name=ana"))["people"]
        assert [(person["name"], person["addresses"]) for person in found] == [("Ana", ["127.0.0.1"])]
        made = await one.post("/api/admin/bans", {"what": "ban", "kind": kind, "value": value})
        assert (await hear_all(seat))[1] == 4403
    with pytest.raises(Refusal, match="banned"):
        await make(ana, ["me", "open"])
    if kind == "address":
        with pytest.raises(Refusal, match="banned"):
            await guest(room, "Ana again")
    await one.delete(f"/api/admin/bans/{made['id']}")
    async with ana.connect(table):
        pass


async def test_a_ban_ends(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    one, ana = await admin_of(room), await guest(room)
    assert ana.person
    ban = {"what": "ban", "kind": "guest", "value": ana.person["id"], "minutes": 5}
    await one.post("/api/admin/bans", ban)
    with pytest.raises(Refusal, match="banned"):
        await make(ana, ["me", "open"])
    room.inside.control.bans = [
        type(ban)(ban.id, ban.what, ban.kind, ban.value, wall_clock.now() - 1)
        for ban in room.inside.control.bans
    ]
    await make(ana, ["me", "open"])


async def test_a_persons_data_is_given_out_and_deleted(room: Any) -> None:
    one = await admin_of(room)
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack, chat=True)
        await ana.do("say", text="my secret word")
        await asyncio.wait_for(asyncio.gather(play_on(ana), play_on(ben)), 60)
        table = ana.table["table"]
        export = await Guest(room.url, ben.headers["Cookie"]).get(f"/api/tables/{table}/export")
    me = Admin(room.url, ana.headers["Cookie"])
    data = await me.get("/api/me/data")
    assert data["person"]["name"] == "Ana"
    assert [sat["table"] for sat in data["tables"]] == [table]
    assert "my secret word" in json.dumps(data["sent"])
    person = data["person"]["id"]
    assert await one.get(f"/api/admin/people/{person}/data") == data
    await one.delete(f"/api/admin/people/{person}")
    assert await me.get("/api/me") == {"person": None}
    with pytest.raises(Refusal, match="no_such_person"):
        await one.get(f"/api/admin/people/{person}/data")
    for name in ("tables", "entries", "people"):
        rows = repr(await room.rows(name))
        assert '"Ana"' not in rows
        assert "my secret word" not in rows
    after = await Guest(room.url, ben.headers["Cookie"]).get(f"/api/tables/{table}/export")
    assert after == export | {"seats": [{"person": "–", "bot": None}, export["seats"][1]]}
    assert (await asyncio.to_thread(check, room.inside.settings.database)).faults == []


async def test_everybody_may_forget_oneself(room: Any) -> None:
    ana = Admin(room.url)
    await ana.name("Ana")
    await make(ana, ["me", "open"])
    await ana.delete("/api/me")
    assert await ana.get("/api/me") == {"person": None}


# The room


async def test_a_message_reaches_everybody(room: Any) -> None:
    one, ana = await admin_of(room), await guest(room)
    table = await make(ana, ["me", "open"])
    async with ana.connect(table) as seat:
        await one.put("/api/admin/notice", {"text": "Closed at ten"})
        assert await seat.hear() == {"type": "notice", "text": "Closed at ten"}
    assert (await ana.get("/api/room"))["notice"] == "Closed at ten"
    async with ana.connect(table) as seat:
        assert await seat.hear() == {"type": "notice", "text": "Closed at ten"}
        await one.put("/api/admin/notice", {"text": None})
        assert await seat.hear() == {"type": "notice", "text": None}
    with pytest.raises(Refusal, match="bad_text"):
        await one.put("/api/admin/notice", {"text": "a\x00b"})


async def test_a_draining_room_begins_nothing_new(room: Any) -> None:
    one = await admin_of(room)
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(room, stack)
        gathering = await make(Guest(room.url, ana.headers["Cookie"]), ["me", BOT])
        await one.put("/api/admin/draining", {"draining": True})
        with pytest.raises(Refusal, match="draining"):
            await make(Guest(room.url, ana.headers["Cookie"]), ["me", "open"])
        async with Guest(room.url, ana.headers["Cookie"]).connect(gathering) as seat:
            await seat.do("ready")
            with pytest.raises(Refusal, match="draining"):
                await seat.do("start")
            await asyncio.wait_for(asyncio.gather(play_on(ana), play_on(ben)), 60)
            await one.put("/api/admin/draining", {"draining": False})
            await seat.do("start")


async def test_limits_change_at_once_and_outlive_a_restart(open_room: Opened) -> None:
    async with open_room() as room:
        one, ana = await admin_of(room), await guest(room)
        await one.put("/api/admin/limits", {"limits": {"new_tables": [1, 0.001]}})
        await make(ana, ["me", "open"])
        with pytest.raises(Refusal, match="too_many"):
            await make(ana, ["me", "open"])
        for wrong in ({"name": 9}, {"new_tables": 3}, {"new_tables": [1, 0]}, {"game_file": "x"}, {"x": 1}):
            with pytest.raises(Refusal, match="bad_limit"):
                await one.put("/api/admin/limits", {"limits": wrong})
    async with open_room() as room:
        one.url = ana.url = room.url
        found = await one.get("/api/admin/overview")
        assert found["limits"]["new_tables"] == [1, 0.001]
        assert found["changed_limits"] == ["new_tables"]
        await one.put("/api/admin/limits", {"limits": {}})
        for _ in range(3):
            await make(ana, ["me", "open"])


async def test_backups_lie_beside_the_file_of_the_database_or_where_the_server_was_started(
    room: Any, tmp_path: Path
) -> None:
    one = await admin_of(room)
    assert (await one.get("/api/admin/overview"))["backup_folder"] == str(tmp_path / "backups")


async def test_a_backup_is_made_now_and_fetched(open_room: Opened, tmp_path: Path) -> None:
    async with open_room(backups=str(tmp_path / "here")) as room:
        await make_and_fetch(room, tmp_path)


async def make_and_fetch(room: Any, tmp_path: Path) -> None:
    one, ana = await admin_of(room), await guest(room)
    table = await make(ana, ["me", "open"])
    made = await one.post("/api/admin/backups", {})
    folder = Path((await one.get("/api/admin/overview"))["backup_folder"])
    assert folder == tmp_path / "here"
    assert (folder / made["name"]).stat().st_mode & 0o777 == 0o600
    content = await one.ask("GET", f"/api/admin/backups/{made['name']}")
    assert content == (folder / made["name"]).read_bytes()
    assert (await asyncio.to_thread(check, str(folder / made["name"]))).tables == 1
    assert table.encode() in content
    for wrong in ("x", "..%2Froom.db", "room.db"):
        with pytest.raises(Refusal, match="not_found"):
            await one.ask("GET", f"/api/admin/backups/{wrong}")


async def test_backups_are_made_by_schedule_and_the_oldest_removed(
    room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, kept = await admin_of(room), room.inside.backups
    assert not await kept._claim()
    await one.put("/api/admin/backups", {"every_hours": 1, "keep": 2})
    for _ in range(3):
        await room.inside.control.put("last_backup", wall_clock.now() - 3_600_001)
        assert await kept._claim()
        assert not await kept._claim()
        await kept.make()
        kept._remove_old()
    assert len((await one.get("/api/admin/overview"))["backups"]) == 2
    with pytest.raises(Refusal, match="malformed"):
        await one.put("/api/admin/backups", {"every_hours": 0})


async def test_backups_of_one_moment_have_names_of_their_own(
    room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "now", lambda: 1_700_000_000_007)
    made = await asyncio.gather(*(room.inside.backups.make() for _ in range(3)))
    assert [one.name for one in made] == [
        f"ludoteca-2023-11-14T22-13-20-{number:03}.backup" for number in (7, 8, 9)
    ]


def test_a_backup_takes_no_other_ones_place(tmp_path: Path) -> None:
    """Another process was quicker with the same name."""
    copy, file = tmp_path / "copy", tmp_path / "file"
    copy.write_text("new")
    file.write_text("old")
    with pytest.raises(BadOptions, match="exists"):
        give_name(copy, file)
    assert file.read_text() == "old"


def test_every_limit_that_can_be_set_has_words() -> None:
    page = Path(__file__).parents[2] / "web/src/words/admin"
    for language in ("en", "pt", "de"):
        known = json.loads((page / f"{language}.json").read_text())
        assert not [name for name in CHANGEABLE if f"admin.limit.{name}" not in known]


async def finished(room: Any, person: Guest) -> str:
    table = await make(person, ["me", BOT], start="ready")
    async with person.connect(table) as seat:
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
    actor = room.inside.tables.awake[table]
    room.inside.tables.unload(actor)
    return table


async def test_what_nobody_can_find_is_tidied_away_but_not_what_is_starred(room: Any) -> None:
    one, ana, ben = await admin_of(room), await guest(room, "Ana"), Admin(room.url)
    await ben.name("Ben")
    assert ana.person
    gone, kept = [await finished(room, ana) for _ in range(2)], await finished(room, ben)
    await ben.put("/api/mine/starred", {"table": kept, "starred": True})
    assert [game["starred"] for game in (await ben.get("/api/mine/finished"))["games"]] == [True]
    empty, young = await make(ben, ["me", "open"]), await make(ben, ["me", "open"])
    long_ago = wall_clock.now() - 500 * DAY
    await room.execute("UPDATE people SET made_at = :then WHERE id = :id", then=long_ago, id=ana.person["id"])
    await room.execute("UPDATE tables SET over_at = :then WHERE over_at IS NOT NULL", then=long_ago)
    await room.execute("UPDATE tables SET made_at = :then WHERE id = :id", then=long_ago, id=empty)
    assert await one.post("/api/admin/tidying", {}) == {"guests": 0, "games": 0, "tables": 0, "by_size": 0}
    await one.put("/api/admin/retention", {"guest_days": 400, "finished_days": 100, "empty_days": 30})
    assert (await one.get("/api/admin/tidying"))["guests"] == 1
    assert await one.post("/api/admin/tidying", {}) == {"guests": 1, "games": 2, "tables": 1, "by_size": 0}
    left = {table["table"] for table in (await one.get("/api/admin/tables"))["tables"]}
    assert left == {kept, young}
    assert {*gone, empty}.isdisjoint(left)
    with pytest.raises(Refusal, match="malformed"):
        await one.put("/api/admin/retention", {"guest_days": 0})


async def test_by_size_the_oldest_games_go_first_and_starred_ones_stay(room: Any) -> None:
    one, ana = await admin_of(room), Admin(room.url)
    await ana.name("Ana")
    first, second, third = [await finished(room, ana) for _ in range(3)]
    await ana.put("/api/mine/starred", {"table": first, "starred": True})
    filler = random.Random(5).randbytes(6_000_000)  # no database makes it smaller
    fill = "UPDATE entries SET data = :filler WHERE table_id = :table AND seq = 2"
    for table in (first, second):
        await room.execute(fill, filler=filler, table=table)
    await one.put("/api/admin/retention", {"most_megabytes": 10})
    assert (await one.post("/api/admin/tidying", {}))["by_size"] == 1
    assert (await one.post("/api/admin/tidying", {}))["by_size"] == 0
    left = {table["table"] for table in (await one.get("/api/admin/tables"))["tables"]}
    assert left == {first, third}


async def test_an_update_is_told(open_room: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room() as room:
        one = await admin_of(room)
        versions = (await one.get("/api/admin/overview"))["versions"]
        assert versions == {
            "running": __version__,
            "installed": __version__,
            "before": None,
            "restart": False,
        }
        await room.inside.control.put("versions", ["0.1.0"])
    async with open_room() as room:
        one.url = room.url
        monkeypatch.setattr("ludoteca.server.admin.overview.version", lambda name: "9.9.9")
        versions = (await one.get("/api/admin/overview"))["versions"]
        assert (versions["before"], versions["installed"], versions["restart"]) == ("0.1.0", "9.9.9", True)


async def test_other_processes_follow(open_room: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.server.admin.room_control.READ_EVERY", 0.1)
    async with open_room() as here, open_room() as there:
        one, ana = await admin_of(here), await guest(there)
        table = await make(ana, ["me", "open"])
        async with ana.connect(table) as seat:
            await one.put("/api/admin/notice", {"text": "Closed at ten"})
            assert await asyncio.wait_for(seat.hear(), 10) == {"type": "notice", "text": "Closed at ten"}
            await one.put(f"/api/admin/tables/{table}/lock", {"locked": True})
            assert (await asyncio.wait_for(seat.hear(), 10))["locked"] is True
            await one.delete(f"/api/admin/tables/{table}")
            assert (await hear_all(seat))[1] == 1001


async def test_everything_is_asked_of_any_database(any_database: str, open_room: Opened) -> None:
    async with open_room(database=any_database) as room:
        one, ana = await admin_of(room), Admin(room.url)
        await ana.name("Ana")
        table = await make(ana, ["me", "open"], open=True)
        assert [found["table"] for found in (await ana.get("/api/tables"))["tables"]] == [table]
        assert [found["table"] for found in (await one.get("/api/admin/tables"))["tables"]] == [table]
        assert [found["name"] for found in (await one.get("/api/admin/people?name=AN"))["people"]] == ["Ana"]
        overview = await one.get("/api/admin/overview")
        assert overview["counts"] == {"people": 1, "tables": 1, "running": 1, "entries": 0}
        assert overview["disk"]["kept_bytes"] > 10_000
        days = {"guest_days": 1, "finished_days": 1, "empty_days": 1, "most_megabytes": 10}
        await one.put("/api/admin/retention", days)
        assert (await one.get("/api/admin/tidying"))["guests"] == 0
        ban = await one.post("/api/admin/bans", {"what": "mute", "kind": "address", "value": "127.0.0.1"})
        assert (await one.get("/api/admin/bans"))["bans"] == [ban]
        await ana.put("/api/mine/starred", {"table": table, "starred": True})
        await ana.delete("/api/me")
        await one.delete(f"/api/admin/tables/{table}")
        assert (await one.get("/api/admin/overview"))["counts"]["tables"] == 0
