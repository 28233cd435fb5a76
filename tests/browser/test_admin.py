"""The admin's page: every power, used by hand. That others have none is tested in tests/server."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import Server
from browser.table import make_table, play_now, play_on, sit, start, words
from ludoteca.cli.admin import put_code

SAID = words("en")
PASSWORD = "correct horse battery"
ROUND = "Basic, number of rounds: 1"


class Keys:
    """A server of this module alone, as bans and draining concern everybody, and its admin's session."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.url = server.url
        self.folder = server.folder
        code = put_code(str(server.folder / "tables.db"))
        body = json.dumps({"code": code, "password": PASSWORD}).encode()
        with urllib.request.urlopen(f"{server.url}api/admin/claim", body) as answer:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]


@pytest.fixture(scope="module")
def keys(needs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keys]:
    server = Server(tmp_path_factory.mktemp("keys"))
    server.start()
    yield Keys(server)
    server.kill()


@pytest.fixture
def admin(visit: Any, keys: Keys) -> Any:
    """The admin's page."""
    page = visit(None, size="wide")
    page.context.add_cookies([{"name": "ludoteca-admin", "value": keys.cookie, "url": keys.url}])
    page.goto(f"{keys.url}admin")
    page.get_by_role("heading", name=SAID["admin.room"], exact=True).wait_for()
    return page


def press(where: Any, key: str) -> None:
    where.get_by_role("button", name=SAID[key], exact=True).click()


def section(page: Any, key: str) -> Any:
    return page.get_by_role("region", name=SAID[key], exact=True)


def row(page: Any, key: str, text: str) -> Any:
    return section(page, key).locator("li", has_text=text)


def table_of(page: Any) -> str:
    return str(page.url.rsplit("/", 1)[1])


def new_table(visit: Any, server: Any, name: str = "Ana") -> Any:
    page = visit(server.url, name=name)
    make_table(page, "en", ROUND, 2, bots=0)
    page.get_by_text(SAID["lobby.seats"]).wait_for()  # connected
    return page


def test_the_keys_are_claimed_and_used_again(visit: Any, own_server: Any) -> None:
    page = visit(f"{own_server.url}admin", size="wide")
    page.get_by_label(SAID["admin.code"]).fill(put_code(str(own_server.folder / "tables.db")))
    page.get_by_label(SAID["admin.new_password"]).fill(PASSWORD)
    press(page, "admin.claim")
    section(page, "admin.tables").wait_for()
    press(page, "admin.log_out")
    page.get_by_label(SAID["admin.password"]).fill(PASSWORD)
    press(page, "admin.log_in")
    section(page, "admin.tables").wait_for()
    stranger = visit(f"{own_server.url}admin")
    stranger.get_by_label(SAID["admin.password"]).wait_for()
    assert stranger.get_by_role("region").count() == 0


def test_how_the_room_is_doing(admin: Any) -> None:
    figures = section(admin, "admin.room")
    for key in ("admin.guests", "admin.memory", "admin.disk_free", "admin.machine_load"):
        figures.get_by_text(SAID[key], exact=True).wait_for()
    assert "Version" in figures.inner_text()


def test_a_table_is_locked_closed_and_deleted(visit: Any, keys: Any, admin: Any) -> None:
    player = new_table(visit, keys)
    table = table_of(player)
    press(section(admin, "admin.tables"), "admin.refresh")
    press(row(admin, "admin.tables", table), "admin.lock")
    player.get_by_text(SAID["lobby.locked"]).wait_for()
    press(row(admin, "admin.tables", table), "admin.unlock")
    player.get_by_text(SAID["lobby.locked"]).wait_for(state="detached")
    press(row(admin, "admin.tables", table), "admin.close")
    row(admin, "admin.tables", table).get_by_text(SAID["admin.stage.over"]).wait_for()
    press(row(admin, "admin.tables", table), "admin.delete")
    press(row(admin, "admin.tables", table), "admin.delete.sure")
    row(admin, "admin.tables", table).wait_for(state="detached")
    player.get_by_text(SAID["table.gone"]).wait_for()


