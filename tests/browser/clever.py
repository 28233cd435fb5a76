"""A person at the table of Doppelt so clever: whatever is asked, answer with the first thing allowed."""

from collections.abc import Iterator
from typing import Any

from browser import table
from browser.table import make_table, start

GAME = "doppelt-so-clever"

# What the table asks of its person at this moment: a number, a cell, a `?`, a die, or a button.
ASKED = """() => {
  const seen = (chosen) => [...document.querySelectorAll(chosen)].some((one) => one.checkVisibility());
  if (seen('dialog[open] .result')) return 'over';
  if (!seen('.turn.asked')) return 'wait';
  if (seen('.numbers button')) return 'number';
  if (seen('.cell.lit')) return 'cell';
  if (seen('.questions button')) return 'question';
  if (seen('.dock .roll')) return 'roll';
  if (seen('.actions .back')) return 'back';
  if (seen('.dice .can')) return 'die';
  if (seen('.actions .button')) return 'end';
  return 'wait';
}"""

ANSWERS = {
    "number": ".numbers button",
    "cell": ".cell.lit",
    "question": ".questions button",
    "roll": ".dock .roll",
    "back": ".actions .back",
    "die": ".dice .can",
    "end": ".actions .button:not([aria-disabled=true])",
}


def asked(page: Any) -> str:
    """Wait until something is asked, and say what."""
    return table.wait_until_asked(page, ASKED)


def answer(page: Any, what: str) -> None:
    page.locator(ANSWERS[what]).last.click()


def play_on(page: Any) -> int:
    return table.play_on(page, 600, asked, answer)


def stops(page: Any, server: Any, language: str) -> Iterator[str]:
    """Walk through a game with all four seats, and stop where the table looks different."""
    page.locator("article").first.wait_for()
    make_table(page, language, None, players=4, bots=3, game=GAME)
    start(page, language)
    page.locator(".dice button").nth(5).wait_for()
    yield "clever: first roll or first tray"
    for count in range(8):
        what = asked(page)
        if count in (2, 7):
            yield f"clever: {what} after {count} answers"
        answer(page, what)
    asked(page)
    page.goto(f"{page.url}?tv")
    page.locator(".holder.small").nth(3).wait_for()
    yield "clever: the big screen"
