"""Golden games are played again from their actions, and everything must come out as it was written."""

import pytest

from ludoteca.games.dobro.tests.transcript import FOLDER, GAMES, replay


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was_written(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert replay(text) == text


def test_every_golden_game_is_known():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
