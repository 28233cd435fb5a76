"""The golden games are played again and told the same."""

import pytest

from ludoteca.games.double_double_dominoes.tests.golden import FOLDER, GAMES, as_told, story
from ludoteca.games.double_double_dominoes.tests.tables import GAME


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_again_and_told_the_same(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    header, decide = as_told(text)
    assert header == GAMES[name]
    assert story(header, decide) == text


def test_between_them_the_golden_games_show_every_event():
    texts = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for kind in GAME.notation.EVENTS:
        assert f"\n    {kind.name}" in texts


def test_every_text_is_a_golden_game():
    assert {path.name for path in FOLDER.glob("*.txt")} == {f"{name}.txt" for name in GAMES}
