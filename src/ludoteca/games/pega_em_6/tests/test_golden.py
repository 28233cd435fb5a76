"""The golden games are played again and told the same; the counts are counted again."""

import json

import pytest

from ludoteca.games.pega_em_6.tests.golden import FOLDER, GAMES, as_told, beginnings, counts, story
from ludoteca.games.pega_em_6.tests.tables import GAME, KINDS

COUNTS = [json.loads(line) for line in (FOLDER / "counts.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_again_and_told_the_same(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    header, decide = as_told(text)
    assert header == GAMES[name]
    assert story(header, decide) == text


def test_between_them_the_golden_games_show_every_event_and_every_special_card():
    texts = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for kind in GAME.notation.EVENTS:
        assert f"\n    {kind.name}" in texts
    for special in KINDS:
        assert f'{{"special": "{special}"' in texts


def test_every_text_is_a_golden_game():
    assert {path.name for path in FOLDER.glob("*.txt")} == {f"{name}.txt" for name in GAMES}


@pytest.mark.parametrize("counted", COUNTS, ids=[counted["name"] for counted in COUNTS])
def test_there_are_as_many_sequences_and_positions_as_before(counted):
    again = counts(counted["position"], counted["depth"])
    assert again == {"sequences": counted["sequences"], "positions": counted["positions"]}


def test_the_counts_are_those_of_the_positions_described():
    described = [(name, position, depth) for name, position, depth in beginnings()]
    assert described == [(counted["name"], counted["position"], counted["depth"]) for counted in COUNTS]
