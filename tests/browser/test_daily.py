"""The deal of the day in the page: begun from the room, gone on with, and its results shared."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from browser.table import words
from ludoteca.client import Guest
from server.people import play_on

SAID = words("en")
GAME = "doppelt-so-clever"


def cookie_of(page: Any) -> str:
    (cookie,) = page.context.cookies()
    return f"{cookie['name']}={cookie['value']}"


def finish(url: str, cookie: str, table: str) -> int:
    """Play the try to its end, on another socket; the thread of the browser has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, play(url, cookie, table)).result()


async def play(url: str, cookie: str, table: str) -> int:
    async with Guest(url, cookie).connect(table) as seat:
        await asyncio.wait_for(play_on(seat), 120)
        return int(seat.table["view"]["scores"][0])


def card(page: Any) -> Any:
    return (
        page.get_by_role("region", name=SAID["daily.title"])
        .locator("li")
        .filter(has_text="Doppelt so clever")
    )


@pytest.mark.slow_motion
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_try_is_begun_gone_on_with_and_its_result_shown(visit: Any, server: Any, size: str) -> None:
    page = visit(server.url, size=size)
    card(page).get_by_role("button", name=SAID["daily.play"]).click()
    page.wait_for_url("**/table/*")
    page.locator(".doppelt").wait_for()
    table = page.url.rpartition("/")[2]
    page.goto(server.url)
    assert card(page).get_by_role("link", name=SAID["room.return"]).get_attribute("href").endswith(table)
    score = finish(server.url, cookie_of(page), table)
    page.reload()
    card(page).get_by_role("link", name=f"{SAID['daily.results']}: {score}").click()
    mine = page.get_by_role("list", name=SAID["daily.results"]).locator("li.you")
    assert mine.locator("strong").inner_text() == str(score)
    page.get_by_text(SAID["daily.bots_play"]).wait_for(state="hidden", timeout=300_000)
    assert page.get_by_role("list", name=SAID["daily.results"]).locator("li").count() >= 6
    shared = page.get_by_label(SAID["daily.share.text"]).inner_text()
    assert f"{score} points" in shared
    assert sum(shared.count(square) for square in "🟩⬜") == 5
    page.get_by_role("button", name=SAID["daily.practise"]).click()
    page.wait_for_url("**/table/*")


def test_results_are_for_those_who_have_played(visit: Any, server: Any) -> None:
    page = visit(server.url + "rules/dobro")
    page.goto(server.url + f"daily/{GAME}")
    assert page.get_by_role("alert").inner_text()
    assert page.get_by_role("list", name=SAID["daily.results"]).count() == 0


def test_who_has_not_played_is_offered_to_begin_and_then_to_go_on(visit: Any, server: Any) -> None:
    page = visit(server.url + f"daily/{GAME}")
    page.get_by_role("button", name=SAID["daily.play"]).click()
    page.wait_for_url("**/table/*")
    page.locator(".doppelt").wait_for()
    table = page.url.rpartition("/")[2]
    page.goto(server.url + f"daily/{GAME}")
    go_on = page.get_by_role("link", name=SAID["room.return"])
    go_on.wait_for()
    assert go_on.get_attribute("href").endswith(table)
    assert not page.get_by_role("button", name=SAID["daily.play"]).count()
