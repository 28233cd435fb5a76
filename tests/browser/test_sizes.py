"""On every screen, from a phone to a television, all that a move needs is in sight."""

from pathlib import Path
from typing import Any

import pytest

from browser import clever, dominoes, table
from browser.finished_game import bring_in, game_like
from browser.table import PEGA, POLLING, answer, asked, choice, make_table, start, words
from ludoteca.core.words import LANGUAGES

SCREENS = {
    "phone": (390, 844),
    "phone across": (844, 390),
    "small phone across": (740, 360),
    "tablet across": (1180, 820),
    "small laptop": (1366, 650),
    "laptop": (1440, 900),
    "desktop": (1920, 1080),
}
PHONES = {"phone": (390, 844), "small phone": (360, 740), "below a browser's bars": (390, 740)}
TELEVISION = (1920, 1080)
SAID = words("en")
ADVICE, BEST = "section[popover]", "section[popover] li:first-child .candidate"

# What is not wholly on the screen, or lies under something else: anything that reaches below the fold.
UNSEEN = """(wanted) => wanted.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  if (!found.length) return [`${selector} is not there`];
  return found.flatMap((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1)
      return [`${selector}: ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${innerHeight}`];
    const top = document.elementFromPoint(x, y);
    const seen = top && (one.contains(top) || top.contains(one));
    return seen ? [] : [`${selector} is covered by ${top?.className}`];
  });
})"""

# Names of one word that are broken in two.
BROKEN_NAMES = """() => [...document.querySelectorAll('.players .name [title]')].filter((name) => {
  const letters = document.createRange();
  letters.selectNodeContents(name);
  const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > 1 && !name.title.includes(' ');
}).map((name) => name.title)"""

# Two frames have been painted since the change, and nothing moves that will come to an end.
AT_REST = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  return document.getAnimations().every((one) => one.playState !== 'running' || !ends(one));
}"""

CLIPPED = """() => [...document.querySelectorAll('[data-may-be-covered]')]
  .filter((board) => board.scrollWidth > board.clientWidth).map((board) => board.className)"""

NEEDS = {
    PEGA: ["div.turn", ".rows > li", ".hand button"],
    "dobro": ["div.turn", ".value", ".hand button", ".take"],
    dominoes.GAME: ["div.turn", ".felt .window", ".hand button", ".decide .do"],
    clever.GAME: ["div.turn", ".dice button", ".actions .button"],
}


def everything_is_in_sight(
    page: Any, wanted: list[str], screens: dict[str, tuple[int, int]] = SCREENS
) -> None:
    for name, (width, height) in screens.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(AT_REST, polling=POLLING)  # cards glide to their new size
        assert not (unseen := page.evaluate(UNSEEN, wanted)), (name, unseen)
        assert not (broken := page.evaluate(BROKEN_NAMES)), (name, broken)
        assert page.evaluate(CLIPPED) == [], name


def sit_down(visit: Any, server: Any, game: str, seats: int, options: str | None = None, **likes: Any) -> Any:
    page = visit(server.url, size="wide", name="Maria Aparecida", **likes)
    make_table(page, "en", options, players=seats, bots=seats - 1, game=game)
    start(page, "en")
    return page


def open_hints(page: Any) -> None:
    page.get_by_role("button", name=SAID["hint.ask"]).click()
    page.locator(ADVICE).wait_for(timeout=60_000)


@pytest.mark.parametrize("seats", [4, 10])
def test_rows_and_hand_of_pega_em_6(visit: Any, server: Any, seats: int) -> None:
    page = sit_down(visit, server, PEGA, seats, "Basic")
    asked(page)
    everything_is_in_sight(page, NEEDS[PEGA])
    open_hints(page)
    everything_is_in_sight(page, [".hand button", "div.turn", ADVICE, BEST])


def test_the_row_to_take_in_pega_em_6(visit: Any, server: Any) -> None:
    page = sit_down(visit, server, PEGA, 4, "Basic")
    while (what := asked(page)) != "row":
        answer(page, what)
    everything_is_in_sight(page, [*NEEDS[PEGA], ".rows .act"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_practice_game_of_pega_em_6_on_a_phone(visit: Any, server: Any, language: str) -> None:
    """Hint, reasons and take-back stand beside the longest sentence, and push no card off the screen."""
    page = visit(server.url, language=language)
    said = words(language)
    choice(page, language).get_by_role("button", name=said["practice.do"], exact=True).click()
    page.wait_for_url("**/table/*")
    while (what := asked(page)) != "row":
        answer(page, what)
    for ask in ("hint.ask", "practice.ask", "table.take_back"):
        page.get_by_role("button", name=said[ask]).wait_for()
    everything_is_in_sight(page, [*NEEDS[PEGA], "div.turn button", ".rows .act"], PHONES)


def test_special_cards_of_pega_em_6(visit: Any, server: Any) -> None:
    page = sit_down(visit, server, PEGA, 4, "Anniversary")
    asked(page)
    everything_is_in_sight(page, [*NEEDS[PEGA], ".own ul:not(.hand) button"])
    while (what := asked(page)) not in ("place", "row"):
        answer(page, what)
    everything_is_in_sight(page, ["div.turn", ".rows > li", ".ask"])


def test_hand_and_numbers_of_dobro(visit: Any, server: Any) -> None:
    page = sit_down(visit, server, "dobro", 4)
    while asked(page) == "wait" or not page.locator(".hand [aria-expanded]").count():
        answer(page, asked(page))
    everything_is_in_sight(page, NEEDS["dobro"])
    page.locator(".hand [aria-expanded]").first.click()
    everything_is_in_sight(page, ["div.turn", ".value", ".hand button", ".naming button"])
    open_hints(page)
    everything_is_in_sight(page, [".hand button", ".naming button", ADVICE, BEST])


def test_board_and_tiles_of_dominoes(visit: Any, server: Any) -> None:
    page = sit_down(visit, server, dominoes.GAME, 4)
    dominoes.own_turn(page)
    everything_is_in_sight(page, NEEDS[dominoes.GAME])
    open_hints(page)
    everything_is_in_sight(page, [".hand button", ".decide .do", ADVICE, BEST])


def test_dice_and_sheet_of_doppelt_so_clever(visit: Any, server: Any) -> None:
    page = sit_down(visit, server, clever.GAME, 4)
    while clever.asked(page) != "die":
        clever.answer(page, clever.asked(page))
    everything_is_in_sight(page, NEEDS[clever.GAME])
    large = {name: size for name, size in SCREENS.items() if size[1] > 800 and size[0] > 800}
    everything_is_in_sight(page, [".own .area", ".own .total"], large)
    open_hints(page)
    everything_is_in_sight(page, [*NEEDS[clever.GAME], ADVICE, BEST])
    everything_is_in_sight(page, [".own .area"], {"laptop": (1440, 900), "desktop": (1920, 1080)})


TELEVISED = {
    PEGA: [".players .box", ".rows > li"],
    "dobro": [".players .box", ".value", ".climb"],
    dominoes.GAME: [".players .box", ".felt"],
    clever.GAME: [".players .box", ".dice", ".holder"],
}


@pytest.mark.parametrize(("game", "seats"), [*((game, 4) for game in TELEVISED), (clever.GAME, 3)])
def test_a_television_shows_the_whole_table_and_no_button(
    visit: Any, server: Any, game: str, seats: int
) -> None:
    page = sit_down(visit, server, game, seats, "Basic" if game == PEGA else None)
    {PEGA: table, "dobro": table, dominoes.GAME: dominoes, clever.GAME: clever}[game].asked(page)
    page.goto(f"{page.url}?tv")
    page.locator(TELEVISED[game][-1]).first.wait_for()
    everything_is_in_sight(page, TELEVISED[game], {"television": TELEVISION})
    pressable = "main button:not([tabindex='-1'], [role=gridcell]), main a"
    assert page.locator(pressable).evaluate_all("(all) => all.map((one) => one.outerHTML.slice(0, 90))") == []
    names = page.locator(".players .name").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(names) >= 20


WATCHED = """
  window.asked = [];
  navigator.wakeLock.request = async (kind) => { window.asked.push(kind); return { release() {} } };
  Element.prototype.requestFullscreen = async () => { window.asked.push('fullscreen') };
