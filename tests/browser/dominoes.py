"""A person at the table of Double Double Dominoes."""

import re
from collections.abc import Iterator
from typing import Any

from browser import table
from browser.table import make_table, start, words

GAME = "double-double-dominoes"
SHORT = {"en": "To 20 points", "pt": "Até 20 pontos"}

# What the table asks of its person at this moment.
ASKED = """() => {
  const seen = (chosen) => [...document.querySelectorAll(chosen)].some((one) => one.checkVisibility());
  if (seen('dialog[open] .result')) return 'over';
  if (!seen('.turn.asked')) return 'wait';
  if (seen('.decide .do')) return 'do';
  if (seen('.grid .target')) return 'place';
  return seen('.hand button[aria-disabled=false]') ? 'pick' : 'wait';
}"""

# A tile that fits somewhere, or any tile if one has to be discarded.
FITTING = ".hand button[aria-disabled=false]:not(:has(.none))"


def sit_down(page: Any, language: str, options: str | None = None, players: int = 4, bots: int = 3) -> None:
    """A table with bots that do not think long."""
    make_table(page, language, options, players, bots, game=GAME, bot="points" if bots else None)


def asked(page: Any) -> str:
    """Wait until something is asked, and say what."""
    return table.wait_until_asked(page, ASKED)


def touch_a_place(page: Any) -> None:
    """Touch the place with the most points."""
    squares = page.locator(".grid .target")
    most = max(
        range(squares.count()), key=lambda place: points_in(squares.nth(place).get_attribute("aria-label"))
    )
    squares.nth(most).click()


def points_in(spoken: str) -> int:
    """The points that a name speaks of."""
    found = re.search(r"(\d+) (?:points|pontos)", spoken)
    return int(found[1]) if found else len(re.findall(r"one point|um ponto", spoken))


def answer(page: Any, what: str) -> None:
    if what == "pick":
        page.locator(FITTING).first.click()
    elif what == "place":
        touch_a_place(page)
    elif what == "do":
        page.locator(".decide .do").click()


def play_on(page: Any) -> int:
    return table.play_on(page, 600, asked, answer)


def exactly(number: int) -> re.Pattern[str]:
    return re.compile(rf"^\s*{number}\s*$")


def own_score(page: Any) -> int:
    return int(page.locator(".players .you .score").inner_text())


def laid(page: Any) -> int:
    return int(page.locator("svg .laid").count())


def own_turn(page: Any) -> None:
    """Play on until a tile is held over the board."""
    for _ in range(20):
        what = asked(page)
        if what == "do" and page.locator(".decide .rotate").count():
            return
        answer(page, what)
    raise AssertionError("no tile could be laid")


def stops(page: Any, server: Any, language: str) -> Iterator[str]:
    """A full table: somebody's turn, a tile held over the board, one that does not fit, the list."""
    said = words(language, GAME)
    sit_down(page, language, SHORT[language], players=6, bots=5)
    start(page, language)
    page.locator(".grid button").first.wait_for()
    yield "start"
    own_turn(page)
    yield "a tile held over the board"
    page.get_by_role("button", name=said["page.list"], exact=True).click()
    yield "list"
    page.locator(".places button").first.click()
    page.locator(".grid [data-square='0']").click()
    page.get_by_role("alert").wait_for()
    yield "refused"
