"""What the first load of the page weighs, as it travels, in every language."""

from typing import Any

import pytest

from browser.table import words
from ludoteca.core.words import LANGUAGES

MOST = 150_000  # bytes
SHARES = {  # of them; docs/page.md tells what they are spent on
    "font": 75_000,
    "script": 65_000,
    "stylesheet": 8_000,
}


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
