"""One's own page: keys that bring a lost guest back, two devices as one person, games, figures, people."""

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from browser.table import words
from browser.test_looks import (
    axe_finds_nothing_serious,
    no_title_of_a_column_is_broken,
    nothing_scrolls_sideways,
)
from ludoteca.client import Guest
from ludoteca.lab.review import GRADES
from server.people import BOT, make, play_on

SAID = words("en")
AUTHENTICATOR = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
OPTIONS = {"variant": "basic", "rounds": 1}


def away(work: Any) -> Any:
    """Run something beside the browser, whose thread has an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def new_guest(url: str, name: str) -> Guest:
    guest = Guest(url.rstrip("/"))
    await guest.name(name)
    return guest


def let_be(page: Any, url: str, guest: Guest) -> None:
    """The browser has the cookie of this guest."""
    name, _, value = guest.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": url}])


def add_games(database: Any, people: list[Guest | None], count: int) -> None:
    """Finished games of these people, as if they had been played; the first one always wins."""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        first = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        for number in range(first, first + count):
            add_game(connection, people, number)
        connection.commit()


def add_game(connection: sqlite3.Connection, people: list[Guest | None], number: int) -> None:
    table, scores = f"made{number}", [number % 30, *[40] * (len(people) - 1)]
    result = {
        "game": "pega-em-6", "options": OPTIONS, "origin": None, "ended": None, "scores": scores,
        "winners": [0], "seats": [seat_of(one) for one in people],
        "people": [one and one.person["id"] for one in people],
    }  # fmt: skip
    row = (table, b"{}", 0, 1, 1_700_000_000_000 + number, json.dumps(result).encode())
    columns = "id, meta, open, made_at, over_at, result"
    connection.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)
    for one in filter(None, people):
        sat = (one.person["id"], table, number, 0)
        connection.execute("INSERT INTO sittings (person, table_id, at, starred) VALUES (?, ?, ?, ?)", sat)


def seat_of(one: Guest | None) -> dict[str, str | None]:
    return {"person": one.person["name"], "bot": None} if one else {"person": None, "bot": "random"}


@pytest.fixture
def localhost(own_server: Any) -> str:
    """The same server by a name: browsers make no passkey for a bare address."""
    return f"http://localhost:{own_server.port}/"


def test_a_lost_guest_comes_back_with_the_code_and_two_devices_become_one(
    visit: Any, own_server: Any, localhost: str
) -> None:
    ana, other = away(new_guest(localhost, "Ana")), away(new_guest(localhost, "Sofa"))
    add_games(own_server.folder / "tables.db", [ana, None], 3)
    add_games(own_server.folder / "tables.db", [other, None], 2)
    page = visit(None)
    let_be(page, localhost, ana)
    page.goto(localhost + "me")
    page.get_by_role("button", name=SAID["me.code.make"]).click()
    code = page.locator(".code").inner_text()
    assert page.get_by_role("img", name=SAID["me.code.qr"]).is_visible()
    axe_finds_nothing_serious(page, "me")

    page.context.clear_cookies()
    page.goto(localhost + f"me#{code}")
    page.get_by_role("button", name=SAID["me.sign_in.do"]).click()
    page.get_by_role("heading", name="Ana", level=1).wait_for()

    second = visit(None, size="wide", theme="dark")
    let_be(second, localhost, other)
    second.goto(localhost + "me")
    second.get_by_label(SAID["me.code"]).fill(code)
    second.get_by_role("button", name=SAID["me.sign_in.do"]).click()
    second.get_by_role("button", name="Join and be Ana").click()
    second.get_by_role("heading", name="Ana", level=1).wait_for()
    for device in (page, second):
        device.goto(localhost + "me/games")
        device.locator("li.panel").nth(4).wait_for()
        assert device.locator("li.panel").count() == 5


def test_a_lost_guest_comes_back_with_a_passkey(visit: Any, localhost: str) -> None:
    ana = away(new_guest(localhost, "Ana"))
    page = visit(None)
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
    }
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    let_be(page, localhost, ana)
    page.goto(localhost + "me")
    page.get_by_role("button", name=SAID["me.passkey.add"]).click()
    page.get_by_text("Passkey 1").wait_for()

    page.context.clear_cookies()
    page.goto(localhost + "me")
    page.get_by_role("heading", name=SAID["me.sign_in"]).wait_for()
    page.get_by_role("button", name=SAID["me.passkey.use"]).click()
    page.get_by_role("heading", name="Ana", level=1).wait_for()
    assert away(Guest(localhost.rstrip("/"), cookie_of(page)).get("/api/me"))["person"] == ana.person


def cookie_of(page: Any) -> str:
    (cookie,) = page.context.cookies()
    return f"{cookie['name']}={cookie['value']}"


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_figures_are_shown_and_people_invited_or_blocked(
    visit: Any, own_server: Any, localhost: str, size: str
) -> None:
    ana, ben = away(new_guest(localhost, "Ana")), away(new_guest(localhost, "Ben"))
    add_games(own_server.folder / "tables.db", [ana, ben], 12)
    page = visit(None, size=size, theme="dark" if size == "wide" else "light")
    let_be(page, localhost, ana)
    page.goto(localhost + "me/statistics")
    assert page.locator("dl").first.inner_text().split()[:4] == ["Best", "0", "Average", "5.5"]
    bars = page.get_by_role("img", name="12 games: best 0, on average 5.5; half of them have 5.5 or more.")
    assert bars.is_visible()
    assert page.get_by_role("row", name="Ben 12 12 0").is_visible()
    axe_finds_nothing_serious(page, "me")
    nothing_scrolls_sideways(page, "me")
    page.goto(localhost + "me/friends")
    page.get_by_role("button", name=SAID["me.friends.invite"]).click()
    page.wait_for_url("**/table/*")

    other = visit(None, size=size)
    let_be(other, localhost, ben)
    other.goto(localhost)
    other.get_by_text("Ana invites you to Pega em 6!").wait_for()
    other.get_by_role("button", name=SAID["me.invited.accept"]).click()
    other.wait_for_url(page.url)

    page.goto(localhost + "me/friends")
    page.get_by_role("button", name="Block Ben").click()
    page.get_by_role("heading", name=SAID["me.friends.blocked"]).wait_for()
    axe_finds_nothing_serious(page, "me")
    assert page.get_by_role("button", name=SAID["me.friends.invite"]).count() == 0


def add_review(database: Any, table: str, luck: float, own: float) -> None:
    grades = dict.fromkeys(GRADES, 1)
    parts = {"luck": {"victory": luck, "score": 0.0}, "own": {"victory": own, "score": 0.0}}
    seat = {**parts, "decisions": len(grades), "loss": 0.1, "grades": grades}
    written = json.dumps({"measure": "victory", "seats": [seat, seat]}).encode()
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        connection.execute("INSERT INTO review_summaries (table_id, seats) VALUES (?, ?)", (table, written))
        connection.commit()


def test_luck_and_own_play_are_told_in_words(visit: Any, own_server: Any, localhost: str) -> None:
    """Summed over a game their parts of a victory may be above 100 %, which says nothing."""
    ana, database = away(new_guest(localhost, "Ana")), own_server.folder / "tables.db"
    add_games(database, [ana, None], 2)
    add_review(database, "made0", 1.4, -0.05)
    page = visit(None)
    let_be(page, localhost, ana)
    page.goto(localhost + "me/statistics")
    chart = page.locator("figure", has=page.get_by_text(SAID["me.luck"], exact=True))
    chart.wait_for()
    told = chart.locator("p.muted").inner_text()
    assert SAID["me.luck.good.lot"] in told
    assert SAID["me.luck.bad.little"] in told
    assert "%" not in told
    axe_finds_nothing_serious(page, "luck and own play")


def test_a_picture_is_chosen(visit: Any, localhost: str) -> None:
    page = visit(localhost + "me")
    page.get_by_label("Picture 5").check(force=True)
    page.get_by_role("button", name=SAID["me.picture.none"]).wait_for()
    assert away(Guest(localhost.rstrip("/"), cookie_of(page)).get("/api/me"))["person"]["picture"] == 4


@pytest.mark.parametrize("language", ["pt", "de"])
def test_titles_of_columns_are_not_broken_by_letters(
    visit: Any, own_server: Any, localhost: str, language: str
) -> None:
    ana, ben = (away(new_guest(localhost, name)) for name in ("Ana", "Bernardo Maximiliano"))
    add_games(own_server.folder / "tables.db", [ana, ben], 2)
    page = visit(None, language)
    let_be(page, localhost, ana)
    page.goto(localhost + "me/statistics")
    page.locator("thead th").first.wait_for()
    no_title_of_a_column_is_broken(page, "head to head")


async def two_games(guest: Guest) -> str:
    """Two games alike against a bot; the table of the second."""
    for _ in range(2):
        table = await make(guest, ["me", BOT], start="ready")
        async with guest.connect(table) as seat:
            await seat.do("ready", entropy="ab" * 32)
            await asyncio.wait_for(play_on(seat), 120)
    return table


def test_the_end_of_a_game_tells_ones_best_and_shows_the_picture(visit: Any, localhost: str) -> None:
    ana = away(new_guest(localhost, "Ana"))
    away(ana.ask("PUT", "/api/me/picture", b'{"picture": 4}'))
    table = away(two_games(ana))
    record = away(ana.get(f"/api/tables/{table}/record"))["record"]
    page = visit(None)
    let_be(page, localhost, ana)
    page.goto(localhost + f"table/{table}")
    best = "your best so far" if record["is_best"] else f"Your best: {record['best']}"
    page.get_by_role("dialog").get_by_text(best).wait_for()
    assert page.locator(".name svg circle").count() >= 1
