"""A person at the page: the room, and the tables of the games."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PEGA = "pega-em-6"
AREAS = sorted(file.parent for file in (ROOT / "web/src/words").glob("*/en.json"))


def words(language: str, game: str = PEGA) -> dict[str, str]:
    """All words of the page and of a game in one language."""
    of_game = ROOT / "src/ludoteca/games" / game.replace("-", "_")
    folders = (
        ROOT / "src/ludoteca/bots/words",
        ROOT / "web/src/words",
        *AREAS,
        of_game / "words",
        of_game / "web/words",
    )
    found: dict[str, str] = {}
    for folder in folders:
        found |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def choice(page: Any, language: str, game: str = PEGA) -> Any:
    """A game's own part of the room."""
    name = words(language, game)["name"]
    return page.locator("article", has=page.get_by_role("heading", name=name, exact=True))


def play_now(page: Any, language: str, game: str = PEGA) -> None:
    """Play at once against bots."""
    choice(page, language, game).get_by_role("button", name=words(language)["room.play"]).click()
    page.wait_for_url("**/table/*")


def make_table(
    page: Any,
    language: str,
    options: str | None,
    players: int,
    bots: int,
    game: str = PEGA,
    bot: str | None = None,
) -> None:
    """Make a table through the dialog of the room; `options` is None where there is nothing to choose."""
    said = words(language, game)
    choice(page, language, game).get_by_role("button", name=said["room.table"]).click()
    dialog = page.get_by_role("dialog")
    if options:
        dialog.locator("select").first.select_option(label=options)
    dialog.get_by_label(said["room.players"]).select_option(str(players))
    dialog.get_by_label(said["make.bots"]).select_option(str(bots))
    if bot:
        dialog.get_by_label(said["make.bot"]).select_option(bot)
    dialog.get_by_role("button", name=said["make.do"]).click()
    page.wait_for_url("**/table/*")


def start(page: Any, language: str) -> None:
    page.get_by_role("button", name=words(language)["lobby.start"]).click()
    page.locator(".table").wait_for()


# What the table asks of its person at this moment.
ASKED = """() => {
  const seen = (chosen) => [...document.querySelectorAll(chosen)].some((one) => one.checkVisibility());
  if (seen('dialog[open] .result')) return 'over';
  if (seen('dialog[open] button[autofocus], dialog[open] .button.main')) return 'round';
  if (seen('.decide .wide')) return 'place';
  if (seen('.rows .act')) return 'row';
  if (seen('.decide .swaps')) return 'exchange';
  if (seen('.pool button[aria-disabled=false]')) return 'pick';
  if (seen('.draw[aria-disabled=false]')) return 'draw';
  if (seen('.naming .fits')) return 'name';
  if (seen('.turn.asked') && seen('.hand button[aria-disabled=false]')) return 'choose';
  if (seen('.turn.asked') && seen('.pairs .fits')) return 'pair';
  if (seen('.turn.asked') && seen('.take[aria-disabled=false]')) return 'take';
  return 'wait';
}"""

ANSWERS = {
    "round": "dialog[open] .button.main",
    "place": ".decide .wide",
    "row": ".rows .act",
    "exchange": ".decide .question .button.main",
    "pick": ".pool button[aria-disabled=false]",
    "choose": ".hand button[aria-disabled=false]",
    "draw": ".draw",
    "name": ".naming .fits",
    "pair": ".pairs .fits",
    "take": ".take",
}


# By itself Playwright asks at every frame of the screen, which takes half of a test's processor time.
POLLING = 50  # milliseconds


def wait_until_asked(page: Any, question: str) -> str:
    """Wait until the script that looks at a game's table says what is asked."""
    waiting = f"() => {{ const a = ({question})(); return a !== 'wait' && a }}"
    return str(page.wait_for_function(waiting, polling=POLLING).json_value())


def asked(page: Any) -> str:
    """Wait until something is asked, and say what."""
    return wait_until_asked(page, ASKED)


def answer(page: Any, what: str) -> None:
    """Answer with the first thing allowed, unless a forced move was played meanwhile."""
    from playwright.sync_api import TimeoutError as TooLate

    try:
        page.locator(ANSWERS[what]).first.click(timeout=10_000)
    except TooLate:
        if page.evaluate(ASKED) == what:
            raise


def play_on(page: Any, most: int = 400, asked: Any = asked, answer: Any = answer) -> int:
    """Answer with what is allowed until the game is over; how many answers it took."""
    for count in range(most):
        what = asked(page)
        if what == "over":
            return count
        answer(page, what)
    raise AssertionError("the game does not end")


SHOWN = "document.querySelector('main').innerText"


def play_by_keyboard(page: Any, question: str, wanted: dict[str, str], most: int, keys: Any = None) -> str:
    """Answer by keyboard alone, so many times or until the game is over; what was asked last.

    An answer counts when the page shows that it was taken: else the same question would be answered twice.
    """
    what = "wait"
    for _ in range(most):
        what = wait_until_asked(page, question)
        if what == "over":
            break
        focus_by_keyboard(page, wanted[what], (keys or {}).get(what, ("body", "Tab")))
        before = page.evaluate(SHOWN)
        page.keyboard.press("Enter")
        page.wait_for_function(f"(before) => {SHOWN} !== before", arg=before, polling=POLLING)
    return what


def focus_by_keyboard(page: Any, wanted: str, within: tuple[str, str]) -> None:
    """Press Tab, or another key within some element, until something wanted has the focus."""
    place, key = within
    for _ in range(40):
        if page.evaluate(f"document.activeElement.matches('{wanted}')"):
            return
        inside = page.evaluate(f"!!document.activeElement.closest('{place}')")
        page.keyboard.press(key if inside else "Tab")
    raise AssertionError(f"no key leads to {wanted}")


def sit(page: Any, language: str) -> None:
    """Take the first place that is free, or a bot's."""
    page.get_by_role("button", name=words(language)["lobby.sit"]).first.click()


def dealt(page: Any, cards: int = 10) -> None:
    """Wait for a hand of so many cards."""
    page.locator(".hand button").nth(cards - 1).wait_for()


def use_tool(page: Any, language: str, tool: str) -> None:
    """A tool in the bar of a table: on a phone it lies behind "more"."""
    said = words(language)
    more = page.get_by_role("button", name=said["table.more"], exact=True)
    if more.count():
        more.click()
    page.get_by_role("button", name=said[tool]).click()
