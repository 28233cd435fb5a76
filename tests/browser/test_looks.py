"""What every page promises: no sideways scrolling, nothing for axe to complain about, a small first load."""

from pathlib import Path
from typing import Any

import pytest

from browser import clever, dominoes
from browser.conftest import SIZES
from browser.table import answer, asked, choice, dealt, make_table, start, use_tool, words

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def room_stops(page: Any, server: Any, language: str) -> Any:
    """Walk through the pages around a game, and stop at each."""
    said = words(language)
    page.locator("article").nth(3).wait_for()
    yield "room"
    page.get_by_role("button", name=said["settings"]).click()
    yield "settings"
    page.keyboard.press("Escape")
    choice(page, language).get_by_role("button", name=said["room.table"]).click()
    page.get_by_label(said["make.bots"]).select_option("1")
    yield "new table"
    page.keyboard.press("Escape")
    make_table(page, language, said["option.variant.basic"].capitalize(), players=10, bots=9)
    page.locator(".lobby").wait_for()
    yield "gathering"
    start(page, language)
    dealt(page)
    use_tool(page, language, "table.share")
    page.get_by_role("button", name=said["device.move"]).click()
    page.locator(".code").wait_for()
    yield "inviting, and a code for another device"
    page.keyboard.press("Escape")
    use_tool(page, language, "leave.title")
    yield "leaving"
    page.get_by_role("button", name=said["agree.end"]).click()
    page.get_by_role("link", name=said["finished.replay"]).wait_for()
    yield "results"
    yield from finished_stops(page, server, said)
    page.goto(f"{server.url}rules/pega-em-6#P7")
    page.locator("#P7").wait_for()
    yield "rules"


def finished_stops(page: Any, server: Any, said: dict[str, str]) -> Any:
    page.get_by_role("link", name=said["finished.replay"]).click()
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.goto(page.url.replace("replay", "review"))
    page.locator("figure").wait_for(timeout=60_000)
    yield "review"
    page.goto(page.url.replace("review", "fair"))
    page.locator(".checks").nth(1).wait_for()
    yield "fairness"
    page.goto(f"{server.url}finished")
    page.locator("main li").wait_for()
    yield "finished games"


def pega_stops(page: Any, server: Any, language: str) -> Any:
    """Ten seats, and the cards that were seen."""
    said = words(language)
    make_table(page, language, said["option.variant.basic"].capitalize(), players=10, bots=9)
    start(page, language)
    dealt(page)
    yield "table"
    page.get_by_role("button", name=said["page.seen"]).click()
    yield "seen cards"


def dobro_stops(page: Any, server: Any, language: str) -> Any:
    """A full table of Dobro with everything on it."""
    said = words(language, "dobro")
    parts = ("edition.en", "long.true", "draw.manual")
    options = ", ".join(said[f"option.{part}"] for part in parts)
    make_table(page, language, options[0].upper() + options[1:], players=6, bots=5, game="dobro")
    start(page, language)
    while (what := asked(page)) != "draw":
        if what == "name":
            yield "naming a wild"
        answer(page, what)
    yield "refill"
    answer(page, "draw")
    assert asked(page)
    yield "turn"
    page.get_by_role("button", name=said["page.seen.open"]).click()
    yield "cards and points"


WALKS = {
    "around a game": room_stops,
    "pega-em-6": pega_stops,
    "dobro": dobro_stops,
    dominoes.GAME: dominoes.stops,
    clever.GAME: clever.stops,
}
# Every size, language and theme; a walk takes time, so most looks are for the long tests.
LOOKS = [
    ("phone", "pt", "light"),
    ("wide", "en", "dark"),
    ("phone", "en", "dark"),
    ("tablet", "pt", "light"),
]
SHORT = [*(("phone", "pt", "light", walk) for walk in WALKS), ("wide", "en", "dark", dominoes.GAME)]
CASES = [
    pytest.param(*look, walk, marks=[] if (*look, walk) in SHORT else pytest.mark.long)
    for look in LOOKS
    for walk in WALKS
]


