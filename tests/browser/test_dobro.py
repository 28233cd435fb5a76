"""Games of Dobro in a browser."""

import re
from typing import Any

import pytest

from browser.table import (
    ASKED,
    answer,
    asked,
    choice,
    make_table,
    play_by_keyboard,
    play_now,
    play_on,
    sit,
    start,
    words,
)
from ludoteca.core.words import LANGUAGES

GAME = "dobro"


def options(language: str, edition: str = "pt", long: bool = False, draw: str = "auto") -> str:
    """How the room names a set of options."""
    said = words(language, GAME)
    parts = [f"edition.{edition}", f"long.{str(long).lower()}", f"draw.{draw}"]
    sentence = ", ".join(said[f"option.{part}"] for part in parts)
    return sentence[0].upper() + sentence[1:]


def sit_down(page: Any, language: str, players: int, bots: int, **chosen: Any) -> None:
    make_table(page, language, options(language, **chosen), players, bots, GAME)


def two_people(visit: Any, server: Any) -> tuple[Any, Any]:
    """Ana and Rui in two browsers, with a bot."""
    ana = visit(server.url, "en", name="Ana")
    sit_down(ana, "en", players=3, bots=1)
    rui = visit(ana.url, "pt", size="wide", name="Rui")
    rui.get_by_role("button", name=words("pt")["lobby.sit"]).first.click()
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    rui.locator(".hand button").first.wait_for()
    return ana, rui


def answer_in_turn(people: tuple[Any, ...], most: int) -> int:
    """Answer for each seat that is asked, until the game is over or `most` answers were given."""
    given = 0
    for _ in range(3000):
        heard = [(page, str(page.evaluate(ASKED))) for page in people]
        if given >= most or all(what == "over" for _, what in heard):
            return given
        for page, what in heard:
            if what not in ("wait", "over"):
                answer(page, what)
                given += 1
        people[0].wait_for_timeout(30)
    raise AssertionError("the game does not go on")


def test_two_people_play_some_turns_and_a_reload_loses_nothing(visit: Any, server: Any) -> None:
    people = two_people(visit, server)
    assert answer_in_turn(people, most=8) >= 8
    while not any(page.evaluate(ASKED) != "wait" for page in people):
        people[0].wait_for_timeout(30)  # until no bot is to act
    for page in people:
        before = page.locator(".hand").inner_text(), page.locator(".players").inner_text()
        page.reload()
        page.locator(".hand button").first.wait_for()
        assert (page.locator(".hand").inner_text(), page.locator(".players").inner_text()) == before
    assert answer_in_turn(people, most=4) >= 4


@pytest.mark.long
def test_two_people_and_a_bot_play_a_whole_game(visit: Any, server: Any) -> None:
    people = two_people(visit, server)
    assert answer_in_turn(people, most=5000) > 30
    for page in people:
        assert page.locator("dialog[open] .won").count() >= 1


@pytest.mark.long
@pytest.mark.parametrize(("players", "edition", "language"), [(2, "pt", "pt"), (6, "en", "en")])
def test_a_long_game_with_manual_drawing(
    visit: Any, server: Any, players: int, edition: str, language: str
) -> None:
    page = visit(server.url, language, size="wide")
    sit_down(page, language, players, players - 1, edition=edition, long=True, draw="manual")
    start(page, language)
    assert play_on(page, most=2000) > 10
    assert page.locator("dialog[open] tbody tr").count() == players


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (6, 5)])
def test_playing_at_once_against_bots(visit: Any, server: Any, players: int, cards: int) -> None:
    page = visit(server.url)
    sit_down(page, "en", players, players - 1)
    start(page, "en")
    page.locator(".hand button").nth(cards - 1).wait_for()
    assert page.locator(".hand button").count() == cards
    assert page.locator(".players li").count() == players
    assert page.locator(".dial").count() == (players > 2)  # with two the direction never changes