def test_a_guest_is_muted_and_banned_and_forgiven(visit: Any, keys: Any, admin: Any) -> None:
    player = new_table(visit, keys, "Ben")
    people = section(admin, "admin.people")
    people.get_by_label(SAID["admin.name"]).fill("ben")
    press(people, "admin.find")
    press(row(admin, "admin.people", "Ben"), "admin.mute")
    muted = people.locator(".bans li", has_text="Ben is muted")
    press(muted, "admin.unban")
    muted.wait_for(state="detached")
    press(row(admin, "admin.people", "Ben"), "admin.ban")
    player.get_by_text(SAID["table.gone"]).wait_for()
    banned = people.locator(".bans li", has_text="Ben is banned")
    press(banned, "admin.unban")
    banned.wait_for(state="detached")
    player.reload()
    player.get_by_text(SAID["lobby.seats"]).wait_for()


@pytest.mark.parametrize(("button", "became"), [("Mute", "muted"), ("Ban", "banned")])
def test_an_address_is_muted_or_banned(visit: Any, keys: Any, admin: Any, button: str, became: str) -> None:
    new_table(visit, keys, "Cid")
    people = section(admin, "admin.people")
    press(people, "admin.find")
    row(admin, "admin.people", "Cid").get_by_role("button", name=f"{button} 127.0.0.1").first.click()
    press(people.locator(".bans li", has_text=f"127.0.0.1 is {became}"), "admin.unban")
    people.locator(".bans").wait_for(state="detached")


def test_an_update_is_told(keys: Any, admin: Any) -> None:
    """A version that is installed but does not run yet, as the server would tell it."""

    def updated(route: Any) -> None:
        told = route.fetch().json()
        told["versions"] |= {"installed": "9.9.9", "restart": True}
        route.fulfill(json=told)

    admin.route("**/api/admin/overview", updated)
    admin.reload()
    section(admin, "admin.room").locator(".update", has_text="9.9.9").wait_for()


def test_a_persons_data_is_downloaded_and_forgotten(visit: Any, keys: Any, admin: Any) -> None:
    new_table(visit, keys, "Dora")
    people = section(admin, "admin.people")
    people.get_by_label(SAID["admin.name"]).fill("dora")
    press(people, "admin.find")
    with admin.expect_download() as download:
        row(admin, "admin.people", "Dora").get_by_role("link", name=SAID["admin.data"]).click()
    assert json.loads(Path(download.value.path()).read_text())["person"]["name"] == "Dora"
    press(row(admin, "admin.people", "Dora"), "admin.forget")
    press(row(admin, "admin.people", "Dora"), "admin.forget.sure")
    people.get_by_text(SAID["admin.no_people"]).wait_for()


def test_a_message_reaches_everybody(visit: Any, keys: Any, admin: Any) -> None:
    player, other = new_table(visit, keys), visit(keys.url)
    admin.get_by_label(SAID["admin.notice"]).fill("Closed at ten")
    press(admin, "admin.notice.send")
    for page in (player, other):
        page.get_by_text("Closed at ten").wait_for()
    other.get_by_role("button", name=SAID["notice.close"]).click()
    other.get_by_text("Closed at ten").wait_for(state="detached")
    press(admin, "admin.notice.remove")
    player.get_by_text("Closed at ten").wait_for(state="detached")


def test_a_room_is_drained(visit: Any, keys: Any, admin: Any) -> None:
    press(admin, "admin.drain.on")
    admin.get_by_text(SAID["admin.drain.is_on"]).wait_for()
    player = visit(keys.url)
    player.get_by_role("button", name=SAID["room.play"]).first.click()
    player.get_by_text(SAID["refusal.draining"]).wait_for()
    press(admin, "admin.drain.off")
    admin.get_by_text(SAID["admin.drain.about"]).wait_for()
    play_now(player, "en")


def test_a_backup_now_and_by_schedule(keys: Any, admin: Any) -> None:
    backups = section(admin, "admin.backups")
    backups.get_by_label(SAID["admin.every_hours"]).fill("24")
    backups.get_by_label(SAID["admin.keep"]).fill("3")
    press(backups, "admin.save_plan")
    press(backups, "admin.backup_now")
    with admin.expect_download() as download:
        backups.get_by_role("link", name=SAID["admin.download"]).first.click()
    assert Path(download.value.path()).read_bytes().startswith(b"SQLite format 3")
    assert list((keys.folder / "backups").glob("*.backup"))
    admin.reload()
    assert section(admin, "admin.backups").get_by_label(SAID["admin.every_hours"]).input_value() == "24"


