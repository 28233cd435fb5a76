"""The OpenAPI description of the HTTP API, made from its endpoints and the structs they read and return."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from starlette.responses import Response

from ludoteca import __version__
from ludoteca.server.http.endpoints import Endpoint
from ludoteca.server.http.problems import PROBLEM
from ludoteca.server.schemas import Problem
from ludoteca.server.store.models import Json
from ludoteca.server.table import messages, outgoing

Schemas = dict[str, Json]  # of each type, by its name
JSON = "application/json"
ALWAYS = (403, 429)  # another page's origin, and too many requests
ABOUT = "People, tables and finished games. What happens at a table goes through its WebSocket: docs/api.md."
GUEST = {"type": "apiKey", "in": "cookie", "name": "ludoteca", "description": "Given by POST /api/me"}
ADMIN = {
    "type": "apiKey", "in": "cookie", "name": "ludoteca-admin", "description": "Given by /api/admin/login",
}  # fmt: skip
TOKEN = {"type": "http", "scheme": "bearer", "description": "Given by POST /api/admin/tokens"}
KEYS = {"guest": GUEST, "admin": ADMIN, "admin_token": TOKEN}
SOCKET = "/api/tables/{table}/socket"


def number(most: int, least: int = 0) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most}


def text(most: int = 64) -> Json:
    return {"type": "string", "maxLength": most}


def choice(values: Sequence[str]) -> Json:
    return {"type": "string", "enum": list(values)}


def description(endpoints: Sequence[Endpoint]) -> Json:
    """The whole description; all paths stand under the server's root path."""
    schemas, components = schemas_of(types_named(endpoints))
    components["View"]["required"] = list(components["View"]["properties"])  # only news leave fields out
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.lower()] = operation(endpoint, schemas)
    sides = {"sent": schemas[str(messages.Incoming)], "received": schemas[str(outgoing.MESSAGES)]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludoteca", "version": __version__, "description": ABOUT},
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": KEYS},
        "x-websockets": {SOCKET: sides},
    }


def types_named(endpoints: Sequence[Endpoint]) -> list[Any]:
    given = [kind for endpoint in endpoints for kind in (endpoint.answer, endpoint.body)]
    named = [kind for kind in given if kind not in (None, Response)]
    return [Problem, messages.Incoming, outgoing.MESSAGES, *named]


def schemas_of(types: list[Any]) -> tuple[Schemas, Json]:
    """The schema of each type, and what these refer to."""
    found, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {str(kind): schema for kind, schema in zip(types, found, strict=True)}, components


def operation(endpoint: Endpoint, schemas: Schemas) -> Json:
    written: Json = {"summary": endpoint.summary, "parameters": list(parameters(endpoint))}
    if endpoint.body:
        content = {JSON: {"schema": schemas[str(endpoint.body)]}}
        written["requestBody"] = {"required": True, "content": content}
    if endpoint.admin:
        written["security"] = [{"admin": []}, {"admin_token": []}]
    elif 401 in endpoint.problems:
        written["security"] = [{"guest": []}]
    written["responses"] = dict(responses(endpoint, schemas))
    return written


def parameters(endpoint: Endpoint) -> Iterator[Json]:
    for name in re.findall(r"{(\w+)}", endpoint.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name, schema in endpoint.query.items():
        yield {"name": name, "in": "query", "schema": schema}


def responses(endpoint: Endpoint, schemas: Schemas) -> Iterator[tuple[str, Json]]:
    picture = endpoint.answer is Response
    good = {endpoint.media: {}} if picture else {JSON: {"schema": schemas[str(endpoint.answer)]}}
    for status in endpoint.statuses:
        yield str(status), {"description": endpoint.summary, "content": good}
    problem = {PROBLEM: {"schema": schemas[str(Problem)]}}
    asked = [400] if endpoint.query or "{" in endpoint.path else []
    for status in sorted({*endpoint.problems, *ALWAYS, *asked, *([401] if endpoint.admin else [])}):
        yield str(status), {"description": "A problem", "content": problem}