def test_each_card_says_its_name_and_what_it_would_make(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en", GAME)
    page.locator(".hand button").nth(5).wait_for()
    names = page.locator(".hand button .visually-hidden").all_inner_texts()
    number = r"Card \d+\. (The value becomes \d+|Double! The value becomes \d+|Too low for \d+)\."
    special = r"Wild\. Name what it stands for\.|Skip\. The value stays.*|Reverse\. The value stays.*"
    assert len(names) == 6
    assert all(re.fullmatch(f"{number}|{special}", name) for name in names), names


def play_until(page: Any, found: Any, most: int = 150) -> Any:
    """Play until something is there on the own turn, and give it."""
    for _ in range(most):
        what = asked(page)
        if what == "over":
            break
        if what != "round" and found().count():
            return found().first
        answer(page, what)
    raise AssertionError("it never came")


def test_why_a_card_cannot_be_played_is_told_with_the_rule(visit: Any, server: Any) -> None:
    page = visit(server.url, "pt")
    sit_down(page, "pt", players=4, bots=3)
    start(page, "pt")
    low = play_until(page, lambda: page.locator(".hand button:not(.fits)", has_text="Carta"))
    before = page.locator(".hand").inner_text()
    low.click(force=True)  # greyed out, and still says why
    link = page.get_by_role("alert").get_by_role("link")
    assert link.inner_text().strip() == "Regra D6"
    assert str(link.get_attribute("href")).endswith("rules/dobro#D6")
    assert page.locator(".hand").inner_text() == before


def test_who_leads_has_nothing_to_take(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    play_until(page, lambda: page.locator(".take[aria-disabled=true]")).click(force=True)
    assert page.get_by_role("alert").get_by_role("link").inner_text().strip() == "Rule D15"


def test_a_pair_is_played_with_one_click(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=0)
    other = visit(page.url)
    other.get_by_role("button", name=words("en")["lobby.sit"]).first.click()
    page.locator("li", has_text="Guest").nth(1).wait_for()
    start(page, "en")
    for _ in range(80):
        for mine in (page, other):
            pair = mine.locator(".pairs .fits:not([aria-expanded])")
            if mine.evaluate(ASKED) in ("choose", "pair") and pair.count():
                value = re.findall(r"becomes (\d+)", pair.first.inner_text())
                pair.first.click()
                mine.locator(".big", has_text=value[0]).wait_for()
                return
        answer_in_turn((page, other), most=1)
    raise AssertionError("nobody ever held a pair")


def test_a_wild_is_named(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    wild = play_until(page, lambda: page.locator(".hand .fits[aria-expanded]"))
    wild.click()
    assert page.locator(".naming [aria-disabled]").count() == 11
    page.keyboard.press("Escape")
    assert page.locator(".naming").count() == 0
    wild.click()
    page.locator(".naming .fits").last.click()  # the hand says nothing: another may be drawn
    page.get_by_text(re.compile(r"^You play a wild as \d+")).first.wait_for(state="attached")


def test_who_ends_without_drawing_gets_the_forgetful_card(visit: Any, server: Any) -> None:
    ana = visit(server.url, "en", name="Ana")
    sit_down(ana, "en", players=2, bots=0, long=True, draw="manual")
    rui = visit(ana.url, name="Rui")
    sit(rui, "en")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    end = ana.locator(".end[aria-disabled=false]")
    for _ in range(40):
        if ana.evaluate(ASKED) != "wait" and end.count():
            break
        answer_in_turn((ana, rui), most=1)
    reminders = re.compile("draw|refill|forget", re.IGNORECASE)
    assert not reminders.search(ana.locator("div.turn").inner_text() + ana.locator(".own").inner_text())
    end.click()
    ana.locator(".players li.you .forgetful").wait_for()
    assert "Ana" in ana.locator(".middle .forgetful").inner_text()


def test_a_choice_is_confirmed_if_one_likes(visit: Any, server: Any) -> None:
    page = visit(server.url, "en", confirm=True)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    play_until(page, lambda: page.locator(".hand .fits:not([aria-expanded])")).click()
    page.locator(".hand .picked").wait_for()
    in_play = page.locator(".climb [role=img]").count()
    page.locator(".confirm").click()
    page.wait_for_function(f"() => document.querySelectorAll('.climb [role=img]').length != {in_play}")


WANTED = {
    "choose": ".hand .fits",
    "pair": ".pairs .fits",
    "name": ".naming .fits",
    "take": ".take",
    "draw": ".draw",
    "round": "dialog .button.main",
}


def test_some_turns_by_keyboard_alone(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    before = page.locator(".players").inner_text()
    play_by_keyboard(page, ASKED, WANTED, 6)
    assert page.locator(".players").inner_text() != before


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone(visit: Any, server: Any) -> None:
    page = visit(server.url)
    sit_down(page, "en", players=2, bots=1)
    start(page, "en")
    assert play_by_keyboard(page, ASKED, WANTED, 600) == "over"


def test_the_big_screen_shows_the_table_without_hands(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en", GAME)
    page.locator(".hand button").nth(5).wait_for()
    screen = visit(f"{page.url}?tv", size="wide")
    screen.locator(".players li").nth(3).wait_for()
    assert screen.locator(".hand").count() == 0
    assert screen.locator(".big").count() == 1


LABELS = """(main) => [...main.querySelectorAll('[aria-label], [title]')]
  .map((one) => one.ariaLabel + one.title).join(' ')"""


@pytest.mark.parametrize("language", ["en", "pt"])
def test_no_word_is_missing(visit: Any, server: Any, language: str) -> None:
    page = visit(server.url, language, size="wide")
    sit_down(page, language, players=3, bots=2, long=True, draw="manual")
    start(page, language)
    for _ in range(5):
        answer(page, asked(page))
    asked(page)
    page.get_by_role("button", name=words(language, GAME)["page.seen.open"]).click()
    said = page.locator("body").inner_text() + str(page.locator("main").evaluate(LABELS))
    assert not re.findall(r"\b(?:page|event|phase|value|seat|table|option)\.[a-z_.]+|\{\w+\}", said)


def test_every_option_can_be_chosen_alone(visit: Any, server: Any) -> None:
    """A long game with automatic drawing is none of the sets that the room names."""
    page = visit(server.url, "en")
    choice(page, "en", GAME).get_by_role("button", name=words("en")["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(words("en")["make.each"]).click()
    dialog.get_by_label("Long game").select_option(label="As many rounds as seats")
    dialog.get_by_role("button", name=words("en")["make.do"]).click()
    page.locator(".lobby").wait_for()
    assert page.get_by_text(options("en", long=True)).is_visible()


# The names that are wider than a card of some width, on the list of all cards.
TOO_WIDE = """(widths) => [...document.querySelectorAll('dialog[open] .kinds .name')].flatMap((name) => {
  const [card, letters] = [name.closest('.card'), document.createRange()];
  letters.selectNodeContents(name);
  card.style.setProperty('--name-display', 'block');
  return widths.flatMap((width) => {
    card.style.setProperty('--cw', `${width}px`);
    const wide = letters.getBoundingClientRect().width;
    return wide > 0.94 * width ? [`${name.textContent} is ${wide.toFixed(1)} of ${width}`] : [];
  });
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_card_fits_a_card_of_any_size(visit: Any, server: Any, language: str) -> None:
    page = visit(server.url, language)
    play_now(page, language, GAME)
    page.get_by_role("button", name=words(language, GAME)["page.seen.open"]).click()
    assert page.locator("dialog .kinds .name").count() == 3
    assert page.evaluate(TOO_WIDE, list(range(26, 90))) == []
