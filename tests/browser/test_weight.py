"""What the first load of the page weighs, as it travels, in every language."""

from typing import Any

import pytest

from browser.table import make_table, start, words
from ludoteca.core.words import LANGUAGES

MOST = 150_000  # bytes
SHARES = {  # of them; docs/page.md tells what they are spent on
    "font": 75_000,
    "script": 65_000,
    "stylesheet": 8_000,
}
GAMES = {"pega-em-6": (4, 3), "dobro": (3, 2), "doppelt-so-clever": (1, 0), "double-double-dominoes": (2, 1)}
FILES = {"script": 6, "stylesheet": 1}  # of the room
FILES_OF_A_TABLE = {"script": 9, "stylesheet": 4}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_of_the_room_is_light(own_server: Any, visit: Any, language: str) -> None:
    finished: list[Any] = []
    page = visit(None, language)
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto(own_server.url)
    page.get_by_text(words(language, "doppelt-so-clever")["page.tagline"]).wait_for()
    page.wait_for_load_state("networkidle")
    weight: dict[str, int] = {}
    for request in finished:
        size = request.sizes()
        travelled = size["responseBodySize"] + size["responseHeadersSize"]
        weight[request.resource_type] = weight.get(request.resource_type, 0) + travelled
    assert sum(weight.values()) < MOST
    for kind, most in SHARES.items():
        assert weight[kind] < most, kind
    assert_few_files(finished, FILES)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_made_of_few_files(own_server: Any, visit: Any, game: str) -> None:
    page = visit(None)
    page.goto(own_server.url)
    make_table(page, "en", None, *GAMES[game], game)
    start(page, "en")
    finished: list[Any] = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.reload()
    page.locator(".table").wait_for()
    page.wait_for_load_state("networkidle")
    assert_few_files(finished, FILES_OF_A_TABLE)


def assert_few_files(finished: list[Any], most: dict[str, int]) -> None:
    for kind, count in most.items():
        names = {request.url for request in finished if request.resource_type == kind}
        assert 0 < len(names) <= count, names


def test_the_mark_is_seen_before_any_script_and_makes_way_for_the_page(own_server: Any, visit: Any) -> None:
    page = visit(None)
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto(own_server.url)
    page.locator("#loading").get_by_text("Ludoteca").wait_for()
    page.unroute("**/assets/*.js")
    for path in ("", "finished"):
        page.goto(f"{own_server.url}{path}")
        page.locator("main").wait_for()
        assert page.locator("#loading").count() == 0
