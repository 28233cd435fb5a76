"""The pictures of the documentation, taken of real games in a real browser: `make pictures`.

`take_pictures.py --sheets FOLDER` (`make sheets`) takes every table on every screen, in every theme and
language, with its dialogs and panels, to be looked at; names of games after it take only theirs.
"""

import io
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import clever, dominoes, table
from browser.conftest import FLAGS, QUICK, Server, browser_path, json_of, what_is_missing
from browser.contact_sheets import MOMENTS, take_sheets
from browser.table import make_table, start
from ludoteca.core.words import locale_of

PICTURES = Path(__file__).parents[2] / "docs/pictures"
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
LANGUAGE = {"wide": "en", "phone": "pt"}
COLOURS = 128
ROOM = "room"
TRICK = "trick"  # the animation: a trick of Pega em 6!
SHEETS = "--sheets"
THEMES = ("light", "dark")
SLOWED = 1.8  # so much slower are slow animations, to have time for pictures

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
            if sys.argv[1:2] == [SHEETS]:
                page = enter(browser, server, level="")
                take_sheets(page, server.url, Path(sys.argv[2]), sys.argv[3:] or list(MOMENTS))
                return
            for name in sys.argv[1:] or [ROOM, *GAMES, TRICK]:
                taken = film_trick(browser, server) if name == TRICK else pictures_of(name, browser, server)
                print(name, *(f"{size // 1000} KB" for size in taken))
        finally:
            browser.close()
            server.kill()


def pictures_of(name: str, browser: Any, server: Server) -> Iterator[int]:
    page = enter(browser, server, level=GAMES[name][3] if name in GAMES else "")
    if name in GAMES:
        play(page, name)
    for size in SIZES:
        for theme in THEMES:
            look(page, SIZES[size], theme, LANGUAGE[size])
            yield keep(page, PICTURES / f"{name}-{size}{'' if theme == 'light' else '-dark'}.png")


def film_trick(browser: Any, server: Server) -> Iterator[int]:
    """Cards are chosen, turned over and placed, and a row is taken."""
    page = enter(browser, server, "closest", speed="slow")
    page.set_viewport_size({"width": 760, "height": 740})
    make_table(page, "en", "Basic", 4, 3, "pega-em-6")
    start(page, "en")
    frames = list[tuple[float, bytes]]()
    for _ in range(6):
        what = table.asked(page)
        film(page, frames, 0.6)
        table.answer(page, what)
        film(page, frames, 7)
        if what == "row":
            break
    yield save_film(frames, PICTURES / "pega-em-6-trick.webp")


def film(page: Any, frames: list[tuple[float, bytes]], seconds: float) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        frames.append((time.monotonic(), page.screenshot(type="jpeg", quality=90)))


def save_film(frames: list[tuple[float, bytes]], file: Path) -> int:
    """A picture that looks like the one before only lengthens it."""
    pictures, starts = list[Image.Image](), list[float]()
    for at, taken in frames:
        picture = Image.open(io.BytesIO(taken)).convert("RGB").resize((456, 444))
        if not pictures or picture.tobytes() != pictures[-1].tobytes():
            pictures.append(picture)
            starts.append(at)
    ends = [*starts[1:], frames[-1][0] + 1]
    times = [round(1000 * (end - begin) / SLOWED) for begin, end in zip(starts, ends, strict=True)]
    pictures[0].save(
        file, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=38, method=4
    )
    return file.stat().st_size


def enter(browser: Any, server: Server, level: str, **more: Any) -> Any:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale=locale_of("en"))
    likes = QUICK | {"name": "Ana", "botLevel": level} | more
    kept = "localStorage['ludoteca.settings']"
    context.add_init_script(f"if (!{kept}) {kept} = '{json_of(likes)}'")
    page = context.new_page()
    page.set_default_timeout(120_000)  # a game may have to be compiled first
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


def look(page: Any, size: tuple[int, int], theme: str, language: str, shown: str = ".turn.asked") -> None:
    """The same moment on another screen, in other colours and another language."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    page.evaluate(
        """(language) => {
          const kept = JSON.parse(localStorage['ludoteca.settings']);
          localStorage['ludoteca.settings'] = JSON.stringify({ ...kept, language });
        }""",
        language,
    )
    page.reload()
    page.locator(f"article, {shown}").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


def keep(page: Any, file: Path) -> int:
    """A picture with few colours: a third of the size, and no eye sees it."""
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    return file.stat().st_size


if __name__ == "__main__":
    main()
