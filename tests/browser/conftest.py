"""A real browser and a real server. Without a browser these tests are skipped, loudly."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.core.words import locale_of
from ludoteca.server.settings import OpenId

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGE = Path(__file__).parents[2] / "src/ludoteca/server/built_page/index.html"
SEEDED_SERVER = Path(__file__).parent / "seeded_server.py"
# Nothing to wait for: bots that need not think, and no move that makes itself under the tester's hand.
# Nobody is here for the first time: no guide opens by itself.
QUICK = {"speed": "off", "sound": False, "botLevel": "random", "forcedMoves": False, "learned": games()}
# The page's share of the shuffle, 32 bytes; the names of its sockets stay random.
SAME_ENTROPY = """
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array instanceof Uint8Array ? array.fill(7) : random(array));
"""
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "wide": (1440, 900)}


def browser_path() -> str | None:
    named = os.environ.get("LUDOTECA_BROWSER")
    return named or next((found for name in BROWSERS if (found := shutil.which(name))), None)


def what_is_missing() -> str | None:
    if not browser_path():
        return "no Chromium (Debian: apt install chromium)"
    if not PAGE.exists():
        return "the page is not built (pip install --editable .)"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "no playwright (pip install playwright)"
    return None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reason = what_is_missing()
    if reason:
        terminalreporter.section("BROWSER TESTS SKIPPED", sep="!", red=True, bold=True)
        terminalreporter.line(f"The page was not tested in a browser: {reason}.", red=True)


@pytest.fixture(scope="session")
def needs() -> None:
    reason = what_is_missing()
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(needs: None) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        yield chromium
        chromium.close()


class Server:
    """A server of our own, which can be killed and started again with the same tables."""

    def __init__(self, folder: Path, package: Path | None = None, page: Path | None = None) -> None:
        """`package` is where the server's code and page lie, if not here; `page`, where the page alone."""
        self.page = page
        self.environment = {**os.environ, "PYTHONPATH": str(package)} if package else None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def with_openid(self, provider: OpenId) -> dict[str, str]:
        """The environment of a server at which people may sign in with a provider."""
        about = {"issuer": provider.issuer, "label": provider.label, "client_secret": provider.client_secret}
        return {**os.environ, "OPENID": json.dumps(about | {"client_id": provider.client_id})}

    def start(self) -> None:
        command = [sys.executable, SEEDED_SERVER, str(self.port), self.folder / "tables.db"]
        command += [self.page] if self.page else []
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        self.wait_until_up()

    def wait_until_up(self) -> None:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{self.url}health", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server(needs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()


@pytest.fixture
def own_server(needs: None, tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may kill it."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill()


Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Open a page as one person: a context of its own, whose errors fail the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def open_page(
        url: str | None,
        language: str = "en",
        size: str = "phone",
        theme: str = "light",
        touch: bool = False,
        app: bool = False,
        **settings: Any,
    ) -> Any:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale=locale_of(language),
            has_touch=touch,
            service_workers="allow" if app else "block",  # it would answer requests that tests look at
        )
        contexts.append(context)
        likes = QUICK | settings
        context.add_init_script(SAME_ENTROPY)
        context.add_init_script(
            f"if (!localStorage['ludoteca.settings']) localStorage['ludoteca.settings'] = '{json_of(likes)}'"
        )
        page = context.new_page()
        page.set_default_timeout(60_000)  # a busy machine is slow, not wrong
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: note(faults, line))
        if url:
            page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


def json_of(likes: dict[str, Any]) -> str:
    return json.dumps(likes).replace("'", "\\'")


NO_FAULTS = (
    "WebSocket",
    "ERR_CONNECTION",
    "ERR_EMPTY_RESPONSE",
    "ERR_FAILED",
    "status of 400",
    "status of 401",
    "status of 409",
    "status of 429",
    "status of 503",
)  # lost connections, and requests that were refused


def note(faults: list[str], line: Any) -> None:
    """What the console calls an error."""
    if line.type == "error" and not any(one in line.text for one in NO_FAULTS):
        faults.append(line.text)
