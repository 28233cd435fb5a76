"""Explanations where the eye is: a tap or a resting mouse tells what a thing is for."""

from pathlib import Path
from typing import Any

import pytest

from browser.finished_game import bring_in, game_like
from browser.table import words
from browser.test_lessons import TASKS
from browser.test_looks import axe_finds_nothing_serious, no_title_of_a_column_is_broken
from ludoteca.core.words import LANGUAGES

LESSONS = ["/".join(lesson) for lesson in TASKS]
DOMINOES = "double-double-dominoes"
CORNER = ".grid [data-square='0']"
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


# Numbers, icons and short tags that nothing explains. Sentences speak for themselves, and so do buttons.
UNEXPLAINED = r"""() => [...document.querySelectorAll('.table *')].filter((one) => {
  const written = [...one.childNodes].filter((part) => part.nodeType === 3).map((part) => part.textContent);
  const text = written.join(' ').trim();
  if (!text && one.tagName !== 'svg') return false;
  if (text.split(' ').length > 3 || one.parentElement.closest('svg') || !one.checkVisibility()) return false;
  if (one.parentElement.querySelector(':scope > [role=grid]')) return false; // its squares are explained
  return !one.closest('[data-explain], [title], button, a, .visually-hidden, .coach, h1, h2, h3');
}).map((one) => one.outerHTML.slice(0, 150))"""


@pytest.mark.parametrize("lesson", LESSONS)
def test_whatever_lies_on_a_table_is_explained(visit: Any, server: Any, lesson: str) -> None:
    page = visit(f"{server.url}lesson/{lesson}", touch=True)
    page.locator(".coach").wait_for()
    page.locator(".players").wait_for()
    assert page.evaluate(UNEXPLAINED) == []


