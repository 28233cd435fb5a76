"""Rules by which tables in databases were played do not change unnoticed: their version is raised."""

import json

import pytest

import ludoteca
from golden_play import FIRST, MOST, golden_file, play_of, settings_of
from ludoteca.core.compiled import PLAIN
from random_play import Setting, counted, settings

EVERY = counted(1, 9)  # of the settings: plain rules are slow


@pytest.mark.parametrize("setting", settings()[::EVERY], ids=str)
def test_play_changes_only_with_the_version_of_the_rules(setting: Setting) -> None:
    golden = json.loads(golden_file(setting.game).read_text(encoding="utf-8"))
    assert golden["rules"] == setting.game.rules.VERSION, "run python tests/golden_play.py"
    most, both = counted(MOST, FIRST), golden["play"][setting.name]
    same = play_of(setting, most) == (both[:1] * 2 if PLAIN else both)
    assert same, "play differs from golden play: raise RULES_VERSION in the game's alphabet.py"


@pytest.mark.parametrize("game", ludoteca.games())
def test_golden_play_covers_every_setting(game: str) -> None:
    golden = json.loads(golden_file(ludoteca.game(game)).read_text(encoding="utf-8"))
    assert golden["play"].keys() == settings_of(game).keys()
    assert ludoteca.game(game).rules.VERSION >= 1
