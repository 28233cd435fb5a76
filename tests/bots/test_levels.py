"""Bots by name: five levels for every game, with words in every language, and the strength they claim."""

import json
from itertools import combinations

import pytest

import ludoteca
from ludoteca import BadOptions, IllegalAction, bots
from ludoteca.bots.registry import player
from ludoteca.core.compiled import PLAIN
from ludoteca.core.words import LANGUAGES
from ludoteca.lab.bot_game import deal, play
from random_play import SEED, Setting, counted, few_settings

every_game = pytest.mark.parametrize("id", ludoteca.games())
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


@every_game
def test_every_game_has_five_levels_and_its_simple_bots(id: str) -> None:
    names = bots.names(ludoteca.game(id))
    assert names[:5] == bots.LEVELS
    assert set(ludoteca.game(id).bots.NAMES) < set(names)
    assert len(set(names)) == len(names)
    assert bots.MIDDLE in names


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_every_bot(id: str, language: str) -> None:
    own = json.loads((ludoteca.game(id).folder / "words" / f"{language}.json").read_text(encoding="utf-8"))
    for name in bots.names(ludoteca.game(id)):
        assert (bots.words(language) | own)[f"bot.{name}"]


def test_the_languages_differ() -> None:
    for one, other in combinations(LANGUAGES, 2):
        assert not set(bots.words(one).values()) & set(bots.words(other).values())


@few
def test_every_level_plays_by_the_rules_for_some_moves(setting: Setting) -> None:
    table = setting.start(SEED)
    for step in range(counted(12, 3)):
        if table.over:
            break
        seat = table.to_act[0]
        name = bots.LEVELS[step % len(bots.LEVELS)]
        table.play(seat, bots.choose(setting.game, table.view(seat), seat, name, step, 500))


def test_an_unknown_bot_is_refused_by_name() -> None:
    game = ludoteca.game("pega-em-6")
    with pytest.raises(BadOptions, match="genius"):
        bots.choose(game, game.start(2).view(0), 0, "genius", 0)


def test_a_seat_that_is_not_to_act_has_nothing_to_choose() -> None:
    game = ludoteca.game("dobro")
    table = game.start(2, {}, SEED)
    waiting = 1 - table.to_act[0]
    for name in ("master", "lowest"):
        with pytest.raises(IllegalAction, match="nothing to decide"):
            bots.choose(game, table.view(waiting), waiting, name, 0)


@pytest.mark.skipif(PLAIN, reason="a search in plain mode takes too long")
@every_game
def test_the_middle_level_beats_random_players(id: str) -> None:
    game = ludoteca.game(id)
    options, won = game.notation.OPTIONS[0], 0.0
    for number in range(6):
        players = [player(game, bots.MIDDLE), player(game, "random")]
        turned = number % 2
        result = play(deal(game, 2, options, SEED, number), players[:: -1 if turned else 1], number)
        won += result.shares[turned]
    assert won >= 4
