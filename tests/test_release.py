"""A release: both archives hold the page and the words, and one serves and plays where there is no Node."""

import os
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[1]
MUST = [
    "ludoteca/server/built_page/index.html",
    "ludoteca/words/pt.json",
    "ludoteca/games/dobro/words/pt.json",
    "ludoteca/games/pega_em_6/RULES.pt.md",
    "ludoteca/server/store/migrations/versions/0001_first.py",
]
PLAY = """
import asyncio, sys
from ludoteca.client import Guest

async def play(game):
    ana = Guest(sys.argv[1])
    await ana.name("Ana")
    wanted = {"game": game, "seats": ["me", {"bot": "random"}], "start": "ready"}
    made = await ana.post("/api/tables", wanted)
    async with ana.connect(made["table"]) as seat:
        await seat.do("ready")
        for _ in range(8):
            await seat.until(lambda table: seat.to_choose)
            await seat.act(seat.table["legal"][0])
            await asyncio.sleep(0.1)
        await seat.do("agree")
        await seat.until(lambda table: table["stage"] == "over")
    return await ana.get(f"/api/tables/{made['table']}/fairness")

for game in sys.argv[2:]:
    print(game, asyncio.run(play(game))["held"])
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source archive of what git knows, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("release")
    source = folder / "source"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    built = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(source)], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr + built.stdout
    assert "nodejs" not in built.stdout.rpartition("Building wheel from sdist")[2]
    return folder


@pytest.fixture(scope="module")
def python(archives: Path) -> Path:
    """The interpreter of an empty environment into which the wheel was installed."""
    place = archives / "empty"
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    wheel = next(archives.glob("*.whl"))
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True, env=bare(place))
    return python


def bare(place: Path) -> dict[str, str]:
    """An environment without Node, and without our sources."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return kept | {"PATH": str(place / "bin"), "HOME": str(place), "LUDOTECA_CACHE": str(place / "cache")}


def test_both_archives_hold_the_page_and_the_words(archives: Path) -> None:
    with zipfile.ZipFile(next(archives.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    assert set(MUST) <= set(names)
    assert any(name.startswith("ludoteca/server/built_page/assets/") for name in names)
    assert not [name for name in names if "/tests/" in name or name.endswith(".svelte")]
    with tarfile.open(next(archives.glob("*.tar.gz"))) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    assert {f"src/{name}" for name in MUST} <= inside
    assert {"deploy/ludoteca.service", "deploy/Containerfile", "docs/hosting.md"} <= inside


@pytest.fixture(scope="module")
def url(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [python.parent / "ludoteca", "serve", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=folder, env=bare(python.parents[1]), stderr=subprocess.PIPE)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address
    finally:
        server.terminate()
        server.communicate(timeout=30)
    assert (folder / "ludoteca.db").exists()


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/health"):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server did not start")


def test_installed_in_an_empty_environment_without_node_it_serves_and_plays(python: Path, url: str) -> None:
    with urllib.request.urlopen(url) as page:
        assert b"assets/" in page.read()
    games = ["pega-em-6", "dobro", "double-double-dominoes", "doppelt-so-clever"]
    command = [python, "-c", PLAY, url, *games]
    played = subprocess.run(command, capture_output=True, text=True, env=bare(python.parents[1]), timeout=600)
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("'scores'") == len(games)