@pytest.mark.parametrize(
    ("game", "options"), [("dobro", {}), (DOMINOES, {"goal": 20}), ("doppelt-so-clever", {})]
)
def test_every_column_of_the_result_is_explained(
    visit: Any, server: Any, tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    page = visit(None, "de", touch=True)
    bring_in(page, server.url, game_like(game, 2, options, lambda table: True), tmp_path)
    cells = page.locator("dialog[open] :is(tbody, tfoot) td")
    cells.last.wait_for()
    assert cells.evaluate_all("(all) => all.filter((one) => !one.closest('[data-explain]')).length") == 0
    no_title_of_a_column_is_broken(page, "a result")
    cells.last.tap()
    page.locator(".explanation").wait_for()
    assert page.locator(".explanation").inner_text()


def test_a_tap_tells_what_a_square_is_for_while_no_tile_is_picked(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}puzzles/{DOMINOES}/1", size="wide")
    said = words("en", DOMINOES)
    page.locator(".hand button").first.wait_for()
    bubble = page.locator(".explanation")
    for name, key in (("diamond", "guide.diamond"), ("of tile", "guide.touch")):
        page.get_by_role("gridcell", name=name).first.click()
        bubble.wait_for()
        assert bubble.inner_text().endswith(said[key])


def test_a_replay_explains_as_the_table_does(visit: Any, server: Any, tmp_path: Path) -> None:
    page = visit(None, touch=True)
    bring_in(page, server.url, game_like("pega-em-6", 2, {"rounds": 1}, lambda table: True), tmp_path)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.locator(".rows .cost").first.tap()
    page.locator(".explanation").wait_for()


def test_a_resting_mouse_is_told_too(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/doppelt-so-clever/basics", size="wide")
    page.locator(".coach").wait_for()
    page.locator(".bars .bonus").first.hover()
    page.locator(".explanation").wait_for()
    assert page.locator(".explanation").inner_text() == words("en", "doppelt-so-clever")["explain.reroll"]


def test_a_cell_tapped_first_lights_the_dice_that_fit(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/doppelt-so-clever/basics", size="wide")
    said = words("en", "doppelt-so-clever")
    steps = page.locator(".coach progress").get_attribute("max")
    for step in (2, 3):  # a tap counts once the step before it has come
        page.get_by_role("button", name=said["lesson.next"]).click()
        page.get_by_text(said["lesson.step"].format(step=step, steps=steps)).wait_for()
    page.locator('[data-cell="green.0"]').click(force=True)
    lit = page.locator(".dice .fits").evaluate_all("(all) => all.map((one) => one.dataset.die).toSorted()")
    assert lit == ["green", "white"]
    page.locator('[data-cell="silver.pink.6"]').click(force=True)
    page.get_by_text(said["page.wish.none"]).wait_for()
    page.locator(".explanation").wait_for()
    page.locator('[data-die="green"]').click()
    page.locator('.cell.lit[data-cell="green.0"]').click()
    page.locator(".cell.lit").wait_for(state="detached")
    page.mouse.move(0, 0)  # where it rests it would explain
    page.locator(".explanation").wait_for(state="hidden")


def test_a_tap_tells_what_a_cell_of_the_own_sheet_is_for(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/doppelt-so-clever/basics", touch=True)
    said = words("en", "doppelt-so-clever")
    page.locator(".coach").wait_for()
    cell = page.locator('[data-cell="silver.green.1"]')
    cell.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    cell.tap(force=True)
    page.locator(".explanation").wait_for()
    assert page.locator(".explanation").inner_text() == (
        f"Silver, green row, 1, {said['page.state.open']}. {said['guide.silver']}"
    )
    axe_finds_nothing_serious(page, "a cell explained")


def refused_at(page: Any, thing: Any) -> str:
    """The rule of the refusal that stands right above or below the thing, inside the window."""
    alert = page.get_by_role("alert")
    alert.wait_for()
    page.wait_for_timeout(100)  # it finds its place when its words are there
    box, bubble = thing.bounding_box(), alert.bounding_box()
    apart = max(box["y"] - bubble["y"] - bubble["height"], bubble["y"] - box["y"] - box["height"])
    assert 0 <= apart <= 16, "right above or below it"
    assert 0 <= bubble["x"] <= box["x"] + box["width"]
    assert bubble["x"] + bubble["width"] <= page.viewport_size["width"]
    return str(alert.get_by_role("link").get_attribute("href")).rpartition("#")[2]


def test_a_refusal_stands_at_the_card_that_was_tapped(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/dobro/basics", touch=True)
    said = words("en", "dobro")
    page.get_by_role("button", name=said["lesson.next"]).click()
    page.locator(".hand li:nth-child(2) button").click()
    page.get_by_text(said["lesson.step"].format(step=3, steps=11)).wait_for()
    card = page.locator(".hand li:nth-child(1) button")
    card.tap(force=True)
    assert refused_at(page, card) == "D6"
    axe_finds_nothing_serious(page, "a refusal at a card")


@pytest.mark.parametrize("where", ["puzzles/{}/1", "analyse/{}"])
def test_a_refusal_of_puzzles_and_analysis_stands_at_the_square(visit: Any, server: Any, where: str) -> None:
    page = visit(server.url + where.format(DOMINOES), size="wide")
    page.locator(".hand button").first.click()
    square = page.locator(CORNER)
    square.click()
    assert refused_at(page, square) in {"T6", "T7", "T9", "T10"}
    axe_finds_nothing_serious(page, where)
    page.get_by_role("alert").get_by_role("button").click()
    page.get_by_role("alert").wait_for(state="detached")
    assert page.locator(".hand button").first.is_visible(), "nothing else has changed"


def test_a_square_that_is_covered_says_so(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}puzzles/{DOMINOES}/1", size="wide")
    page.locator(".hand button").first.click()
    square = page.get_by_role("gridcell", name="of tile").first
    square.click()
    assert refused_at(page, square) == "T7"


def test_a_tap_tells_what_a_figure_of_a_player_is(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/dobro/basics", touch=True)
    page.locator(".coach").wait_for()
    page.locator(".facts [title]").first.tap()
    page.locator(".explanation").wait_for()
    assert page.locator(".explanation").inner_text() == words("en", "dobro")["page.total"]


def test_the_rules_draw_board_track_and_sheet(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}rules/double-double-dominoes")
    page.get_by_role("img", name=words("en", "double-double-dominoes")["page.board"]).wait_for()
    assert (
        page.get_by_role("list", name=words("en", "double-double-dominoes")["page.track"])
        .locator("li")
        .count()
        == 100
    )
    assert page.locator("article .table").count() == 0, "no map as a table of letters"
    axe_finds_nothing_serious(page, "rules with drawings")
    page.goto(f"{server.url}rules/doppelt-so-clever")
    page.locator("article .area[data-area=pink]").wait_for()
    axe_finds_nothing_serious(page, "rules with a sheet")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_call_special_cards_by_their_names(visit: Any, server: Any, language: str) -> None:
    """What is written for programs, such as `fifth_row`, is not shown."""
    page = visit(f"{server.url}rules/pega-em-6", language)
    page.locator("#P15").wait_for()
    shown = page.locator("article").inner_text()
    assert words(language)["value.fifth_row"].lower() in shown.lower()
    assert not set("_`{}") & set(shown)
