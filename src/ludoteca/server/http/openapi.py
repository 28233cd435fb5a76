"""The OpenAPI description of the HTTP API, made from the types that read requests and describe answers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from ludoteca import __version__
from ludoteca.archive.game_file import GameFile
from ludoteca.server.finished.continue_game import Continue
from ludoteca.server.finished.replay import MOST_FRAMES
from ludoteca.server.http import schemas as answers
from ludoteca.server.http.routes import NewName
from ludoteca.server.table.registry import NewTable

Json = dict[str, Any]
JSON, SVG, PROBLEM = "application/json", "image/svg+xml", "application/problem+json"
ALWAYS = (403, 429)  # another page's origin, and too many requests
BODY = (400, 401, 413, 503)
TABLE = (404, 410, 503)
BIG = 2**53


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked: in one sentence, with what, and what is answered."""

    summary: str
    answer: Any  # a type, or None: a picture
    status: tuple[int, ...] = (200,)
    body: Any = None
    query: dict[str, Json] = field(default_factory=dict)
    problems: tuple[int, ...] = ()


def number(most: int, least: int = 0) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most}


OPERATIONS: dict[tuple[str, str], Operation] = {
    ("GET", "/me"): Operation("Who am I?", answers.Me),
    ("POST", "/me"): Operation(
        "Become a guest, or change the name", answers.Me, (200, 201), NewName, problems=(400, 413)
    ),
    ("GET", "/room"): Operation("The room", answers.RoomAbout),
    ("GET", "/games"): Operation("All games", answers.Games),
    ("GET", "/games/{game}/words/{language}"): Operation("A game's words", answers.Words, problems=(404,)),
    ("GET", "/games/{game}/rules/{language}"): Operation(
        "A game's rules", answers.RulesText, problems=(404,)
    ),
    ("GET", "/mine"): Operation("My last tables", answers.Summaries, problems=(401,)),
    ("GET", "/mine/finished"): Operation(
        "My finished games, the latest first", answers.FinishedGames,
        query={"before": number(BIG)}, problems=(400, 401),
    ),
    ("GET", "/tables"): Operation("Open tables, newest first", answers.Summaries),
    ("POST", "/tables"): Operation("Make a table", answers.Made, (201,), NewTable, problems=BODY),
    ("GET", "/tables/{table}"): Operation("A table", answers.Summary, problems=TABLE),
    ("GET", "/tables/{table}/qr.svg"): Operation("A table's link as a QR code", None, problems=TABLE),
    ("GET", "/tables/{table}/export"): Operation(
        "A finished game as a file", GameFile, problems=(409, *TABLE)
    ),
    ("GET", "/tables/{table}/fairness"): Operation(
        "What is needed to check the deal", answers.Fairness, problems=TABLE
    ),
    ("GET", "/tables/{table}/replay"): Operation(
        "A finished game, step by step", answers.Replay,
        query={"seat": number(98), "from": number(BIG), "most": number(MOST_FRAMES)},
        problems=(400, 409, *TABLE),
    ),
    ("GET", "/tables/{table}/review"): Operation(
        "A finished game judged: chances, decisions, luck and skill", answers.ReviewAbout,
        problems=(409, *TABLE),
    ),
    ("POST", "/tables/{table}/continue"): Operation(
        "Go on from a step of a finished game, against bots", answers.Made, (201,), Continue,
        problems=(409, *TABLE[:2], *BODY),
    ),
    ("POST", "/import"): Operation(
        "Bring in a file of a finished game", answers.Made, (201,), GameFile, problems=BODY
    ),
    ("GET", "/openapi.json"): Operation("This description", answers.Description),
}  # fmt: skip


@cache
def description() -> Json:
    """The whole description; all paths stand under the server's root path."""
    schemas, components = schemas_of(types_named())
    paths: dict[str, Json] = {}
    for (method, path), operation in OPERATIONS.items():
        paths.setdefault(f"/api{path}", {})[method.lower()] = write(path, operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludoteca", "version": __version__, "description": ABOUT},
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"guest": GUEST}},
    }


ABOUT = "People, tables and finished games. What happens at a table goes through its WebSocket: docs/api.md."
GUEST = {"type": "apiKey", "in": "cookie", "name": "ludoteca", "description": "Given by POST /api/me"}


def types_named() -> list[Any]:
    given = [kind for operation in OPERATIONS.values() for kind in (operation.answer, operation.body)]
    return [answers.Problem, *(kind for kind in given if kind is not None)]


def schemas_of(types: list[Any]) -> tuple[dict[Any, Json], Json]:
    """The schema of each type, by the type, and what these refer to."""
    found, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {str(kind): schema for kind, schema in zip(types, found, strict=True)}, components


def write(path: str, operation: Operation, schemas: dict[Any, Json]) -> Json:
    written: Json = {"summary": operation.summary, "parameters": list(parameters(path, operation))}
    if operation.body:
        content = {JSON: {"schema": schemas[str(operation.body)]}}
        written["requestBody"] = {"required": True, "content": content}
    if 401 in operation.problems:
        written["security"] = [{"guest": []}]
    written["responses"] = dict(responses(operation, schemas))
    return written


def parameters(path: str, operation: Operation) -> Iterator[Json]:
    for name in ("table", "game", "language"):
        if f"{{{name}}}" in path:
            yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name, schema in operation.query.items():
        yield {"name": name, "in": "query", "schema": schema}


def responses(operation: Operation, schemas: dict[Any, Json]) -> Iterator[tuple[str, Json]]:
    good = {SVG: {}} if operation.answer is None else {JSON: {"schema": schemas[str(operation.answer)]}}
    for status in operation.status:
        yield str(status), {"description": operation.summary, "content": good}
    problem = {PROBLEM: {"schema": schemas[str(answers.Problem)]}}
    for status in sorted({*operation.problems, *ALWAYS}):
        yield str(status), {"description": "A problem", "content": problem}