"""


def test_a_television_invites_from_afar_stays_awake_and_fills_its_screen(visit: Any, server: Any) -> None:
    page = visit(server.url, name="Ana")
    make_table(page, "en", "Basic", players=4, bots=1)
    screen = visit(None, size="wide")
    screen.add_init_script(WATCHED)
    screen.goto(f"{page.url}?tv")
    code = screen.get_by_role("img", name=SAID["lobby.qr"])
    code.wait_for()
    assert code.bounding_box()["height"] > 0.5 * 900
    assert (
        screen.locator("li b", has_text="Ana").evaluate("(b) => parseFloat(getComputedStyle(b).fontSize)")
        > 36
    )
    everything_is_in_sight(
        screen, ["h1", "img", "main li", ".address"], {"tv": TELEVISION, "small": (1280, 720)}
    )
    assert screen.locator("button, a").count() == 0
    screen.mouse.click(50, 50)
    screen.wait_for_function("() => window.asked.includes('screen') && window.asked.includes('fullscreen')")


ACROSS = {name: size for name, size in SCREENS.items() if "phone across" in name}
REPLAYED = {
    PEGA: [".rows > li", ".step", ".controls button"],
    "dobro": [".value", ".step", ".controls button"],
    dominoes.GAME: [".felt .window", ".step", ".controls button"],
}


@pytest.mark.parametrize("game", REPLAYED)
def test_a_finished_game_and_its_replay_on_a_phone_held_across(
    visit: Any, server: Any, tmp_path: Path, game: str
) -> None:
    """The verdict and its button lie under nothing, and the controls of the replay beside the board."""
    page = visit(f"{server.url}finished", size="wide")
    options = {"rounds": 1} if game == PEGA else {}
    bring_in(page, server.url, game_like(game, 4, options, lambda _: True), tmp_path)
    page.keyboard.press("Escape")
    everything_is_in_sight(page, ["div.turn .button"], ACROSS)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_role("slider").wait_for()
    everything_is_in_sight(page, REPLAYED[game], ACROSS)