def test_limits_are_changed_and_put_back(visit: Any, keys: Any, admin: Any) -> None:
    limits = section(admin, "admin.limits")
    field = f"{SAID['admin.limit.sockets_per_address']} {SAID['admin.most']}"
    limits.get_by_label(field).fill("77")
    press(limits, "admin.save_limits")
    limits.get_by_text(f"{SAID['admin.limit.sockets_per_address']} *").wait_for()
    press(limits, "admin.default_limits")
    limits.get_by_text(f"{SAID['admin.limit.sockets_per_address']} *").wait_for(state="detached")


def test_tidying_up_is_set_tried_and_done(admin: Any) -> None:
    tidying = section(admin, "admin.tidying")
    tidying.get_by_label(SAID["admin.retention.empty_days"]).fill("30")
    press(tidying, "admin.save_retention")
    press(tidying, "admin.tidy.preview")
    tidying.get_by_role("status").get_by_text("would go").wait_for()
    press(tidying, "admin.tidy.now")
    tidying.get_by_role("status").get_by_text("are gone").wait_for()


def test_a_token_is_made_used_and_removed(keys: Any, admin: Any) -> None:
    tokens = section(admin, "admin.tokens")
    tokens.get_by_label(SAID["admin.token_name"]).fill("nightly")
    press(tokens, "admin.make_token")
    token = tokens.locator("code").inner_text()
    headers = {"Authorization": f"Bearer {token}"}
    asked = admin.context.browser.new_context().request
    assert asked.get(f"{keys.url}api/admin/overview", headers=headers).ok
    press(row(admin, "admin.tokens", "nightly"), "admin.remove_token")
    row(admin, "admin.tokens", "nightly").wait_for(state="detached")
    assert asked.get(f"{keys.url}api/admin/overview", headers=headers).status == 401


def test_a_passkey_is_added_opens_the_page_and_is_removed(visit: Any, keys: Any) -> None:
    url = keys.url.replace("127.0.0.1", "localhost")  # a bare address has no passkeys
    page = visit(None, size="wide")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    about = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
    }
    about |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": about})
    page.context.add_cookies([{"name": "ludoteca-admin", "value": keys.cookie, "url": url}])
    page.goto(f"{url}admin")
    passkeys = section(page, "admin.passkeys")
    passkeys.get_by_label(SAID["admin.passkey_name"]).fill("Key ring")
    press(passkeys, "admin.make_passkey")
    row(page, "admin.passkeys", "Key ring").wait_for()

    page.context.clear_cookies()
    page.reload()
    press(page, "admin.use_passkey")
    row(page, "admin.passkeys", "Key ring").get_by_role("button", name="Remove Key ring").click()
    row(page, "admin.passkeys", "Key ring").wait_for(state="detached")


# What people have of it


def test_a_finished_game_is_starred(visit: Any, keys: Any) -> None:
    page = visit(keys.url)
    make_table(page, "en", ROUND, 2, bots=1)
    start(page, "en")
    play_on(page)
    page.goto(f"{keys.url}finished")
    star = page.get_by_role("button", name=SAID["finished.star"])
    star.click()
    page.wait_for_function("() => document.querySelector('[aria-pressed=true]')")
    page.reload()
    assert star.get_attribute("aria-pressed") == "true"


def test_the_host_locks_a_table(visit: Any, keys: Any) -> None:
    host = new_table(visit, keys, "Ana")
    press(host, "lobby.lock")
    guest = visit(host.url, name="Ben")
    guest.get_by_text(SAID["lobby.locked"]).wait_for()
    assert guest.get_by_role("button", name=SAID["lobby.sit"]).count() == 0
    press(host, "lobby.unlock")
    sit(guest, "en")
    host.get_by_role("button", name="Remove Ben").wait_for()
