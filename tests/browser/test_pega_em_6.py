"""Whole games of Pega em 6! in a browser."""

import re
from typing import Any

import pytest

from browser.table import (
    ASKED,
    answer,
    asked,
    choice,
    dealt,
    make_table,
    play_by_keyboard,
    play_now,
    play_on,
    sit,
    start,
    words,
)

ROUND = {"en": "Basic, number of rounds: 1", "pt": "Básico, número de rodadas: 1"}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_person_plays_a_whole_game_with_bots(visit: Any, server: Any, language: str) -> None:
    page = visit(server.url, language)
    said = words(language)
    make_table(page, language, ROUND[language], players=4, bots=3)
    start(page, language)
    assert page.locator(".hand button").count() == 10
    assert play_on(page) >= 10
    page.get_by_role("dialog").get_by_role("button", name=said["over.rematch"]).click()
    dealt(page)
    assert asked(page) == "choose"


def test_playing_at_once_against_bots_takes_one_click(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    assert page.locator(".players li").count() == 4


def test_each_card_says_its_name_and_where_it_would_go(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    names = page.locator(".hand button .visually-hidden").all_inner_texts()
    assert len(names) == 10
    form = r"Card \d+, (one bull head|\d bull heads)\. (Now it would go to row \d|Lower than every row)"
    assert all(re.match(form, name) for name in names)


def test_the_list_of_seen_cards_shows_the_unseen_ones_too(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    said = words("en")
    page.get_by_role("button", name=said["page.seen"]).click()
    cells = page.get_by_role("dialog").get_by_role("list", name=said["page.seen"]).get_by_role("listitem")
    sizes = cells.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert len(sizes) == 104
    assert min(sizes) > 20


@pytest.mark.long
def test_the_anniversary_variant_with_special_cards(visit: Any, server: Any) -> None:
    page = visit(server.url, "pt", size="wide")
    make_table(page, "pt", "Aniversário", players=3, bots=2)
    start(page, "pt")
    assert play_on(page) >= 24


def test_why_a_special_card_cannot_be_played_is_told_with_the_rule(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", "Anniversary", players=2, bots=1)
    start(page, "en")
    for _ in range(60):
        what = asked(page)
        refused = page.locator(".decide li button:not(.playable)")
        if what in ("place", "row") and refused.count():
            refused.first.click()
            link = page.get_by_role("alert").get_by_role("link")
            assert re.fullmatch(r"Rule P\d+", link.inner_text().strip())
            assert re.search(r"rules/pega-em-6#P\d+$", link.get_attribute("href"))
            return
        answer(page, what)
    raise AssertionError("no special card was ever refused")


@pytest.mark.long
def test_the_professional_variant_with_its_draft(visit: Any, server: Any) -> None:
    page = visit(server.url, size="tablet")
    make_table(page, "en", "Professional, number of rounds: 2", players=2, bots=1)
    start(page, "en")
    assert asked(page) == "pick"
    assert play_on(page) >= 40


PLACES = """() => Object.fromEntries([...document.querySelectorAll('.pool button')].map((card) => {
  const { x, y } = card.getBoundingClientRect();
  return [card.innerText.trim(), [Math.round(x), Math.round(y)]];
}))"""


def test_cards_of_the_draft_stay_where_they_are(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", "Professional, number of rounds: 2", players=2, bots=1)
    start(page, "en")
    assert asked(page) == "pick"
    before = page.evaluate(PLACES)
    page.locator(".pool button").nth(3).click()
    page.wait_for_function(f"() => document.querySelectorAll('.pool button').length <= {len(before) - 2}")
    assert asked(page) == "pick"
    after = page.evaluate(PLACES)
    assert len(after) < len(before)
    assert after == {card: before[card] for card in after}


# While others follow: whose box is marked, once our own card lies in a row.
MARKED = """() => {
  const own = document.querySelector('.players .you'), others = document.querySelectorAll('.players .laid');
  if (own.querySelector('.laid') || !others.length) return null;
  const marked = [...document.querySelectorAll('.players .lit, .players .acts')];
  return marked.map((box) => box.classList.contains('you'));
}"""


@pytest.mark.slow_motion
def test_after_a_low_card_the_seat_that_is_next_is_marked(visit: Any, server: Any) -> None:
    page = visit(server.url, speed="normal")
    make_table(page, "en", ROUND["en"], players=6, bots=5)
    start(page, "en")
    for _ in range(30):
        what = asked(page)
        if what == "row":
            break
        answer(page, what)
    page.locator(".rows .act").first.click()
    marked = page.wait_for_function(MARKED, polling=20).json_value()
    assert marked
    assert not any(marked)


def take_a_row(page: Any) -> None:
    """Play until we take a row, and take it; the show begins."""
    for _ in range(30):
        what = asked(page)
        answer(page, what)
        if what == "row":
            return
    raise AssertionError("no card was ever low")


def test_cards_turn_over_large_and_a_taken_row_flies_to_its_taker(visit: Any, server: Any) -> None:
    page = visit(server.url, speed="slow")  # so that a busy machine sees it, too
    make_table(page, "en", ROUND["en"], players=4, bots=3)
    start(page, "en")
    assert asked(page) == "choose"
    small = page.locator(".hand .card").first.bounding_box()["width"]
    answer(page, "choose")
    page.locator(".reveal li").nth(3).wait_for()
    cards = [int(text) for text in page.locator(".reveal .number").all_inner_texts()]
    assert cards == sorted(cards)
    revealed = page.locator(".reveal .card").first.element_handle()
    page.wait_for_function(
        "([card, small]) => card.getBoundingClientRect().width > small", arg=[revealed, small]
    )
    page.locator(".reveal").wait_for(state="detached")
    take_a_row(page)
    pile = page.locator(".taken-row")
    pile.wait_for()
    cost = int(pile.locator("b").inner_text().strip("+"))
    page.locator(".players .you .score", has_text=str(cost)).wait_for()
    pile.wait_for(state="detached")


def test_without_motion_nothing_flies_or_turns(visit: Any, server: Any) -> None:
    page = visit(server.url, speed="fast")
    page.emulate_media(reduced_motion="reduce")
    make_table(page, "en", ROUND["en"], players=4, bots=3)
    start(page, "en")
    answer(page, asked(page))
    page.locator(".reveal").wait_for()
    assert page.locator(".reveal .turning").first.evaluate("(one) => one.getAnimations().length") == 0
    seen = (
        "window.flown = 0; new MutationObserver(() => document.querySelector('.taken-row') && window.flown++)"
    )
    page.evaluate(f"() => {{ {seen}.observe(document.body, {{ childList: true, subtree: true }}) }}")
    take_a_row(page)
    asked(page)
    assert page.evaluate("window.flown") == 0


def test_skipping_ends_the_show(visit: Any, server: Any) -> None:
    page = visit(server.url, speed="slow")
    make_table(page, "en", ROUND["en"], players=4, bots=3)
    start(page, "en")
    answer(page, asked(page))
    page.locator(".reveal").wait_for()
    page.get_by_role("button", name=words("en")["table.skip"]).click()
    page.locator(".reveal").wait_for(state="detached", timeout=2000)
    assert page.locator(".taken-row").count() == 0


def test_two_people_in_two_browsers_and_a_choice_that_is_changed(visit: Any, server: Any) -> None:
    ana = visit(server.url, "en", name="Ana")
    make_table(ana, "en", ROUND["en"], players=3, bots=1)
    rui = visit(ana.url, "pt", name="Rui")
    sit(rui, "pt")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    dealt(rui)
    ana.locator(".hand button").nth(0).click()
    ana.locator(".hand .chosen").wait_for()
    ana.locator(".hand button").nth(4).click()
    ana.locator(".hand li:nth-child(5) .chosen").wait_for()
    for _ in range(400):
        people = [(page, str(page.evaluate(ASKED))) for page in (ana, rui)]
        if all(what == "over" for _, what in people):
            return
        for page, what in people:
            if what not in ("wait", "over"):
                answer(page, what)
        ana.wait_for_timeout(40)
    raise AssertionError("the game does not end")


def test_a_reload_in_the_middle_loses_nothing(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", ROUND["en"], players=3, bots=2)
    start(page, "en")
    for _ in range(4):
        answer(page, asked(page))
    assert asked(page)
    before = page.locator(".hand").inner_text()
    page.reload()
    assert asked(page)
    assert page.locator(".hand").inner_text() == before
    assert play_on(page)


def test_a_server_killed_in_the_middle_comes_back_and_no_click_is_lost(visit: Any, own_server: Any) -> None:
    page = visit(own_server.url)
    make_table(page, "en", ROUND["en"], players=3, bots=2)
    start(page, "en")
    for _ in range(3):
        answer(page, asked(page))
    what = asked(page)
    own_server.kill()
    answer(page, what)
    page.get_by_text(words("en")["table.lost"]).wait_for()
    own_server.start()
    assert play_on(page)


def test_a_whole_game_by_keyboard_alone(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", ROUND["en"], players=2, bots=1)
    start(page, "en")
    wanted = {"choose": ".hand button[aria-disabled=false]", "row": ".rows .act"}
    assert play_by_keyboard(page, ASKED, wanted, 40) == "over"


def test_the_big_screen_shows_the_table_without_hands(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    screen = visit(f"{page.url}?tv", size="wide")
    screen.locator(".rows li").nth(3).wait_for()
    assert screen.locator(".hand").count() == 0


def test_a_click_is_answered_within_a_tenth_of_a_second(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", ROUND["en"], players=2, bots=0)
    other = visit(page.url)
    sit(other, "en")
    page.locator("li", has_text="Guest").nth(1).wait_for()
    start(page, "en")
    dealt(page)
    took = page.evaluate(
        """() => new Promise((done) => {
          const card = document.querySelector('.hand button'), from = performance.now();
          const chosen = () => card.classList.contains('chosen');
          const seen = () => chosen() ? done(performance.now() - from) : requestAnimationFrame(seen);
          card.click();
          requestAnimationFrame(seen);
        })"""
    )
    assert took < 100


def test_options_that_do_not_go_together_are_refused_in_the_dialog(visit: Any, server: Any) -> None:
    page = visit(server.url, "en")
    said = words("en")
    choice(page, "en").get_by_role("button", name=said["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(said["make.each"]).click()
    dialog.get_by_label("Bull heads that end the game", exact=True).fill("30")
    dialog.get_by_label("Number of rounds", exact=True).fill("2")
    dialog.get_by_role("button", name=said["make.do"]).click()
    assert "P10" in dialog.get_by_role("alert").inner_text()
    dialog.get_by_label("Number of rounds", exact=True).fill("")
    dialog.get_by_role("button", name=said["make.do"]).click()
    page.wait_for_url("**/table/*")
