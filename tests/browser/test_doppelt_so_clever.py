"""Whole games of Doppelt so clever in a browser."""

import re
from typing import Any

import pytest

from browser.clever import ANSWERS, ASKED, GAME, answer, asked, play_on
from browser.table import make_table, play_by_keyboard, start, words
from ludoteca.games.doppelt_so_clever.tables import YELLOW_POINTS


def sit_alone(page: Any, language: str, bots: int) -> None:
    make_table(page, language, None, players=bots + 1, bots=bots, game=GAME)
    start(page, language)
    page.locator(".dice button").nth(5).wait_for()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_turn_alone_and_a_reload_in_the_middle_loses_nothing(
    visit: Any, server: Any, language: str
) -> None:
    page = visit(server.url, language)
    sit_alone(page, language, bots=0)
    for _ in range(12):
        answer(page, asked(page))
    while asked(page) in ("cell", "number"):  # a die that is only touched is not kept
        answer(page, asked(page))
    before = page.locator(".own").inner_text()
    page.reload()
    asked(page)
    assert page.locator(".own").inner_text() == before
    answer(page, asked(page))
    assert asked(page)


def test_every_cell_and_die_says_its_name(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    answer(page, asked(page))
    assert asked(page) == "die"
    dice = page.locator(".dice button .visually-hidden").all_inner_texts()
    assert sorted(name.split()[0] for name in dice) == ["blue", "green", "pink", "silver", "white", "yellow"]
    assert all(re.match(r"\w+ [1-6], roll\. Can be used\.", name) for name in dice)
    cells = page.locator(".own [data-cell] .visually-hidden").all_inner_texts()
    assert len(cells) == 24 + 10 + 36
    assert "Silver, green row, 3, open" in cells
    assert "Yellow 6, row 1, column 4, open" in cells
    assert "green, field 4, empty, times 1, gives a blue ?" in cells


def test_the_cells_of_the_chosen_die_are_lit_and_no_others(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    answer(page, asked(page))
    asked(page)
    assert page.locator(".cell.lit").count() == 0
    page.locator('[data-die="silver"]').click()
    value = re.search(r"\d", page.locator('[data-die="silver"] .visually-hidden').inner_text())
    lit = page.locator(".cell.lit").evaluate_all("cells => cells.map((cell) => cell.dataset.cell)")
    assert value
    assert sorted(lit) == sorted(f"silver.{row}.{value[0]}" for row in ("yellow", "blue", "green", "pink"))


def test_why_a_cell_cannot_be_marked_is_told_with_the_rule(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    answer(page, asked(page))
    asked(page)
    page.locator('[data-die="pink"]').click()
    page.locator('[data-die="pink"][aria-pressed="true"]').wait_for()
    cell = page.locator('[data-cell="silver.green.1"]')
    cell.evaluate("cell => cell.scrollIntoView({ block: 'center' })")  # or the dice may cover it
    cell.click(force=True)  # it says that it is disabled
    link = page.get_by_role("alert").get_by_role("link")
    assert re.fullmatch(r"Rule C\d+", link.inner_text().strip())
    assert re.search(r"rules/doppelt-so-clever#C\d+$", link.get_attribute("href"))


def test_a_mark_may_be_asked_for_confirmation(visit: Any, server: Any) -> None:
    page = visit(server.url, confirm=True)
    sit_alone(page, "en", bots=0)
    answer(page, asked(page))
    asked(page)
    page.locator('[data-die="pink"]').click()
    page.locator(".cell.lit").click()
    page.locator(".cell.unconfirmed").wait_for()
    assert page.locator(".own .written").count() == 0
    page.get_by_role("button", name=words("en", GAME)["page.confirm"]).click()
    page.locator(".own .written").wait_for()


def test_a_bonus_is_shown_as_it_fires_with_the_mark_that_brought_it_and_after_a_reload(
    visit: Any, server: Any
) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    for _ in range(90):
        answer(page, asked(page))
        asked(page)
        if page.locator(".chain b").count():
            assert page.locator(".chain .bonus").count()
            assert page.locator(".own .area .bonus.won").count()
            assert page.locator(".chain b").first.inner_text().split()[0] in "SYBGP"
            before = page.locator(".chain").inner_text()
            page.reload()
            asked(page)
            assert page.locator(".chain").inner_text() == before
            return
    raise AssertionError("no bonus ever fired")


def test_a_die_picked_here_is_let_go_when_another_tab_rolls_on(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    answer(page, asked(page))
    assert asked(page) == "die"
    page.locator('[data-die="white"]').click()
    page.locator('[data-die="white"][aria-pressed="true"]').wait_for()
    other = page.context.new_page()
    other.goto(page.url)
    asked(other)
    value = int(re.search(r"\d", other.locator('[data-die="pink"] .visually-hidden').inner_text())[0])
    other.locator('[data-die="pink"]').click()
    other.locator(".cell.lit").click()
    while asked(other) != "roll":
        answer(other, asked(other))
    answer(other, "roll")
    page.locator(".own .written", has_text=str(value)).wait_for()
    page.wait_for_function("() => document.querySelector('.dice .can')")
    assert page.locator('[aria-pressed="true"]').count() == 0
    assert page.locator(".cell.lit").count() == 0


def test_what_the_next_cross_brings_can_be_read(visit: Any, server: Any) -> None:
    """Beside the longest name of the area, and with the word in full."""
    page = visit(server.url, "pt", size="wide")
    sit_alone(page, "pt", bots=0)
    longest = f"próximo ✗ {YELLOW_POINTS.max()}"
    note = page.locator(".own [data-area=yellow] header small")
    for width in (1100, 1180, 1440, 768, 640, 390):
        page.set_viewport_size({"width": width, "height": 820})
        hidden = note.evaluate(
            """(note, text) => {
              note.textContent = text;
              const inside = document.createRange();
              inside.selectNodeContents(note);
              const text_ = inside.getBoundingClientRect();
              const header = note.parentElement.getBoundingClientRect();
              const points = note.nextElementSibling.getBoundingClientRect();
              const over = Math.max(header.left - text_.left, text_.right - header.right);
              return Math.max(over, text_.width - note.getBoundingClientRect().width,
                points.top < text_.bottom && text_.top < points.bottom ? text_.right - points.left : 0);
            }""",
            longest,
        )
        assert hidden < 1, width


def together(ana: Any, rui: Any, turns: int) -> bool:
    """Both answer what they are asked; is the game over?"""
    for _ in range(turns):
        people = [(page, str(page.evaluate(ASKED))) for page in (ana, rui)]
        if all(what == "over" for _, what in people):
            return True
        for page, what in people:
            if what not in ("wait", "over"):
                answer(page, what)
        ana.wait_for_timeout(40)
    return False


def two_people_and_a_bot(visit: Any, server: Any) -> tuple[Any, Any]:
    ana = visit(server.url, "en", name="Ana")
    make_table(ana, "en", None, players=3, bots=1, game=GAME)
    rui = visit(ana.url, "pt", size="wide", name="Rui")
    rui.get_by_role("button", name=words("pt")["lobby.sit"]).first.click()
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    rui.locator(".dice").wait_for()
    return ana, rui


@pytest.mark.slow_motion
def test_two_people_in_two_browsers_and_a_bot_begin_a_game(visit: Any, server: Any) -> None:
    ana, rui = two_people_and_a_bot(visit, server)
    together(ana, rui, 60)
    assert ana.locator(".players li").count() == 3
    assert rui.locator(".others .holder").count() == 2


@pytest.mark.long
def test_two_people_in_two_browsers_and_a_bot_play_a_whole_game(visit: Any, server: Any) -> None:
    ana, rui = two_people_and_a_bot(visit, server)
    assert together(ana, rui, 4000)
    scores = [page.locator(".players b").all_inner_texts() for page in (ana, rui)]
    assert scores[0] == scores[1]
    rows = [row.locator("td").all_inner_texts() for row in rui.locator(".scores tbody tr").all()]
    totals = rui.locator(".scores tfoot td").all_inner_texts()
    assert totals == [str(sum(map(int, column))) for column in zip(*rows, strict=True)] == scores[1]


@pytest.mark.long
def test_a_whole_game_alone_ends_with_a_level(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=0)
    assert play_on(page) > 50
    assert page.locator("td.won, .confetti").count() == 0  # there is nobody to beat
    page.get_by_role("button", name=words("en")["over.look"]).click()
    level = page.locator(".level h2").inner_text()
    found = re.fullmatch(r"(-?\d+) points: level (\d+)", level)
    assert found
    areas = [int(text) for text in page.locator(".own .area header .points").all_inner_texts()]
    foxes = int(page.locator(".own .foxes").inner_text().split("=")[1])
    assert sum(areas) + foxes == int(found[1])


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=1)
    assert play_by_keyboard(page, ASKED, ANSWERS, 600) == "over"


def test_the_big_screen_shows_every_sheet_and_nothing_to_press(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_alone(page, "en", bots=3)
    screen = visit(f"{page.url}?tv", size="wide")
    screen.locator(".holder.small").nth(3).wait_for()
    assert screen.locator("[data-cell]").count() == 0
    assert screen.locator(".actions").count() == 0
