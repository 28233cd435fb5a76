"""The OpenAPI description: complete, true of real answers; and whatever is asked gets one of them."""

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.responses import Response

from ludoteca.archive.game_file import GameFile
from ludoteca.client import Guest
from ludoteca.server import schemas
from ludoteca.server.http.api import ENDPOINTS
from ludoteca.server.http.openapi import description
from ludoteca.server.settings import Limits, Rate
from server.conftest import RunningRoom, running
from server.conftest import settings as room_settings
from server.people import BOT, guest, make, play_on

MUCH = Rate(100_000, 100_000)
GENEROUS = Limits(
    requests=MUCH,
    new_people=MUCH,
    new_tables=MUCH,
    messages=MUCH,
    socket_messages=MUCH,
    sockets_per_address=9999,
)
DOCS = Path(__file__).parents[2] / "docs" / "api.md"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_every_address_is_described_and_documented():
    text = DOCS.read_text(encoding="utf-8")
    for endpoint in ENDPOINTS:
        method, path = endpoint.method, endpoint.path
        last = path.rpartition("/")[2]
        assert (
            f"{method} /api{path}" in text or f"`.../{last}`" in text or f"`{method} .../{last}`" in text
        ), path


def test_every_part_of_a_path_that_varies_is_described():
    for path, operations in description(ENDPOINTS)["paths"].items():
        for operation in operations.values():
            named = [one["name"] for one in operation["parameters"] if one["in"] == "path"]
            assert named == re.findall(r"{(\w+)}", path), path


def test_a_view_is_described_as_whole_and_news_as_what_changed():
    schemas = description(ENDPOINTS)["components"]["schemas"]
    assert set(schemas["View"]["required"]) == set(schemas["View"]["properties"])
    assert set(schemas["News"]["required"]) == {"type", "since", "seq", "steps"}


@pytest.mark.anyio
async def test_real_answers_have_the_described_form(open_room):
    async with open_room(limits=GENEROUS) as room:
        await require_described_answers(room)


async def require_described_answers(room: RunningRoom) -> None:
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready", open=True)
    await make(ana, ["me", "open"], open=True)
    before = await ana.get(f"/api/tables/{table}/fairness")
    async with ana.connect(table) as seat:
        await seat.do("ready", entropy="ab" * 32)
        await asyncio.wait_for(play_on(seat), 60)
    at = f"/api/tables/{table}"
    made = await ana.post(f"{at}/continue", {"step": 1, "seat": 0})
    daily = await ana.post("/api/daily/doppelt-so-clever", {})
    async with ana.connect(daily["table"]) as seat:
        await seat.do("ready")
        await asyncio.wait_for(play_on(seat), 60)
    brought = await ana.post("/api/import", await ana.get(f"{at}/export"))
    evening = await ana.post("/api/evenings", {"game": "pega-em-6", "seats": 2, "rounds": 1, "league": "L"})
    asked = [one for one in ENDPOINTS if one.method == "GET" and one.answer is not Response and not one.admin]
    given = {
        "{table}": table,
        "/daily/{game}": "/daily/doppelt-so-clever",
        "{game}": "dobro",
        "{evening}": evening["code"],
        "{language}": "pt",
        "{number}": "0",
    }
    found = [
        (before, schemas.Fairness),
        (made, schemas.TableMade),
        (daily, schemas.TableMade),
        (brought, schemas.TableMade),
    ]
    for endpoint in asked:
        filled = endpoint.path
        for name, value in given.items():
            filled = filled.replace(name, value)
        found.append((await ana.get("/api" + filled), endpoint.answer))
    for answer, form in found:
        assert answer == msgspec.to_builtins(msgspec.convert(answer, form)) | only_if_given(answer, form)


def only_if_given(answer: Any, form: Any) -> Any:
    """A file leaves out what is none."""
    return answer if form is GameFile else {}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRoom]:
    """A server on its own thread, for a caller that blocks."""
    ready: Future[tuple[RunningRoom, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        done = asyncio.Event()
        async with running(room_settings(tmp_path_factory.mktemp("room"), limits=GENEROUS)) as room:
            ready.set_result((room, asyncio.get_running_loop(), done))
            await done.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    room, loop, done = ready.result(30)
    yield room
    loop.call_soon_threadsafe(done.set)
    thread.join()


@pytest.fixture(scope="module")
def somebody(server: RunningRoom) -> dict[str, str]:
    """A cookie, a table that gathers, and one whose game is over."""

    async def come() -> dict[str, str]:
        ana = await guest(server)
        over = await make(ana, ["me", BOT], start="ready")
        async with ana.connect(over) as seat:
            await seat.do("ready")
            await seat.until(lambda table: table["stage"] == "playing")
            await seat.do("agree")
            await seat.until(lambda table: table["stage"] == "over")
        return {"cookie": ana.cookie, "over": over, "gathering": await make(ana, ["me", "open"])}

    return asyncio.run(come())


OURS = schemathesis.openapi.from_dict(description(ENDPOINTS))
ALL = {operation.ok().label: operation.ok() for operation in OURS.get_all_operations()}


@pytest.mark.parametrize("examples", [12, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.parametrize("label", ALL)
def test_whatever_is_asked_is_answered_as_described(server, somebody, label, examples):
    """No 5xx, no status, header or body that the description does not have; wrong requests are refused."""
    operation = ALL[label]
    ids = st.sampled_from([somebody["over"], somebody["gathering"]])
    modes = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(modes))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if "table" in case.path_parameters and data.draw(st.booleans()):
            case.path_parameters["table"] = data.draw(ids)
        cookie = {"Cookie": somebody["cookie"]} if data.draw(st.booleans()) else {}
        response = case.call(base_url=server.url, headers=cookie, timeout=30)
        case.validate_response(response, checks=CHECKS)

    ask()
    assert Guest(server.url)._ask("GET", "/health", None) == b'{"status":"ok"}'
