"""What the index tells a browser to load at once, instead of one thing after the other."""

from functools import lru_cache
from pathlib import Path

import msgspec
from starlette.requests import Request

from ludoteca.core.words import ENGLISH, LANGUAGES

ROOM = ""
ASKED = {ROOM: ("api/me", "api/games", "api/tables")}


class Built(msgspec.Struct):
    """What was told when the page was built."""

    words: dict[str, dict[str, str]]  # by language and part
    pages: dict[str, list[str]]
    tables: dict[str, list[str]]  # by the folder of a game
    areas: dict[str, list[str]] = {}  # of words, by page; a page built earlier does not tell


@lru_cache(maxsize=4)
def built_files(folder: Path, _changed_at: int) -> Built:
    return msgspec.json.decode((folder / "preload.json").read_bytes(), type=Built)


def links(folder: Path, path: str, language: str, game: str | None) -> str:
    """Lines for the head of the index."""
    told = folder / "preload.json"
    if not told.is_file():
        return ""
    built = built_files(folder, told.stat().st_mtime_ns)
    page = path.partition("/")[0]
    words = built.words.get(language, {})
    folder_of_game = game.replace("-", "_") if game else ""
    parts = ["page", *parts_of(built, page), f"game/{folder_of_game}"]
    files = [*built.pages.get(page, []), *built.tables.get(folder_of_game, [])]
    files += [words[part] for part in parts if part in words]
    lines = [*map(preload, dict.fromkeys(files)), *map(asked, ASKED.get(page, ()))]
    return "".join(f"    {line}\n" for line in lines)


def parts_of(built: Built, page: str) -> list[str]:
    """The words that a page says beside those of all pages."""
    return ["lists"] if page == ROOM else [f"area/{area}" for area in built.areas.get(page, [])]


def preload(file: str) -> str:
    if file.endswith(".js"):
        return f'<link rel="modulepreload" crossorigin href="./{file}">'
    return f'<link rel="preload" as="style" crossorigin href="./{file}">'


def asked(address: str) -> str:
    """The page asks for this first of all."""
    return f'<link rel="preload" as="fetch" crossorigin href="./{address}">'


def language_of(request: Request) -> str:
    """The first language that the browser asks for and we speak, as the page chooses it."""
    wanted = request.headers.get("accept-language", "").lower().split(",")
    codes = (one.partition(";")[0].strip().partition("-")[0] for one in wanted)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def game_at(request: Request, path: str) -> str | None:
    """The game of a table that is awake: no table is read for this."""
    page, _, table = path.partition("/")
    actor = request.app.state.room.tables.awake.get(table) if page == "table" else None
    return str(actor.state.meta.game) if actor else None
