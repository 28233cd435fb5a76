"""Golden games are played again, decision by decision, and must read as they did."""

import pytest

from ludoteca.games.doppelt_so_clever.tests.golden_games import FOLDER, GAMES, decisions_of, replayed


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_takes_its_course_again(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert replayed(*GAMES[name], decisions_of(text)) == text
