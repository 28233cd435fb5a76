"""The page: files built beforehand. Addresses inside the page, like a table's, get its index."""

from mimetypes import add_type, guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ludoteca.server.errors import Refused
from ludoteca.server.http import preloading

add_type("application/manifest+json", ".webmanifest")  # not every Python knows it
FOLDER = Path(__file__).parents[1] / "built_page"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludoteca</title>
<p>The server runs, but its page was not built.</p></html>
"""
LONGEST_PATH = 200  # bytes; most systems refuse a name of 256
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # their names change with their content
BY_LANGUAGE = {"Vary": "Accept-Language"}
COMPRESSED = {"br": ".br", "gzip": ".gz"}  # the smallest first; a page built elsewhere may lack them
FRESH = {"Cache-Control": "no-cache"}


async def show_page(request: Request) -> Response:
    folder: Path = request.app.state.page
    path = request.path_params["path"]
    file = file_of(folder, path)
    if file.is_file() and file.name != "index.html":
        return send_file(file, FOREVER if path.startswith("assets/") else FRESH, accepted_encodings(request))
    if "." in file.name and path not in ("", "index.html"):
        raise Refused("not_found")
    text = index(folder, request.app.state.room.settings.root_path)
    more = preloading.links(folder, path, preloading.language_of(request), preloading.game_at(request, path))
    return HTMLResponse(text.replace("</head>", f"{more}</head>", 1), headers=FRESH | BY_LANGUAGE)


def accepted_encodings(request: Request) -> set[str]:
    wanted = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return {
        name for name, _, quality in (one.partition(";") for one in wanted) if quality not in ("q=0", "q=0.0")
    }


def send_file(file: Path, headers: dict[str, str], encodings: set[str]) -> Response:
    """The file as the browser likes it best, of the ways in which it was compressed beforehand."""
    for encoding, suffix in COMPRESSED.items():
        packed = file.with_name(file.name + suffix)
        if encoding in encodings and packed.is_file():
            as_packed = {**headers, "Content-Encoding": encoding, "Vary": "Accept-Encoding"}
            return FileResponse(packed, headers=as_packed, media_type=guess_type(file.name)[0])
    return FileResponse(file, headers=headers)


def file_of(folder: Path, path: str) -> Path:
    """Where a path leads inside the folder; not_found if it leads out or no system has such a name."""
    if f"{path}/".startswith("api/") or "\0" in path or len(path.encode(errors="replace")) > LONGEST_PATH:
        raise Refused("not_found")
    file = (folder / path).resolve()
    if not file.is_relative_to(folder.resolve()):
        raise Refused("not_found")
    return file


def index(folder: Path, root_path: str) -> str:
    """The index, with the sub-path as the base of all its addresses."""
    file = folder / "index.html"
    text = file.read_text(encoding="utf-8") if file.exists() else NOT_BUILT
    return text.replace('<base href="/">', f'<base href="{root_path.rstrip("/")}/">')
