"""Explanations where the eye is: a tap or a resting mouse tells what a thing is for."""

from typing import Any

import pytest

from browser.table import words
from browser.test_looks import axe_finds_nothing_serious

EXPLAINED = {
    "pega-em-6": (".rows .cost", "explain.cost", {"cost": 1, "left": 4}),
    "dobro": (".middle .side", "explain.deck", {}),
    "double-double-dominoes": ("[data-space='5']", "explain.space", {"pips": 5}),
    "doppelt-so-clever": (".area[data-area=blue] header", "guide.blue", {}),
}


@pytest.mark.parametrize("game", EXPLAINED)
def test_a_tap_tells_what_a_thing_is_for(visit: Any, server: Any, game: str) -> None:
    page = visit(f"{server.url}lesson/{game}/basics", touch=True)
    thing, key, _ = EXPLAINED[game]
    page.locator(".coach").wait_for()
    page.locator(thing).first.tap()
    bubble = page.locator(".explanation")
    bubble.wait_for()
    beginning = words("en", game)[key].partition("{")[0]
    assert bubble.inner_text().startswith(beginning)
    box = bubble.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    axe_finds_nothing_serious(page, "explanation")
    page.locator("h1").tap()
    bubble.wait_for(state="hidden")


def test_a_resting_mouse_is_told_too(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/doppelt-so-clever/basics", size="wide")
    page.locator(".coach").wait_for()
    page.locator(".bars .bonus").first.hover()
    page.locator(".explanation").wait_for()
    assert page.locator(".explanation").inner_text() == words("en", "doppelt-so-clever")["explain.reroll"]


def test_a_cell_tapped_first_lights_the_dice_that_fit(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/doppelt-so-clever/basics", size="wide")
    said = words("en", "doppelt-so-clever")
    for _ in range(2):
        page.get_by_role("button", name=said["lesson.next"]).click()
    page.locator(".coach .next").wait_for(state="detached")
    page.locator('[data-cell="green.0"]').click(force=True)
    lit = page.locator(".dice .fits").evaluate_all("(all) => all.map((one) => one.dataset.die).toSorted()")
    assert lit == ["green", "white"]
    page.locator('[data-cell="silver.pink.6"]').click(force=True)
    page.get_by_text(said["page.wish.none"]).wait_for()
