"""The analysis board in a browser: set up, refused, played, analysed, shared."""

import json
from pathlib import Path
from typing import Any

from browser import clever
from browser.finished_game import bring_in, game_like
from browser.table import PEGA, choice, make_table, start, words
from browser.test_looks import axe_finds_nothing_serious, nothing_scrolls_sideways

SAID = words("en")
EXAMPLE = {
    "game": PEGA, "seats": 2, "options": {"variant": "basic", "rounds": 1, "target": None}, "phase": "choose",
    "to_act": [0, 1], "over": False, "winners": [], "scores": [0, 0], "round": 1, "trick": 9,
    "rows": [
        {"cards": cards, "seven": False, "blocked": False, "fifth": False}
        for cards in ([3, 8, 14, 22, 27], [45], [60], [80])
    ],
    "hands": [[30, 52], [61, 98]], "chosen": [None, None], "revealed": False, "special_used": False,
    "piles": [[], []], "heads": [0, 0], "totals": [0, 0], "pool": [],
    "out": [card for card in range(1, 105) if card not in (3, 8, 14, 22, 27, 45, 60, 80, 30, 52, 61, 98)],
    "aside": [], "returned": [], "specials": [], "special_deck": [], "special_discard": [], "first": None,
}  # fmt: skip


def paste(page: Any, text: str) -> None:
    folded = page.locator("details", has=page.locator("textarea"))
    if not folded.evaluate("(one) => one.open"):
        folded.locator("summary").click()
    page.locator("textarea").fill(text)
    page.get_by_role("button", name=SAID["analyse.use"]).click()


def test_a_position_typed_in_by_hand_is_analysed_played_and_shared(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}analyse/{PEGA}", size="wide")
    page.locator(".hand button").first.wait_for()
    paste(page, json.dumps(EXAMPLE))
    page.locator(".hand button").nth(2).wait_for(state="detached")
    assert "Card 30" in page.locator(".hand button .visually-hidden").first.inner_text()
    page.get_by_role("button", name=SAID["analyse.start"]).click()
    page.locator("ol .line").first.wait_for(timeout=120_000)
    assert "52" in page.locator("ol .line").first.inner_text(), "the 30 takes 9 bull heads"
    assert "NaN" not in page.locator("main").inner_text()
    axe_finds_nothing_serious(page, "analysis board")
    page.locator("ol .line").first.click()
    page.get_by_role("button", name=SAID["analyse.back"]).and_(page.locator(":enabled")).wait_for()
    page.wait_for_function("() => location.hash.length > 50")
    link = page.url
    page.goto(server.url)
    page.goto(link)
    page.get_by_text(SAID["analyse.to_act"].format(name="Player 2")).wait_for()
    nothing_scrolls_sideways(page, "analysis board")


def test_a_bad_position_is_refused_with_what_is_missing_and_nothing_typed_is_lost(
    visit: Any, server: Any
) -> None:
    page = visit(f"{server.url}analyse/{PEGA}")
    page.locator(".hand button").first.wait_for()
    before = page.locator(".hand button").count()
    typed = json.dumps(EXAMPLE | {"hands": [[30, 52], [30, 98]]})
    paste(page, typed)
    page.get_by_role("alert").wait_for()
    assert "30 lies in hands" in page.get_by_role("alert").inner_text()
    assert page.locator(".hand button").count() == before
    assert json.loads(page.locator("textarea").input_value()) == json.loads(typed)
    paste(page, "{nonsense")
    assert page.locator("textarea").input_value() == "{nonsense"
    paste(page, json.dumps(EXAMPLE))
    page.locator(".hand button").nth(2).wait_for(state="detached")
    axe_finds_nothing_serious(page, "analysis board")


def test_cards_are_tapped_into_a_row(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}analyse/{PEGA}")
    page.locator(".hand button").first.wait_for()
    paste(page, json.dumps(EXAMPLE))
    page.locator(".hand button").nth(2).wait_for(state="detached")
    place = page.get_by_label(SAID["analyse.place"])
    place.select_option(label="Row 2 (1)")
    page.locator(".editor").get_by_role("button", name="Card 50,").click()
    page.get_by_role("button", name=SAID["analyse.use"]).click()
    page.locator(".rows > li").nth(1).get_by_text("50", exact=True).wait_for()


def test_the_way_from_the_room(visit: Any, server: Any) -> None:
    page = visit(server.url)
    choice(page, "en").get_by_role("link", name=SAID["room.rules"]).click()
    page.get_by_role("link", name=SAID["learn.analyse"]).click()
    page.wait_for_url(f"**/analyse/{PEGA}*")


def test_who_plays_alone_takes_the_position_to_the_board(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    make_table(page, "en", None, players=1, bots=0, game=clever.GAME)
    start(page, "en")
    page.locator(".dock .roll").click()
    page.locator(".dice .can").first.wait_for()
    rolled = page.locator(".dice button .visually-hidden").all_inner_texts()
    page.get_by_role("button", name=SAID["table.analyse"]).click()
    page.locator(".editor").wait_for()
    assert page.locator(".table .dice button .visually-hidden").all_inner_texts() == rolled


def test_a_step_of_a_finished_game_is_taken_to_the_board(visit: Any, server: Any, tmp_path: Path) -> None:
    page = visit(server.url, size="wide")
    file = game_like(PEGA, 2, {"variant": "basic", "rounds": 1}, lambda table: True)
    bring_in(page, server.url, file, tmp_path)
    page.goto(f"{server.url}replay/{page.url.rsplit('/', 1)[1]}")
    page.get_by_role("button", name=SAID["replay.on"]).click()
    page.locator(".step b", has_text=SAID["replay.step"].partition("{")[0]).wait_for()
    rows = page.locator(".table .rows").inner_text()
    page.get_by_role("button", name=SAID["replay.analyse"]).click()
    page.wait_for_url(f"**/analyse/{PEGA}*")
    page.locator(".editor").wait_for()
    assert page.locator(".table .rows").inner_text() == rows
