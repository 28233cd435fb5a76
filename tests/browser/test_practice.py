"""Practice in a browser: from the room and from How to play, with take-back, and bots that say why."""

from typing import Any

import pytest

from browser.table import choice, words
from browser.test_looks import axe_finds_nothing_serious, nothing_scrolls_sideways

DOBRO = "dobro"
ASKED = ".turn.asked"
SAME_HAND = """(before) => {
  const cards = [...document.querySelectorAll('.hand button .visually-hidden')];
  return cards.map((one) => one.innerText).join() === before.join();
}"""
MOVE = ".hand button[aria-disabled=false], .pairs button.fits, .take[aria-disabled=false]"


def own_move(page: Any) -> None:
    page.locator(ASKED).wait_for()
    page.locator(MOVE).first.click()
    if page.locator(".naming .fits").count():
        page.locator(".naming .fits").first.click()


def cards(page: Any) -> list[str]:
    return page.locator(".hand button .visually-hidden").all_inner_texts()


def places(page: Any) -> list[Any]:
    return [one.bounding_box() for one in page.locator(".hand button").all()]


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_bots_say_why_and_moves_are_taken_back_across_draws(visit: Any, server: Any, size: str) -> None:
    page = visit(server.url, size=size)
    said = words("en", DOBRO)
    choice(page, "en", DOBRO).get_by_role("button", name=said["practice.do"], exact=True).click()
    page.wait_for_url("**/table/*")
    page.locator("h1", has_text=said["practice"]).wait_for()
    page.locator(ASKED).wait_for(timeout=60_000)
    before = cards(page)
    own_move(page)
    why = page.get_by_role("region", name=said["practice.title"])
    if size == "phone":  # where the board would be covered, it is opened by a tap
        page.get_by_role("button", name=said["practice.ask"]).click()
    why.locator("dd").first.wait_for(timeout=60_000)
    page.locator(ASKED).wait_for(timeout=60_000)
    told = why.locator("dd").all_inner_texts()
    assert all(text.strip() and "{" not in text and "among" not in text for text in told), "no hand is told"
    nothing_scrolls_sideways(page, "practice")
    axe_finds_nothing_serious(page, "practice")
    where = places(page)
    why.get_by_role("button", name=said["close"]).click()
    why.wait_for(state="hidden")
    assert places(page) == where, "the panel moves no card"
    page.get_by_role("button", name=said["practice.ask"]).click()
    why.wait_for()
    page.get_by_role("button", name=said["table.take_back"]).click()
    page.wait_for_function(SAME_HAND, arg=before)


def test_practice_begins_from_how_to_play_and_is_marked_in_the_room(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}learn/{DOBRO}")
    said = words("en", DOBRO)
    page.get_by_role("button", name=said["practice.do"]).click()
    page.wait_for_url("**/table/*")
    page.locator(".hand button").first.wait_for()
    page.goto(server.url)
    page.locator("li small", has_text=said["practice"]).first.wait_for()
