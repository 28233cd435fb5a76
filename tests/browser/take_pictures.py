"""The pictures of the documentation, taken of real games in a real browser: `make pictures`."""

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import clever, dominoes, table
from browser.conftest import FLAGS, QUICK, Server, browser_path, json_of, what_is_missing
from browser.table import make_table, start
from ludoteca.core.words import locale_of

PICTURES = Path(__file__).parents[2] / "docs/pictures"
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
LANGUAGE = {"wide": "en", "phone": "pt"}
COLOURS = 128
ROOM = "room"

# How to play, the variant, the players, a bot that decides quickly, and how many answers to give first.
GAMES: dict[str, tuple[Any, str | None, int, str, int]] = {
    "pega-em-6": (table, "Basic", 4, "closest", 6),
    "dobro": (table, None, 4, "keeper", 7),
    "double-double-dominoes": (dominoes, None, 3, "planner", 34),
    "doppelt-so-clever": (clever, None, 3, "careful", 40),
}


def main() -> None:
    from playwright.sync_api import sync_playwright

    if missing := what_is_missing():
        raise SystemExit(f"no pictures: {missing}")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        try:
            for name in sys.argv[1:] or [ROOM, *GAMES]:
                print(name, *(f"{size // 1000} KB" for size in pictures_of(name, browser, server)))
        finally:
            browser.close()
            server.kill()


def pictures_of(name: str, browser: Any, server: Server) -> Iterator[int]:
    page = enter(browser, server, level=GAMES[name][3] if name in GAMES else "")
    if name in GAMES:
        play(page, name)
    for size in SIZES:
        for theme in ("light", "dark"):
            look(page, size, theme)
            yield keep(page, PICTURES / f"{name}-{size}{'' if theme == 'light' else '-dark'}.png")


def enter(browser: Any, server: Server, level: str) -> Any:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale=locale_of("en"))
    likes = QUICK | {"name": "Ana", "botLevel": level}
    kept = "localStorage['ludoteca.settings']"
    context.add_init_script(f"if (!{kept}) {kept} = '{json_of(likes)}'")
    page = context.new_page()
    page.goto(server.url)
    page.locator("article").nth(len(GAMES) - 1).wait_for()
    return page


def play(page: Any, game: str) -> None:
    """Play until the table is worth looking at, and it is our turn."""
    at, options, players, _, answers = GAMES[game]
    make_table(page, "en", options, players, players - 1, game)
    start(page, "en")
    for _ in range(answers):
        at.answer(page, at.asked(page))
    at.asked(page)


def look(page: Any, size: str, theme: str) -> None:
    """The same moment on another screen, in other colours."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    page.evaluate(
        """(language) => {
          const kept = JSON.parse(localStorage['ludoteca.settings']);
          localStorage['ludoteca.settings'] = JSON.stringify({ ...kept, language });
        }""",
        LANGUAGE[size],
    )
    page.reload()
    page.locator("article, .turn.asked").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


def keep(page: Any, file: Path) -> int:
    """A picture with few colours: a third of the size, and no eye sees it."""
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    return file.stat().st_size


if __name__ == "__main__":
    main()
