"""A club evening in the page: opened, joined, played, on a big screen; and what a rated game changed."""

import asyncio
import contextlib
import os
import random
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from browser.table import words
from browser.test_looks import axe_finds_nothing_serious, nothing_scrolls_sideways
from ludoteca.client import Connection, Guest, Refusal

SAID = words("en")
PICTURES = os.environ.get("LUDOTECA_EVENING_PICTURES")  # a folder, for whoever wants to look


def on_thread(work: Coroutine[Any, Any, Any]) -> Any:
    """The thread of the browser has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def play_on(seat: Connection) -> None:
    while seat.table["stage"] != "over":
        with contextlib.suppress(Refusal):
            await (seat.act(random.choice(seat.table["legal"])) if seat.to_choose else seat.hear())


async def guests_of(url: str, code: str, count: int) -> list[Guest]:
    people = [Guest(url) for _ in range(count)]
    for number, one in enumerate(people):
        await one.name(f"Guest {number}")
        await one.post(f"/api/evenings/{code}", {"do": "join"})
    return people


async def play_round(people: list[Guest], code: str) -> None:
    async def play(one: Guest) -> None:
        async with one.connect((await one.get(f"/api/evenings/{code}"))["table"]) as seat:
            await asyncio.wait_for(play_on(seat), 120)

    await asyncio.gather(*map(play, people))


def look(page: Any, name: str) -> None:
    axe_finds_nothing_serious(page, name)
    nothing_scrolls_sideways(page, name)
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def cookie_of(page: Any) -> str:
    (cookie,) = page.context.cookies()
    return f"{cookie['name']}={cookie['value']}"


@pytest.mark.parametrize(("size", "theme", "language"), [("phone", "light", "en"), ("wide", "dark", "de")])
def test_an_evening_is_opened_joined_and_played(
    visit: Any, server: Any, size: str, theme: str, language: str
) -> None:
    said = words(language)
    page = visit(server.url, language=language, size=size, theme=theme, name="Ana")
    page.get_by_role("link", name=said["place.evening"]).click()
    look(page, f"evenings-{size}")
    page.get_by_label(said["evening.name"]).fill("Thursday")
    page.get_by_role("combobox", name=said["evening.game"]).select_option("pega-em-6")
    page.get_by_role("combobox", name=said["evening.variant"]).select_option("3")
    page.get_by_role("combobox", name=said["evening.seats"]).select_option("2")
    page.get_by_role("combobox", name=said["evening.rounds"]).select_option("2")
    page.get_by_role("button", name=said["evening.open"]).click()
    page.wait_for_url("**/evening/*")
    code = page.url.rpartition("/")[2]
    page.get_by_role("button", name=said["evening.join"]).click()
    page.get_by_text(said["evening.wait"]).wait_for()
    others = on_thread(guests_of(server.url, code, 3))
    page.get_by_text("Guest 2").wait_for()
    look(page, f"gathering-{size}")
    page.get_by_role("button", name=said["evening.begin_round"].format(round=1, rounds=2)).click()
    page.get_by_role("button", name=said["evening.to_table"]).wait_for()
    look(page, f"playing-{size}")
    page.get_by_role("button", name=said["evening.to_table"]).click()
    page.wait_for_url("**/table/*")
    page.locator(".hand button").first.wait_for()
    mine = Guest(server.url, cookie_of(page))
    on_thread(play_round([mine, *others], code))
    page.get_by_role("link", name=said["over.to_evening"]).click()
    page.wait_for_url("**/evening/*")
    standings = page.get_by_role("list", name=said["evening.standings"])
    standings.wait_for()
    assert standings.locator("li").count() == 4
    assert standings.locator("li.you").inner_text().count("Ana") == 1
    look(page, f"standings-{size}")
    with page.expect_download() as saved:
        page.get_by_role("button", name=said["evening.picture"]).click()
    assert saved.value.suggested_filename == f"evening-{code}.png"
    with Image.open(saved.value.path()) as picture:
        picture.load()
        assert (picture.format, picture.width) == ("PNG", 1280)
        assert len(picture.convert("RGB").getcolors(10**6)) > 20  # paper, bars and letters
    page.goto(f"{server.url}evening/{code}/tv")
    page.get_by_role("heading", name="Thursday").wait_for()
    page.get_by_role("img", name=said["evening.qr"]).wait_for()
    look(page, f"tv-{size}")


def test_nobody_watches_a_table_of_an_evening(visit: Any, server: Any) -> None:
    async def begin() -> str:
        organiser = Guest(server.url)
        await organiser.name("Olga")
        plan = {"game": "pega-em-6", "options": {"rounds": 1}, "seats": 2, "rounds": 1}
        code = (await organiser.post("/api/evenings", plan))["code"]
        people = await guests_of(server.url, code, 2)
        await organiser.post(f"/api/evenings/{code}", {"do": "begin_round"})
        return str((await people[0].get(f"/api/evenings/{code}"))["table"])

    page = visit(f"{server.url}table/{on_thread(begin())}")
    page.get_by_role("link", name=SAID["to_room"]).first.wait_for()
    assert page.locator(".hand button").count() == 0


@pytest.mark.parametrize(("size", "language"), [("phone", "pt"), ("wide", "en")])
def test_a_rated_game_tells_what_it_changed(visit: Any, server: Any, size: str, language: str) -> None:
    said = words(language)
    page = visit(server.url, language=language, size=size, name="Ana")
    page.goto(f"{server.url}ratings/dobro")
    page.get_by_text(said["ratings.none"]).wait_for()
    page.evaluate("fetch('/api/me', {method: 'POST', body: JSON.stringify({name: 'Ana'})})")
    page.wait_for_function("fetch('/api/me').then(r => r.json()).then(me => me.person)")
    ana, ben = Guest(server.url, cookie_of(page)), Guest(server.url)

    async def begin() -> str:
        await ben.name("Ben")
        wanted = {"game": "pega-em-6", "options": {"rounds": 1}, "seats": ["me", "open"], "rated": True}
        table = str((await ana.post("/api/tables", wanted | {"start": "ready"}))["table"])
        async with ana.connect(table) as one, ben.connect(table) as two:
            await two.do("sit")
            await one.do("ready")
            await asyncio.gather(play_on(one), play_on(two))
        return table

    table = on_thread(begin())
    page.goto(f"{server.url}table/{table}")
    changed = page.get_by_role("heading", name=said["ratings.changed"]).locator("..")
    changed.wait_for()
    assert "±" in changed.inner_text()
    assert changed.locator("li").count() == 2
    look(page, f"rated-{size}")
    page.goto(f"{server.url}ratings/pega-em-6")
    page.locator("li.you").first.wait_for()
    look(page, f"ratings-{size}")
