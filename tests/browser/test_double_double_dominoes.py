"""Whole games of Double Double Dominoes in a browser."""

import re
from typing import Any

import pytest

from browser.dominoes import (
    ASKED,
    GAME,
    SHORT,
    answer,
    asked,
    exactly,
    laid,
    own_score,
    own_turn,
    play_on,
    points_in,
    sit_down,
)
from browser.table import play_by_keyboard, start, words
from ludoteca.core.words import LANGUAGES


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_person_plays_a_short_game_with_a_bot_and_a_reload_in_the_middle(
    visit: Any, server: Any, language: str
) -> None:
    page = visit(server.url, language)
    sit_down(page, language, SHORT[language], players=2, bots=1)
    start(page, language)
    for _ in range(6):
        answer(page, asked(page))
    asked(page)
    before = page.locator(".players").inner_text(), laid(page)
    page.reload()
    asked(page)
    assert (page.locator(".players").inner_text(), laid(page)) == before
    assert play_on(page)


def test_the_points_shown_are_the_points_scored(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", SHORT["en"], players=2, bots=0)
    other = visit(page.url)
    other.get_by_role("button", name=words("en")["lobby.sit"]).first.click()
    page.locator("li", has_text="Guest").nth(1).wait_for()
    start(page, "en")
    promised = 0
    for _ in range(400):
        for person in (page, other):
            what = str(person.evaluate(ASKED))
            if what == "over":
                assert promised
                return
            if what == "do" and person.locator(".decide .sun.do b").count():
                shown = int(person.locator(".decide .do b").inner_text().lstrip("+"))
                promised += 1
                score, tiles = own_score(person), laid(person)
                answer(person, what)
                person.wait_for_function(f"() => document.querySelectorAll('svg .laid').length > {tiles}")
                person.locator(".players .you .score", has_text=exactly(score + shown)).wait_for()
            elif what != "wait":
                answer(person, what)
        page.wait_for_timeout(30)
    raise AssertionError("the game does not end")


@pytest.mark.long
def test_two_people_in_two_browsers_and_a_bot_play_a_whole_game(visit: Any, server: Any) -> None:
    ana = visit(server.url, "en", name="Ana")
    sit_down(ana, "en", players=3, bots=1)
    rui = visit(ana.url, "pt", name="Rui", size="wide")
    rui.get_by_role("button", name=words("pt")["lobby.sit"]).first.click()
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    for _ in range(3000):
        people = [(page, str(page.evaluate(ASKED))) for page in (ana, rui)]
        if all(what == "over" for _, what in people):
            return
        for page, what in people:
            if what not in ("wait", "over"):
                answer(page, what)
        ana.wait_for_timeout(30)
    raise AssertionError("the game does not end")


WANTED = {"pick": ".hand button:not(:has(.none))", "place": ".grid .target", "do": ".decide .do"}
KEYS = {"place": (".grid", "n")}  # from place to place


def test_three_tiles_are_laid_by_keyboard_alone(visit: Any, server: Any) -> None:
    """However many answers that takes: what does not fit is discarded, and a seat may have to stop."""
    page = visit(server.url)
    sit_down(page, "en", SHORT["en"], players=2, bots=1)
    start(page, "en")
    own = 0
    for _ in range(40):
        asked(page)
        own += page.locator(".decide .do .lay").count()
        play_by_keyboard(page, ASKED, WANTED, 1, KEYS)
        if own == 3:
            break
    assert own == 3
    assert laid(page) >= own


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    assert play_by_keyboard(page, ASKED, WANTED, 600, KEYS) == "over"


def test_a_tile_is_turned_and_laid_as_it_is_shown(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    sit_down(page, "en")
    start(page, "en")
    own_turn(page)
    before = page.locator(".held-tile").inner_html()
    page.locator(".decide .rotate").click(force=True)  # where it fits in one way only it stays as it is
    assert page.locator(".held-tile").inner_html() != before or page.locator(".decide .rotate").is_disabled()
    tiles = laid(page)
    page.locator(".decide .do").click()
    page.wait_for_function(f"() => document.querySelectorAll('svg .laid').length > {tiles}")


def test_why_a_tile_does_not_fit_is_told_with_the_rule(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    sit_down(page, "en")
    start(page, "en")
    own_turn(page)
    page.locator(".grid [data-square='0']").click()
    link = page.get_by_role("alert").get_by_role("link")
    assert re.fullmatch(r"Rule T[67]", link.inner_text().strip())
    assert re.search(r"rules/double-double-dominoes#T[67]$", link.get_attribute("href"))
    assert page.locator(".hand .picked").count() == 1
    assert page.locator(".held-tile.wrong").count() == 1
    page.get_by_role("alert").get_by_role("button").click()
    page.get_by_role("button", name=words("en", GAME)["page.why_not"]).click()
    page.get_by_role("alert").wait_for()


def test_the_list_of_places_holds_the_best_first(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en")
    start(page, "en")
    own_turn(page)
    page.get_by_role("button", name=words("en", GAME)["page.list"], exact=True).click()
    lines = page.locator(".places button")
    points = [points_in(line) for line in lines.all_text_contents()]
    assert points == sorted(points, reverse=True)
    where = lines.last.locator(".where").inner_text().splitlines()[-1].strip()
    lines.last.click()
    assert all(square in page.locator(".decide .do").text_content() for square in where.split(" – "))


def test_the_board_is_looked_at_more_closely(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en")
    start(page, "en")
    page.locator(".hand button").nth(2).wait_for()
    said = words("en", GAME)
    for _ in range(2):
        page.get_by_role("button", name=said["page.zoom.in"]).click()
    assert page.locator(".grid button").first.bounding_box()["width"] >= 44
    window = page.locator(".window")
    assert window.evaluate(
        "(one) => one.scrollWidth > one.clientWidth && one.scrollHeight > one.clientHeight"
    )
    for _ in range(3):
        page.get_by_role("button", name=said["page.zoom.out"]).click()
    assert window.evaluate("(one) => one.scrollWidth === one.clientWidth")


def test_a_finger_beside_a_place_means_the_place(visit: Any, server: Any) -> None:
    page = visit(server.url, touch=True)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    own_turn(page)
    page.locator(".hand .picked").tap()
    places = page.locator(".grid .target").evaluate_all("(all) => all.map((one) => +one.dataset.square)")
    around = [place + step for place in places for step in (-16, -14, 14, 16)]
    missed = next(square for square in around if square not in places and 0 <= square < 225)
    page.locator(f".grid [data-square='{missed}']").tap()
    page.locator(".held-tile:not(.wrong)").wait_for()


def test_two_fingers_look_closer(visit: Any, server: Any) -> None:
    page = visit(server.url, touch=True)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    page.locator(".grid button").first.wait_for()
    size = "() => document.querySelector('.grid button').getBoundingClientRect().width"
    before = page.evaluate(size)
    box = page.locator(".window").bounding_box()
    hand = page.context.new_cdp_session(page)
    for spread in (20, 30, 40, 50):
        ends = [{"x": box["x"] + 150 + way * spread, "y": box["y"] + 150} for way in (-1, 1)]
        kind = "touchStart" if spread == 20 else "touchMove"
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": ends})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(size) > 1.5 * before


def test_every_square_says_its_name(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en")
    start(page, "en")
    page.locator(".hand button").nth(2).wait_for()
    names = page.locator(".grid button").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert len(names) == 225
    assert names[0].startswith("1A, diamond 5")
    assert "8H" in names[112]


def test_the_big_screen_shows_the_table_without_hands(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en")
    start(page, "en")
    page.locator(".hand button").nth(2).wait_for()
    screen = visit(f"{page.url}?tv", size="wide")
    screen.locator(".grid button").first.wait_for()
    assert screen.locator(".hand").count() == 0
    assert screen.locator(".track li").count() == 101


def test_a_score_of_two_figures_stands_on_one_line(visit: Any, server: Any) -> None:
    page = visit(server.url, "pt")
    sit_down(page, "pt")
    start(page, "pt")
    asked(page)
    score = page.locator(".players .score").first
    before = score.bounding_box()["height"]
    score.evaluate("score => score.textContent = '46'")
    assert score.bounding_box()["height"] == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_board_and_track_as_drawings(visit: Any, server: Any, language: str) -> None:
    page = visit(f"{server.url}rules/{GAME}", language)
    said = words(language, GAME)
    board = page.get_by_role("img", name=said["page.board"])
    board.wait_for()
    assert board.bounding_box()["width"] > 200
    spaces = page.get_by_role("list", name=said["page.track"]).get_by_role("listitem").all_inner_texts()
    pips = [int(space.split(":")[1]) for space in spaces]
    assert pips[:20] == [int(one) for one in "12345602534622035416"]
    assert len(pips) == 100
    assert page.locator("article pre").count() == 0
    assert not set("|`") & set(page.locator("article").inner_text())