@pytest.mark.parametrize(("size", "language", "theme", "walk"), CASES)
def test_every_page_can_be_seen_read_and_touched(
    visit: Any, server: Any, size: str, language: str, theme: str, walk: str
) -> None:
    page = visit(server.url, language, size, theme, name="Maria Aparecida da Conce")
    for stop in WALKS[walk](page, server, language):
        no_word_is_missing(page, stop)
        nothing_scrolls_sideways(page, stop)
        targets_are_large_enough(page, stop)
        axe_finds_nothing_serious(page, stop)
        long_names_can_be_read(page, stop)


def no_word_is_missing(page: Any, stop: str) -> None:
    """Words may be on their way when a page opens, not longer."""
    keys = sorted({key.split(".")[0] for key in words("en")} | {"action", "level", "value"})
    bare = rf"/\b({'|'.join(keys)})\.[a-z_]\S*|\{{\w+/"
    try:
        page.wait_for_function(f"() => !document.body.innerText.match({bare})", timeout=4000)
    except Exception:
        raise AssertionError((stop, page.evaluate(f"document.body.innerText.match({bare})"))) from None


def nothing_scrolls_sideways(page: Any, stop: str) -> None:
    """On a screen of any size."""
    before = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        extra = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert extra <= 0, f"{stop} is {extra} pixels too wide on a {size}"
    page.set_viewport_size(before)


# The squares of a board may be smaller: it can be looked at more closely, and a list holds the same.
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input:not([type=radio])')]
  .filter((one) => one.checkVisibility() && !one.closest('p, [role=grid], .rule'))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
  .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([, html]) => html)"""


def targets_are_large_enough(page: Any, stop: str) -> None:
    """What grows while it comes to the table has a moment for it."""
    try:
        page.wait_for_function(f"() => ({SMALL})().length === 0", timeout=3000)
    except Exception:
        raise AssertionError((stop, page.evaluate(SMALL))) from None


NAMES = """() => [...document.querySelectorAll('.players .box')].map((box) => {
  const name = box.querySelector('.name [title]');
  const spoken = box.getAttribute('aria-label') ?? box.querySelector('.visually-hidden').textContent;
  const lines = Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight));
  const cut = name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1;
  return { name: name.title, lines, cut, told: spoken.startsWith(name.title) };
})"""


def long_names_can_be_read(page: Any, stop: str) -> None:
    """A name that is cut was given two lines before, and is told in full to mouse and ear."""
    for seat in page.evaluate(NAMES):
        assert seat["told"], (stop, seat)
        assert not seat["cut"] or seat["lines"] == 2, (stop, seat)


def axe_finds_nothing_serious(page: Any, stop: str) -> None:
    assert AXE.exists(), "axe-core is not installed (npm ci in web/)"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    bad = [one for one in report["violations"] if one["impact"] in ("serious", "critical")]
    assert not [(stop, one["id"], one["nodes"][0]["html"][:160]) for one in bad]


# Words that are broken by letters: a letter lies lower than the one before it.
BROKEN = r"""(all) => all.filter((one) => {
  const text = [...one.childNodes].find((part) => part.nodeType === 3 && part.data.trim());
  if (!text) return false;
  const top = (at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().top;
  };
  const inWord = (at) => at && /^\S\S$/.test(text.data.slice(at - 1, at + 1));
  return [...text.data].some((letter, at) => inWord(at) && top(at) > top(at - 1) + 4);
}).map((one) => one.innerText)"""


def no_title_of_a_column_is_broken(page: Any, stop: str) -> None:
    """Nor a short name in a row of a result."""
    titles = page.locator("thead th, .who > span:not(.visually-hidden)")
    assert titles.evaluate_all(BROKEN) == [], stop
