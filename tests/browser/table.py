"""A person at the page: the room, and the table of Pega em 6!."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAME = ROOT / "src/ludoteca/games/pega_em_6"


def words(language: str) -> dict[str, str]:
    """All words of the page and of Pega em 6! in one language."""
    folders = (ROOT / "web/src/words", GAME / "words", GAME / "web/words")
    found: dict[str, str] = {}
    for folder in folders:
        found |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def make_table(page: Any, language: str, options: str, players: int, bots: int) -> None:
    """Make a table through the dialog of the room."""
    said = words(language)
    page.get_by_role("button", name=said["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").first.select_option(label=options)
    dialog.get_by_label(said["room.players"]).select_option(str(players))
    dialog.get_by_label(said["make.bots"]).select_option(str(bots))
    dialog.get_by_role("button", name=said["make.do"]).click()
    page.wait_for_url("**/table/*")


def start(page: Any, language: str) -> None:
    page.get_by_role("button", name=words(language)["gather.start"]).click()
    page.locator(".pega").wait_for()


# What the table asks of its person at this moment.
ASKED = """() => {
  const seen = (chosen) => [...document.querySelectorAll(chosen)].some((one) => one.checkVisibility());
  if (seen('dialog[open] .won')) return 'over';
  if (seen('dialog[open] button[autofocus], dialog[open] .button.main')) return 'round';
  if (seen('.decide .wide')) return 'place';
  if (seen('.rows .act')) return 'row';
  if (seen('.decide .swaps')) return 'exchange';
  if (seen('.pool button[aria-disabled=false]')) return 'pick';
  if (seen('.turn.mine') && seen('.hand button[aria-disabled=false]')) return 'choose';
  return 'wait';
}"""

ANSWERS = {
    "round": "dialog[open] .button.main",
    "place": ".decide .wide",
    "row": ".rows .act",
    "exchange": ".decide .question .button.main",
    "pick": ".pool button[aria-disabled=false]",
    "choose": ".hand button[aria-disabled=false]",
}


def asked(page: Any) -> str:
    """Wait until something is asked, and say what."""
    return str(
        page.wait_for_function(f"() => {{ const a = ({ASKED})(); return a !== 'wait' && a }}").json_value()
    )


def answer(page: Any, what: str) -> None:
    page.locator(ANSWERS[what]).first.click()


def play_on(page: Any, most: int = 400) -> int:
    """Answer with the first thing allowed until the game is over; how many answers it took."""
    for count in range(most):
        what = asked(page)
        if what == "over":
            return count
        answer(page, what)
    raise AssertionError("the game does not end")
