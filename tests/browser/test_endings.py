"""The end of a game: who won and why, the points that made it, a small celebration."""

import re
from pathlib import Path
from typing import Any

import pytest

from browser.finished_game import bring_in, game_like, is_decided_tie
from browser.table import make_table, play_on, start, words
from browser.test_looks import axe_finds_nothing_serious, nothing_scrolls_sideways

TIES = {
    "dobro": (3, {}, r"Tied at \d+ points; the fewest cards taken in the last round decide: \d+\."),
    "double-double-dominoes": (3, {"goal": 20}, r"Tied at \d+ points; the most pips left in hand decide\."),
}


@pytest.mark.parametrize("game", TIES)
def test_a_tie_that_was_won_is_explained(visit: Any, server: Any, tmp_path: Path, game: str) -> None:
    seats, options, sentence = TIES[game]
    page = visit(None)
    bring_in(page, server.url, game_like(game, seats, options, is_decided_tie), tmp_path)
    assert re.fullmatch(sentence, page.locator("dialog .why").inner_text())


def points_in(page: Any) -> list[list[int]]:
    rows = page.locator("dialog tbody tr").all()
    return [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]


# Words that are broken in two.
BROKEN = """(all) => all.filter((one) => {
  const letters = document.createRange();
  letters.selectNodeContents(one);
  const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > one.innerText.trim().split(/\\s+/).length;
}).map((one) => one.innerText)"""


@pytest.mark.parametrize(
    ("game", "seats", "options", "columns"),
    [
        ("dobro", 3, {}, 3),
        ("double-double-dominoes", 2, {"goal": 20}, 2),
        ("pega-em-6", 3, {"rounds": 3}, 3),
        ("pega-em-6", 2, {"variant": "anniversary"}, 2),
    ],
)
def test_the_points_of_every_round_or_source_add_up(
    visit: Any, server: Any, tmp_path: Path, game: str, seats: int, options: dict[str, Any], columns: int
) -> None:
    page = visit(None)
    bring_in(page, server.url, game_like(game, seats, options, lambda table: True), tmp_path)
    page.locator("dialog .part").first.wait_for()
    assert page.locator("dialog th.part").evaluate_all(BROKEN) == []
    for *parts, total in points_in(page):
        assert len(parts) == columns
        assert sum(parts) == total
    axe_finds_nothing_serious(page, "result")
    nothing_scrolls_sideways(page, "result")


def test_the_winner_and_why_in_pega_em_6(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", "Basic, number of rounds: 1", players=2, bots=1)
    start(page, "en")
    play_on(page)
    dialog = page.get_by_role("dialog")
    winner = dialog.locator("tr.won td").last.inner_text()
    assert dialog.locator(".why").inner_text() == words("en")["page.why"].replace("{heads}", winner)
    assert dialog.locator(".confetti").count() == 0  # at this speed nothing moves


def test_areas_and_foxes_are_counted_one_by_one(visit: Any, server: Any, tmp_path: Path) -> None:
    """Without motion the sum is there at once; with it, it climbs to the same."""
    file = game_like(
        "doppelt-so-clever", 2, {}, lambda table: any(s["foxes"] for s in table.view(None)["sheets"])
    )
    quick, slow = visit(None), visit(None, speed="slow")
    bring_in(quick, server.url, file, tmp_path)
    totals = quick.locator("dialog tfoot td").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(file.scores)
    bring_in(slow, server.url, file, tmp_path)  # looked at as soon as it is there: it counts for some seconds
    assert slow.locator("dialog tfoot td").all_inner_texts() != totals
    slow.locator("dialog .uncounted").first.wait_for(state="attached")
    slow.locator("dialog .foxes i").first.wait_for()
    slow.wait_for_function(
        "(sum) => document.querySelector('dialog tfoot td').innerText === sum", arg=totals[0]
    )
    assert slow.locator("dialog .uncounted").count() == 0


def test_alone_there_is_a_ladder_and_no_victory(visit: Any, server: Any, tmp_path: Path) -> None:
    page = visit(None, speed="fast")
    bring_in(page, server.url, game_like("doppelt-so-clever", 1, {}, lambda table: True), tmp_path)
    page.locator("dialog .level h2").wait_for()
    axe_finds_nothing_serious(page, "result of a game alone")
    assert page.locator("dialog .level .here").count() == 1
    assert page.locator("dialog .won, dialog .why, .confetti, .players .won").count() == 0
    assert words("en")["over.won"] not in page.locator("body").inner_text()
