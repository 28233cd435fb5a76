"""Sheets on which every moment of a table is seen at once: six screens, both themes, every language.

`take_pictures.py --sheets FOLDER [GAME...]`. A sheet shows a moment on all screens, each in a theme and
language of its own; the middle of a game has a sheet for each of these,
so that every screen is seen in all.
"""

import io
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from browser import clever, dominoes, table
from browser.finished_game import bring_in, game_like
from browser.table import make_table, start
from browser.test_sizes import AT_REST, TELEVISION
from ludoteca.core.words import LANGUAGES

# Width and height, and how large on the sheet.
SCREENS = {
    "phone": (360, 740, 1.0),
    "tablet": (768, 1024, 0.72),
    "phone across": (740, 360, 1.0),
    "tablet across": (1180, 820, 0.45),
    "laptop": (1440, 900, 0.57),
    "desktop": (1920, 1080, 0.43),
}
PLACES = [(0, 0), (370, 0), (933, 0), (933, 370), (0, 750), (831, 750)]
SHEET = (1675, 1264)
LOOKS = list(itertools.product(("light", "dark"), LANGUAGES))
Moments = Iterator[str]


def take_sheets(page: Any, url: str, folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for number, moment in enumerate(MOMENTS[game](page, url, folder)):
            turns = range(len(LOOKS)) if moment == "middle" else [number]
            for turn in turns:
                name = f"{game}-{moment}{f'-{turn}' if len(turns) > 1 else ''}"
                sheet_of(page, turn).save(folder / f"{name}.png")
            look(page, *SCREENS["laptop"][:2], "light", "en")
        if (seat := page.url).count("/table/"):
            television_sheet(page, f"{seat}?tv").save(folder / f"{game}-television.png")


def sheet_of(page: Any, turn: int) -> Image.Image:
    sheet = Image.new("RGB", SHEET, "#888")
    for number, (screen, place) in enumerate(zip(SCREENS.values(), PLACES, strict=True)):
        width, height, scale = screen
        theme, language = LOOKS[(turn + number) % len(LOOKS)]
        look(page, width, height, theme, language)
        sheet.paste(smaller(page.screenshot(), scale), place)
    return sheet


def television_sheet(page: Any, address: str) -> Image.Image:
    """All looks of the big screen."""
    page.goto(address)
    page.locator("main.tv > *").first.wait_for()
    page.wait_for_load_state("networkidle")
    width, height, scale = *TELEVISION, 0.43
    cell = (round(width * scale) + 5, round(height * scale) + 5)
    sheet = Image.new("RGB", (2 * cell[0], 3 * cell[1]), "#888")
    for number, (theme, language) in enumerate(LOOKS):
        keep_language(page, language)
        page.reload()
        page.wait_for_load_state("networkidle")
        look(page, width, height, theme)
        sheet.paste(smaller(page.screenshot(), scale), (number % 2 * cell[0], number // 2 * cell[1]))
    keep_language(page, "en")
    return sheet


def smaller(taken: bytes, scale: float) -> Image.Image:
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    if scale == 1:
        return picture
    size = (round(picture.width * scale), round(picture.height * scale))
    return picture.resize(size, Image.Resampling.LANCZOS)


def look(page: Any, width: int, height: int, theme: str, language: str = "") -> None:
    page.mouse.move(0, 0)  # a pointer that stayed behind would explain what lies under it now
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    if language:
        speak(page, language)
    page.wait_for_function(AT_REST, polling=50)


# A dialog in front of the table stays where it is: only the settings are opened and closed above it.
SPEAK = """async (language) => {
  if (document.documentElement.lang.split('-')[0] === language) return;
  const found = async (what) => {
    for (;;) {
      const one = document.querySelector(what);
      if (one) return one;
      await new Promise(requestAnimationFrame);
    }
  };
  const wanted = `dialog[open] input[name=settings-language][value=${language}]`;
  const open = document.querySelector(wanted);
  if (!open) (await found('header nav > button:last-child')).click();
  const choice = await found(wanted);
  choice.click();
  if (!open) choice.closest('dialog').close();
}"""


def speak(page: Any, language: str) -> None:
    page.evaluate(SPEAK, language)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")


def keep_language(page: Any, language: str) -> None:
    page.evaluate(
        """(language) => {
          const kept = JSON.parse(localStorage['ludoteca.settings']);
          localStorage['ludoteca.settings'] = JSON.stringify({ ...kept, language });
        }""",
        language,
    )


def room(page: Any, url: str, folder: Path) -> Moments:
    """Around a game: the room, a new table, its lobby, settings, rules."""
    page.goto(url)
    page.locator("article").nth(3).wait_for()
    yield "start"
    page.locator("header nav > button").last.click()
    yield "settings"
    page.keyboard.press("Escape")
    table.choice(page, "en").get_by_role("button", name=table.words("en")["room.table"]).click()
    page.locator("dialog[open] select").first.wait_for()
    yield "new-table"
    page.keyboard.press("Escape")
    make_table(page, "en", "Basic", 4, 2)
    page.locator(".lobby").wait_for()
    yield "lobby"
    address = page.url
    television_sheet(page, f"{address}?tv").save(folder / "room-lobby-television.png")
    for place, shown in PLACES_OF_THE_ROOM.items():
        page.goto(f"{url}{place}")
        page.locator(shown).first.wait_for()
        page.wait_for_load_state("networkidle")
        yield place.replace("/", "-").partition("#")[0]


PLACES_OF_THE_ROOM = {
    "rules/pega-em-6": "#P7",
    "rules/dobro": "main h2",
    "rules/double-double-dominoes": "main h2",
    "rules/doppelt-so-clever": "main h2",
    "finished": "main",
    "me": "main",
    "ratings": "main",
    "evening": "main",
    "learn/pega-em-6": "main",
    "daily/dobro": "main",
    "puzzles/dobro": "main",
    "analyse/pega-em-6": "main",
}


def dialogs(page: Any) -> Moments:
    """What the bar of every table opens."""
    for tool in ("guide", "share", "leave.title"):
        name = table.words("en")[f"table.{tool}" if "." not in tool else tool]
        page.get_by_role("button", name=name, exact=True).first.click()
        page.locator("dialog[open] h2").first.wait_for()
        yield tool.partition(".")[0]
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 900, "height": 900})
    page.get_by_role("button", name=table.words("en")["table.log"], exact=True).first.click()
    yield "log"
    page.keyboard.press("Escape")


def hints(page: Any) -> Moments:
    page.get_by_role("button", name=table.words("en")["hint.ask"], exact=True).click()
    page.locator("section[popover] .candidate").first.wait_for()
    yield "hints"
    page.locator("section[popover] header button").click()


def seen(page: Any, game: str, key: str) -> Moments:
    page.get_by_role("button", name=table.words("en", game)[key], exact=True).first.click()
    page.locator("dialog[open] h2").first.wait_for()
    yield "seen"
    page.keyboard.press("Escape")


def until(page: Any, wanted: tuple[str, ...], most: int = 90) -> str:
    """Play on until one of these is asked; what it was."""
    for _ in range(most):
        if (what := table.asked(page)) in wanted:
            return what
        if what == "over":
            break
        table.answer(page, what)
    return ""


def until_in_hand(page: Any, card: str) -> bool:
    """Play on until such a card can be played; False if the game ends without."""
    while (what := table.asked(page)) != "over":
        if what in ("choose", "take") and page.locator(f".hand {card}").count():
            return True
        table.answer(page, what)
    return False


def ended(page: Any, url: str, folder: Path, game: str, seats: int, options: dict[str, Any]) -> Moments:
    """The end of a game, its table beneath, replay and review."""
    bring_in(page, url, game_like(game, seats, options, lambda _: True), folder)
    page.wait_for_load_state("networkidle")
    yield f"end-{seats}"
    page.keyboard.press("Escape")
    yield f"after-{seats}"
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_role("slider").wait_for()
    page.get_by_role("slider").fill("30")
    yield f"replay-{seats}"
    page.goto(page.url.replace("/replay/", "/review/").partition("?")[0])
    page.locator("figure").wait_for(timeout=180_000)
    yield f"review-{seats}"


def sit_down(page: Any, url: str, game: str, options: str | None, players: int, bot: str | None) -> None:
    page.goto(url)
    page.locator("article").nth(3).wait_for()
    make_table(page, "en", options, players, players - 1, game, bot)
    start(page, "en")


def pega(page: Any, url: str, folder: Path) -> Moments:
    game = "pega-em-6"
    sit_down(page, url, game, "Basic", 4, "closest")
    for _ in range(5):
        table.answer(page, table.asked(page))
    if until(page, ("row",)):
        yield "row"
    until(page, ("choose",))
    yield "middle"
    yield from dialogs(page)
    yield from hints(page)
    yield from seen(page, game, "page.seen")
    until(page, ("round",))
    yield "round"
    sit_down(page, url, game, "Professional", 3, "random")
    until(page, ("pick",))
    yield "draft"
    sit_down(page, url, game, "Anniversary", 4, "random")
    until(page, ("choose",))
    yield "anniversary"
    for what in ("place", "exchange", "row"):
        if until(page, (what,)):
            yield f"anniversary-{what}"
    yield from ended(page, url, folder, game, 4, {"rounds": 3})
    sit_down(page, url, game, "Basic", 10, "random")
    for _ in range(6):
        table.answer(page, table.asked(page))
    table.asked(page)
    yield "ten"


def dobro(page: Any, url: str, folder: Path) -> Moments:
    game = "dobro"
    sit_down(page, url, game, None, 4, "keeper")
    for _ in range(7):
        table.answer(page, table.asked(page))
    until(page, ("choose",))
    yield "middle"
    yield from dialogs(page)
    yield from hints(page)
    until(page, ("round",))
    yield "round"
    table.answer(page, "round")
    until(page, ("choose",))
    yield from seen(page, game, "page.seen.open")
    if until_in_hand(page, "[aria-expanded]"):
        page.locator(".hand [aria-expanded]").first.click()
        yield "wild"
    said = table.words("en", game)
    manual = ", ".join(said[f"option.{part}"] for part in ("edition.en", "long.true", "draw.manual"))
    sit_down(page, url, game, manual[0].upper() + manual[1:], 6, "random")
    until(page, ("draw",))
    yield "six-draw"
    table.answer(page, "draw")
    until(page, ("choose", "pair"))
    yield "six"
    yield from ended(page, url, folder, game, 4, {})
    sit_down(page, url, game, None, 2, "keeper")
    until(page, ("pair",))
    yield "pair"


def tiles(page: Any, url: str, folder: Path) -> Moments:
    game = dominoes.GAME
    sit_down(page, url, game, None, 4, "points")
    for _ in range(16):
        dominoes.answer(page, dominoes.asked(page))
    dominoes.own_turn(page)
    yield "middle"
    yield from dialogs(page)
    yield from hints(page)
    page.get_by_role("button", name=table.words("en", game)["page.list"], exact=True).click()
    yield "list"
    yield from ended(page, url, folder, game, 4, {})
    sit_down(page, url, game, None, 6, "points")
    for _ in range(12):
        dominoes.answer(page, dominoes.asked(page))
    dominoes.asked(page)
    yield "six"


def sheets(page: Any, url: str, folder: Path) -> Moments:
    game = clever.GAME
    sit_down(page, url, game, None, 3, "careful")
    seen_so_far = set[str]()
    for count in range(45):
        what = clever.asked(page)
        if what not in seen_so_far and count > 8:
            seen_so_far.add(what)
            yield f"asks-{what}"
        clever.answer(page, what)
    while clever.asked(page) != "die":
        clever.answer(page, clever.asked(page))
    yield "middle"
    yield from dialogs(page)
    yield from hints(page)
    yield from ended(page, url, folder, game, 4, {})
    yield from ended(page, url, folder, game, 1, {})
    page.goto(url)
    page.locator("article").nth(3).wait_for()
    make_table(page, "en", None, 1, 0, game)
    start(page, "en")
    clever.asked(page)
    yield "alone"


MOMENTS: dict[str, Callable[[Any, str, Path], Moments]] = {
    "room": room,
    "pega-em-6": pega,
    "dobro": dobro,
    dominoes.GAME: tiles,
    clever.GAME: sheets,
}
