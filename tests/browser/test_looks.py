"""What every page promises: no sideways scrolling, nothing for axe to complain about, a small first load."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from browser import clever, dominoes
from browser.table import answer, asked, choice, dealt, make_table, start, words

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def stops(page: Any, server: Any, language: str) -> Any:
    """Walk through the pages, and stop at each."""
    said = words(language)
    page.locator("article").first.wait_for()
    yield "room"
    page.get_by_role("button", name=said["settings"]).click()
    yield "settings"
    page.keyboard.press("Escape")
    choice(page, language).get_by_role("button", name=said["room.table"]).click()
    yield "new table"
    page.keyboard.press("Escape")
    basic = said["option.variant.basic"].capitalize()
    make_table(page, language, basic, players=10, bots=9)
    page.locator(".gather").wait_for()
    yield "gathering"
    start(page, language)
    dealt(page)
    yield "table"
    page.get_by_role("button", name=said["page.seen"]).click()
    yield "seen cards"
    page.goto(f"{server.url}rules/pega-em-6#P7")
    page.locator("#P7").wait_for()
    yield "rules"


def dobro_stops(page: Any, server: Any, language: str) -> Any:
    """A full table of Dobro with everything on it."""
    said = words(language, "dobro")
    parts = ("edition.en", "long.true", "draw.manual")
    options = ", ".join(said[f"option.{part}"] for part in parts)
    make_table(page, language, options[0].upper() + options[1:], players=6, bots=5, game="dobro")
    start(page, language)
    answer(page, asked(page))
    if asked(page) == "name":
        yield "naming a wild"
        answer(page, "name")
    page.locator(".decide .draw").wait_for()
    yield "refill"
    answer(page, "draw")
    assert asked(page)
    yield "turn"
    page.get_by_role("button", name=said["page.seen.open"]).click()
    yield "cards and points"


WALKS = {
    "pega-em-6": stops,
    "dobro": dobro_stops,
    dominoes.GAME: dominoes.stops,
    clever.GAME: clever.stops,
}
every_game = pytest.mark.parametrize("game", WALKS)


@every_game
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("size", ["phone", "tablet", "wide"])
def test_nothing_scrolls_sideways(visit: Any, server: Any, size: str, language: str, game: str) -> None:
    page = visit(server.url, language, size, name="Maria Aparecida da Conce")
    for stop in WALKS[game](page, server, language):
        extra = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert extra <= 0, f"{stop} is {extra} pixels too wide"


@every_game
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Any, server: Any, theme: str, game: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm ci in web/)")
    page = visit(server.url, "en", theme=theme)
    found = []
    for stop in WALKS[game](page, server, "en"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        report = page.evaluate("axe.run()")
        bad = [one for one in report["violations"] if one["impact"] in ("serious", "critical")]
        found += [(stop, one["id"], one["nodes"][0]["html"][:160]) for one in bad]
    assert not found


@every_game
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_targets_are_large_enough(visit: Any, server: Any, size: str, game: str) -> None:
    page = visit(server.url, size=size)
    # The squares of a board may be smaller: it can be looked at more closely, and a list holds the same.
    small = """() => [...document.querySelectorAll('button, a[href], select, input:not([type=radio])')]
      .filter((one) => one.checkVisibility() && !one.closest('p, [role=grid]'))
      .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
      .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([, html]) => html)"""
    for stop in WALKS[game](page, server, "en"):
        if stop != "rules":
            assert page.evaluate(small) == [], stop


@every_game
@pytest.mark.parametrize("language", ["en", "pt"])
def test_no_word_is_missing(visit: Any, server: Any, language: str, game: str) -> None:
    page = visit(server.url, language)
    bare = r"/\b(page|event|phase|value|seat|table|action|option|refusal|level)\.[a-z_]\S*|\{\w+/"
    for _ in WALKS[game](page, server, language):  # words may be on their way when a page opens, not longer
        page.wait_for_function(f"() => !document.body.textContent.match({bare})", timeout=4000)


def test_the_first_load_is_small(visit: Any, server: Any) -> None:
    page = visit(None)
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: weigh(sizes, answer))
    page.goto(server.url)
    page.locator("article").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 150_000, sizes


def weigh(sizes: dict[str, int], answer: Any) -> None:
    body = answer.body()
    packed = body if answer.url.endswith(".woff2") else gzip.compress(body)
    sizes[answer.url] = len(packed)


FOLDERS = [ROOT / "web/src/words", *sorted((ROOT / "src/ludoteca/games").glob("*/web/words"))]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_the_catalogues_have_the_same_keys(folder: Path) -> None:
    english, portuguese = (
        json.loads((folder / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "pt")
    )
    assert list(english) == list(portuguese)
    for key in english:
        assert gaps(english[key]) == gaps(portuguese[key]), key


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))
