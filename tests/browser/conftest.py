"""A real browser and a real server. Without a browser these tests are skipped, loudly."""

import json
import multiprocessing
import os
import shutil
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from browser import seeded_server
from ludoteca import games
from ludoteca.core.words import locale_of
from ludoteca.server.settings import OpenId

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LEAN = ("chromium-headless-shell", *WHOLE)  # the first has no window, and takes half the processor time
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
# Servers are forked from a process that has imported all they need: that takes seconds of a core.
FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(["browser.ready_to_serve"])
# Nothing to wait for: bots that need not think, and no move that makes itself under the tester's hand.
# Nobody is here for the first time: no guide opens by itself.
QUICK = {"speed": "off", "sound": False, "botLevel": "random", "forcedMoves": False, "learned": games()}
# The page's share of the shuffle, 32 bytes; the names of its sockets stay random.
SAME_ENTROPY = """
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array instanceof Uint8Array ? array.fill(7) : random(array));
"""
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "wide": (1440, 900)}


def browser_path(names: tuple[str, ...] = WHOLE) -> str | None:
    named = os.environ.get("LUDOTECA_BROWSER")
    return named or next((found for name in names if (found := shutil.which(name))), None)


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """At the end all other workers would wait for a test that itself only waits."""
    items.sort(key=lambda item: item.get_closest_marker("slow_motion") is None)


@pytest.fixture(scope="session")
def needs() -> None:
    reason = what_is_missing()
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium(needs: None) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def browser(chromium: Any) -> Iterator[Any]:
    running = chromium.launch(executable_path=browser_path(LEAN), args=FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def whole_browser(chromium: Any) -> Iterator[Any]:
    """With all that concerns installed apps."""
    running = chromium.launch(executable_path=browser_path(), args=FLAGS)
    yield running
    running.close()


@cache
def start_to_fork() -> None:
    """The process from which servers are forked finds our modules by the environment alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]), prepend=os.pathsep)
        forkserver.ensure_running()


class Server:
    """A server of our own, which can be killed and started again with the same tables."""

    def __init__(self, folder: Path, page: Path | None = None, openid: OpenId | None = None) -> None:
        """`page` is where the server's page lies, if not here; `openid`, whom people may sign in with."""
        self.page = page
        self.openid = openid
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.log = folder / "server.log"
        self.process: Any = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        self.process = self.begin(self.port, str(self.folder / "tables.db"), str(self.log))
        self.wait_until_up()

    def begin(self, *arguments: Any) -> Any:
        start_to_fork()
        process = FORKED.Process(
            target=seeded_server.serve, args=(*arguments, self.page, self.openid), daemon=True
        )
        process.start()
        return process

    def wait_until_up(self) -> None:
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"{self.url}health", timeout=2):
                    return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


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
def visit(browser: Any, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a page as one person: a context of its own, whose errors fail the test."""
    outlive(request, "own_server", "changing_page", "openid_server")
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
        opened_by = request.getfixturevalue("whole_browser") if app else browser
        context = opened_by.new_context(
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


def outlive(request: pytest.FixtureRequest, *servers: str) -> None:
    """Servers of this test alone end after its pages, whose files would else be cut short."""
    for name in set(servers) & set(request.fixturenames):
        request.getfixturevalue(name)


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
