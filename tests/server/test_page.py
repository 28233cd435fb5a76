"""The page, its headers, links and QR codes, and what the host looks at."""

import asyncio
import json
import re
import urllib.request
from pathlib import Path

import pytest

from ludoteca.client import Guest, Refusal
from ludoteca.server.http.links import base_url, own_address
from ludoteca.server.http.page import FOLDER, index
from ludoteca.server.settings import Settings
from server.people import BOT, guest, make

pytestmark = pytest.mark.anyio


async def test_a_tables_address_shows_the_page(shared_room):
    ana = Guest(shared_room.url)
    assert b'<div id="page">' in await ana.ask("GET", "/table/whatever")
    for path in ("/missing.js", "/assets/missing.js", "/../run.py", "/%2e%2e/run.py", "/api", "/api/x"):
        with pytest.raises(Refusal, match="not_found"):
            await ana.ask("GET", path)


def test_the_index_gets_the_sub_path_as_its_base(tmp_path: Path):
    assert "was not built" in index(tmp_path, "")
    (tmp_path / "index.html").write_text('<head><base href="/"></head>')
    assert index(tmp_path, "") == '<head><base href="/"></head>'
    assert index(tmp_path, "/games") == '<head><base href="/games/"></head>'


async def test_the_page_travels_compressed_and_the_api_does_not(shared_room):
    for path, encoding in (("/", "gzip"), ("/api/games", None)):
        request = urllib.request.Request(shared_room.url + path, headers={"Accept-Encoding": "gzip"})
        response = await asyncio.to_thread(urllib.request.urlopen, request)
        with response:
            length = len(await asyncio.to_thread(response.read))
            assert response.headers["Content-Encoding"] == (encoding if length > 0 else None)


async def test_the_index_names_what_its_page_loads_next(shared_room):
    if not (FOLDER / "preload.json").exists():
        pytest.skip("the page is not built (pip install --editable .)")
    built = json.loads((FOLDER / "preload.json").read_text(encoding="utf-8"))
    german = Guest(shared_room.url, headers={"Accept-Language": "fr-CH, de-CH;q=0.9, en;q=0.8"})
    await german.name("Ana")
    room = (await german.ask("GET", "/")).decode()
    assert built["words"]["de"]["page"] in room
    assert built["words"]["de"]["lists"] in room
    assert 'as="fetch" crossorigin href="./api/games"' in room
    assert not any(built["words"]["en"][part] in room for part in ("page", "lists"))
    made = await make(german, ["me", BOT])
    async with german.connect(made):
        table = (await german.ask("GET", f"/table/{made}")).decode()
    areas = [built["words"]["de"][f"area/{area}"] for area in ("table", "new_table", "refusals")]
    for file in (*built["pages"]["table"], *built["tables"]["pega_em_6"], *areas):
        assert file in table
    assert built["words"]["de"]["area/evening"] not in table
    assert built["words"]["de"]["area/evening"] in (await german.ask("GET", "/evening")).decode()
    assert "api/games" not in table
    assert built["pages"]["table"][0] in (await german.ask("GET", "/table/nowhere")).decode()


async def test_what_was_compressed_when_the_page_was_built_is_sent_as_it_is(shared_room):
    script = next(iter(sorted((FOLDER / "assets").glob("index-*.js"))), None)
    if script is None:
        pytest.skip("the page is not built (pip install --editable .)")
    ways = {"gzip, deflate, br, zstd": "br", "gzip;q=1.0, br;q=0": "gzip", "identity": None}
    for wanted, encoding in ways.items():
        address = f"{shared_room.url}/assets/{script.name}"
        request = urllib.request.Request(address, headers={"Accept-Encoding": wanted})
        response = await asyncio.to_thread(urllib.request.urlopen, request)
        with response:
            assert response.headers["Content-Encoding"] == encoding
            assert response.headers["Content-Type"].startswith("text/javascript")
            assert "immutable" in response.headers["Cache-Control"]
            sent = script.with_name(script.name + {"br": ".br", "gzip": ".gz", None: ""}[encoding])
            assert await asyncio.to_thread(response.read) == sent.read_bytes()


@pytest.mark.parametrize("path", ["/", "/api/games", "/health"])
async def test_every_answer_has_the_strict_headers(shared_room, path):
    response = await asyncio.to_thread(urllib.request.urlopen, shared_room.url + path)
    with response:
        policy = response.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"


async def test_the_qr_code_is_an_image_of_a_link_that_other_devices_can_follow(shared_room):
    ana = await guest(shared_room)
    table = await make(ana, ["me", BOT])
    link = (await ana.get(f"/api/tables/{table}"))["link"]
    assert re.fullmatch(rf"http://[^/]+:{shared_room.inside.settings.port}/table/{table}", link)
    assert "127.0.0.1" not in link
    assert "localhost" not in link
    assert b"<svg" in await ana.ask("GET", f"/api/tables/{table}/qr.svg")


def test_the_public_url_is_the_link_if_it_was_given():
    assert base_url(Settings(public_url="https://example.org/games/")) == "https://example.org/games"
    assert base_url(Settings(host="192.168.0.7", port=80, root_path="/x")) == "http://192.168.0.7:80/x"
    for host in ("0.0.0.0", "127.0.0.1", "localhost", "::1", "::", ""):
        assert own_address(host) not in ("", "0.0.0.0", "127.0.0.1", "localhost", "::1", "::")


async def test_the_host_sees_health_and_figures(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT])
    async with ana.connect(table) as seat:
        await seat.do("say", phrase="hello")
        with pytest.raises(Refusal, match="chat_off"):
            await seat.do("say", text="hello")
        figures = (await ana.ask("GET", "/metrics")).decode()
        assert await ana.get("/health") == {"status": "ok"}
    for line in (
        'ludoteca_steps_total{did="say"} 1.0',
        'ludoteca_refused_total{code="chat_off"} 1.0',
        "ludoteca_sockets 1.0",
        "ludoteca_ack_seconds_count 2.0",
    ):
        assert line in figures
    assert table not in figures
