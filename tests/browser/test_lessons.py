"""Every lesson is finished at the real table, by keyboard alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from browser.table import POLLING, asked, choice, focus_by_keyboard, play_now, play_on, words
from browser.test_looks import axe_finds_nothing_serious, no_word_is_missing, nothing_scrolls_sideways

PEGA, DOBRO, DOMINOES, CLEVER = "pega-em-6", "dobro", "double-double-dominoes", "doppelt-so-clever"


def hand(place: int) -> str:
    return f".hand li:nth-child({place}) button"


def tile(place: int) -> list[str]:
    """Pick a tile, hold it over the best place, lay it."""
    return [hand(place), ".grid .target", ".decide .do"]


def die(colour: str, cell: str = ".cell.lit") -> list[str]:
    return [f'.dice [data-die="{colour}"]', cell]


def row(number: int) -> str:
    return f".rows > li:nth-child({number}) .act"


# What has to get the focus and then Enter, task by task.
TASKS = {
    (PEGA, "basics"): [[hand(1)], [hand(1)], [hand(2)], [hand(1)], [row(4)]],
    (PEGA, "special-cards"): [
        [".ask li:nth-child(1) button"],
        [".ask li:nth-child(1) button", row(1)],
        [".ask li:nth-child(2) button", '.place[style*="column: 3"] .pick'],
        [".decide .question .button.main"],
    ],
    (PEGA, "draft"): [[".pool li:nth-child(24) button"], [".pool li:nth-child(21) button"], [hand(6)]],
    (DOBRO, "basics"): [
        [hand(2)],
        [".pairs li:nth-child(2) button"],
        [hand(2)],
        [hand(6), ".naming .fits"],
        [".take"],
        [hand(5)],
        [hand(1)],
    ],
    (DOMINOES, "basics"): [tile(3), tile(4), tile(2), tile(4)],
    (CLEVER, "basics"): [
        die("green"),
        [".dock .roll"],
        die("yellow"),
        [".dock .roll"],
        die("pink"),
        die("blue"),
        die("silver"),
        die("blue"),
        [".cell.lit"],
        die("yellow", '[data-cell="yellow.0.1"]'),
        [".numbers button:last-child"],
    ],
}
STEP = "() => document.querySelector('.coach header .muted')?.innerText ?? 'finished'"


def press(page: Any, wanted: str) -> None:
    page.locator(wanted).first.wait_for()
    focus_by_keyboard(page, wanted, ("body", "Tab"))
    page.keyboard.press("Enter")


def next_step(page: Any, before: str) -> None:
    page.wait_for_function(f"(before) => ({STEP})() !== before", arg=before, polling=POLLING)


@pytest.mark.parametrize("language", ["de", "en", "pt"])
@pytest.mark.parametrize(("game", "lesson"), TASKS)
def test_a_lesson_is_finished_by_keyboard_alone(
    visit: Any, server: Any, game: str, lesson: str, language: str
) -> None:
    page = visit(f"{server.url}lesson/{game}/{lesson}", language)
    page.locator(".coach").wait_for()
    tasks = iter(TASKS[game, lesson])
    page.keyboard.press("Shift")  # played by keyboard from here on
    while (step := page.evaluate(STEP)) != "finished":
        for wanted in [".coach .next"] if page.locator(".coach .next").count() else next(tasks):
            press(page, wanted)
        next_step(page, step)
    assert next(tasks, None) is None
    page.wait_for_function("() => document.activeElement.matches('.end h2')", polling=POLLING)
    axe_finds_nothing_serious(page, "the end of a lesson")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_coach_answers_what_was_not_asked_for(visit: Any, server: Any, size: str) -> None:
    page = visit(f"{server.url}lesson/{PEGA}/basics", size=size)
    said = words("en")
    for step in (2, 3):  # a tap counts once the step before it has come
        page.get_by_role("button", name=said["lesson.next"]).click()
        page.get_by_text(said["lesson.step"].format(step=step, steps=11)).wait_for()
    coach = page.get_by_role("region", name=said["lesson.coach"])
    page.locator(hand(3)).click()
    coach.get_by_role("alert").wait_for()
    assert "14" in coach.get_by_role("alert").inner_text()
    assert said["lesson.step"].format(step=3, steps=11) in coach.inner_text()
    nothing_scrolls_sideways(page, "lesson")
    axe_finds_nothing_serious(page, "lesson")
    coach.get_by_role("button", name=said["lesson.show"]).click()
    coach.get_by_text(said["lesson.step"].format(step=4, steps=11)).wait_for()
    coach.get_by_role("button", name=said["lesson.back"]).click()
    coach.get_by_text(said["lesson.step"].format(step=3, steps=11)).wait_for()
    assert page.locator(hand(3)).count() == 1


def test_an_illegal_move_is_refused_with_its_rule(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/{DOBRO}/basics")
    said = words("en", DOBRO)
    page.get_by_role("button", name=said["lesson.next"]).click()
    page.locator(hand(2)).click()
    page.get_by_text(said["lesson.step"].format(step=3, steps=11)).wait_for()
    page.locator(hand(1)).click(force=True)  # it is called disabled, and says why when it is tapped
    alert = page.get_by_role("alert")
    assert alert.get_by_role("link").get_attribute("href").endswith("rules/dobro#D6")


def test_the_language_changes_in_the_middle_of_a_lesson(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}lesson/{PEGA}/basics")
    page.get_by_role("button", name=words("en")["lesson.next"]).click()
    page.get_by_role("button", name=words("en")["settings"]).click()
    page.get_by_role("dialog").get_by_label("Deutsch").check()
    page.keyboard.press("Escape")
    page.get_by_text(words("de")["lesson.step"].format(step=2, steps=11)).wait_for()
    assert "heimlich" in page.locator(".coach").inner_text()


# Guides


@pytest.mark.parametrize("language", ["de", "en", "pt"])
@pytest.mark.parametrize("game", [PEGA, DOBRO, DOMINOES, CLEVER])
def test_the_guide_shows_each_step_of_a_turn(visit: Any, server: Any, game: str, language: str) -> None:
    page = visit(f"{server.url}learn/{game}", language)
    said = words(language, game)
    steps = page.locator(".guide > li")
    steps.nth(5).wait_for()
    captions = page.locator(".guide figcaption").all_inner_texts()
    assert len(captions) == steps.count() <= 12
    told = [said[key] for key in said if key.startswith("guide.") and "|" not in said[key]]
    assert set(captions) <= {sentence.format(target=66, goal=100) for sentence in told}
    assert len(" ".join(captions).split()) < 200, "half a minute to read"
    assert all(box["height"] > 60 for box in (one.bounding_box() for one in steps.locator(".picture").all()))
    nothing_scrolls_sideways(page, "guide")
    axe_finds_nothing_serious(page, "guide")


def test_variants_have_pictures_of_their_own(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}learn/{PEGA}")
    said = words("en")
    variant = page.get_by_label(said["learn.variant"])
    variant.select_option(label=said["option.variant.anniversary"].capitalize())
    page.get_by_text(said["page.special.block"]).wait_for()
    variant.select_option(label=said["option.variant.professional"].capitalize())
    page.get_by_text(said["guide.draft"]).wait_for()


@pytest.mark.slow_motion
@pytest.mark.parametrize(("language", "size", "theme"), [("pt", "phone", "light"), ("de", "wide", "dark")])
def test_a_newcomer_goes_from_the_room_through_a_first_game_to_its_review(
    visit: Any, server: Any, language: str, size: str, theme: str
) -> None:
    """Guide, lesson, a game against beginners, whose guide does not open a second time, and the review."""
    page = visit(server.url, language, size, theme, learned=[])
    opened = list[str]()
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    for screen in newcomers_path(page, words(language, DOBRO), language):
        no_word_is_missing(page, screen)
        nothing_scrolls_sideways(page, screen)
        axe_finds_nothing_serious(page, screen)
    assert any("/review/" in url for url in opened)
    assert not any("/rules/" in url for url in opened), "nobody has to read the full rules"


def newcomers_path(page: Any, said: dict[str, str], language: str) -> Iterator[str]:
    """Stop at each screen on the way."""
    choice(page, language, DOBRO).get_by_role("link", name=said["room.rules"]).click()
    page.locator(".guide > li").first.wait_for()
    yield "the guide"
    page.locator(".lesson").first.click()
    page.locator(".coach").wait_for()
    while (step := page.evaluate(STEP)) != "finished":
        yield f"the lesson, {step}"
        page.locator(".coach .buttons button").last.click()
        next_step(page, step)
    page.get_by_role("button", name=said["lesson.first_game"]).click()
    page.wait_for_url("**/table/*")
    page.locator(".hand button").first.wait_for()
    assert page.get_by_role("dialog").count() == 0
    asked(page)
    yield "the first game"
    play_on(page)
    result = page.get_by_role("dialog")
    result.locator(".part").first.wait_for()
    yield "its result"
    result.get_by_role("link", name=said["review.title"]).click()
    page.get_by_role("img", name=said["review.chart.victory"]).wait_for(timeout=240_000)
    yield "its review"


def test_a_first_game_opens_the_guide_once_and_a_tap_opens_it_again(visit: Any, server: Any) -> None:
    page = visit(server.url, learned=[], size="wide")
    said = words("en", DOBRO)
    play_now(page, "en", DOBRO)
    dialog = page.get_by_role("dialog", name=said["table.guide"])
    dialog.locator(".guide > li").first.wait_for()
    axe_finds_nothing_serious(page, "guide at a table")
    dialog.get_by_role("button", name=said["learn.close"]).click()
    page.reload()
    page.locator(".hand button").first.wait_for()
    assert dialog.count() == 0
    page.get_by_role("button", name=said["table.guide"]).click()
    assert dialog.get_by_role("link", name=said["learn.rules"]).get_attribute("href").endswith("rules/dobro")
