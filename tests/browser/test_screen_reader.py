"""What a screen reader is told. Names and scores are text: it skips the labels of list items."""

from typing import Any

import pytest

from browser import clever, dominoes, table
from browser.table import PEGA, make_table, start, words

GAMES = {PEGA: table, "dobro": table, dominoes.GAME: dominoes, clever.GAME: clever}
FACTS = {
    PEGA: "Ana, you, 0 bull heads, 10 cards in hand, to act",
    "dobro": "Ana, you, 0 points, 6 cards in hand, 0 cards taken",
    dominoes.GAME: "Ana, you, 0 points, on START",
    clever.GAME: "Ana, you, 0 points",
}


@pytest.mark.parametrize("game", GAMES)
def test_players_are_read_with_name_score_and_turn(visit: Any, server: Any, game: str) -> None:
    page = visit(server.url, size="wide", name="Ana")
    options = words("en", PEGA)["option.variant.basic"].capitalize() if game == PEGA else None
    make_table(page, "en", options, players=2, bots=1, game=game)
    start(page, "en")
    GAMES[game].asked(page)
    players = page.get_by_role("list", name=words("en")["seats"]).aria_snapshot()
    assert FACTS[game] in players, players
    assert "listitem:" in players or "button" in players
    assert page.locator("li[aria-label]").count() == 0


def test_rows_are_read_card_by_card(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", "Basic", players=2, bots=1)
    start(page, "en")
    table.asked(page)
    rows = page.get_by_role("region", name=words("en")["page.rows"]).get_by_role("list").aria_snapshot()
    assert rows.count('- listitem: "Row ') + rows.count("- listitem: Row ") == 4, rows
    assert rows.count("places left.") == 4


def test_seen_cards_are_read_with_their_place(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", "Basic", players=2, bots=1)
    start(page, "en")
    table.asked(page)
    page.get_by_role("button", name=words("en")["page.seen"]).click()
    cards = page.get_by_role("dialog").get_by_role("list", name=words("en")["page.seen"]).aria_snapshot()
    assert cards.count("not seen yet") == 104 - 10 - 4, cards
    assert cards.count("your hand") == 10
