"""Puzzles in the browser: the real table, right and wrong with the reason, progress kept on this device."""

from typing import Any

import pytest

import ludoteca
from browser.table import words
from ludoteca.core.sentences import fill
from ludoteca.puzzles import puzzles_of

SAID = words("en")


@pytest.mark.skipif(not puzzles_of(ludoteca.game("dobro")), reason="no puzzles are there")
def test_a_puzzle_is_solved_at_the_table(visit: Any, server: Any) -> None:
    puzzles = puzzles_of(ludoteca.game("dobro"))
    number = next(at for at, one in enumerate(puzzles) if one.solution == {"take": True})
    page = visit(f"{server.url}puzzles/dobro/{number + 1}")
    page.get_by_role("heading", name=SAID["puzzles.question"]).wait_for()
    page.locator("button.take").click()
    page.get_by_role("heading", name=SAID["puzzles.right"]).wait_for()
    assert page.get_by_text("imagined games").is_visible()
    page.reload()
    page.get_by_role("heading", name=SAID["puzzles.question"]).wait_for()
    assert page.get_by_text(fill(SAID["puzzles.solved"], {"count": 1}, {}, "en-GB")).is_visible()


def test_a_game_without_puzzles_says_so(visit: Any, server: Any) -> None:
    without = [id for id in ludoteca.games() if not puzzles_of(ludoteca.game(id))]
    for id in without:
        page = visit(f"{server.url}puzzles/{id}/today")
        page.get_by_text(SAID["puzzles.none"]).wait_for()
