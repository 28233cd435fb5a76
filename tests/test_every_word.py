"""The words of every game: each language says everything that a game can send, with the same values."""

import io
import json
import random
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ludoteca
from ludoteca import Game, IllegalAction
from ludoteca.core.errors import LudotecaError
from ludoteca.core.sentences import fields_of as placeholders
from ludoteca.core.words import ENGLISH, LANGUAGES, Words
from mutations import JUNK, broken
from random_play import SEED, Setting, counted, few_settings, samples, settings, viewers

SHARED = Path(ludoteca.__file__).parent / "words"
CUT_OFF = "…"  # what rich writes where the room was too small

every_game = pytest.mark.parametrize("id", ludoteca.games())
every_language = pytest.mark.parametrize("language", LANGUAGES)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


@cache
def words(id: str, language: str) -> Words:
    folder = ludoteca.game(id).folder / "words"
    if not folder.exists():
        pytest.skip(f"{id} has no words yet")
    return Words(language, *(each for each in (SHARED, folder) if each.exists()))


def catalogue(id: str, language: str) -> dict[str, str]:
    words(id, language)
    text = (ludoteca.game(id).folder / "words" / f"{language}.json").read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=list)
    assert len({key for key, _ in pairs}) == len(pairs), "a key stands twice"
    return dict(pairs)


def in_settings(id: str) -> list[Setting]:
    return [setting for setting in few_settings() if setting.id == id]


@every_game
def test_all_languages_have_the_same_sentences_with_the_same_values(id: str) -> None:
    first, *others = (catalogue(id, language) for language in LANGUAGES)
    for other in others:
        assert list(other) == list(first)
        assert {key: placeholders(other[key]) for key in other} == {
            key: placeholders(first[key]) for key in first
        }
    for sentences in (first, *others):
        assert all(type(sentence) is str and sentence.strip() for sentence in sentences.values())


@every_game
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != ENGLISH])
def test_the_languages_are_not_the_same(id: str, language: str) -> None:
    english, other = catalogue(id, ENGLISH), catalogue(id, language)
    events = [key for key in english if key.startswith(("event.", "refusal."))]
    alike = [key for key in events if english[key] == other[key]]
    assert len(alike) <= len(events) // 10, alike


@every_game
@every_language
def test_there_are_words_for_every_event(id: str, language: str) -> None:
    sentences = catalogue(id, language)
    for kind in ludoteca.game(id).notation.EVENTS:
        key = f"event.{kind.name}"
        assert placeholders(sentences[key]) <= set(kind.fields)
        assert placeholders(sentences.get(f"{key}.you", "")) <= set(kind.fields) - {"seat"}
        if kind.secret:
            assert placeholders(sentences[f"{key}.hidden"]) <= set(kind.fields) - set(kind.secret)


@every_game
@every_language
def test_there_are_no_words_for_events_that_do_not_happen(id: str, language: str) -> None:
    kinds = {kind.name for kind in ludoteca.game(id).notation.EVENTS}
    events = [key.split(".")[1:] for key in catalogue(id, language) if key.startswith("event.")]
    for name, *ending in events:
        assert name in kinds
        assert ending in ([], ["you"], ["hidden"])


@every_game
@every_language
def test_a_reason_of_a_worse_move_differs_from_that_of_a_good_one(id: str, language: str) -> None:
    """`reason.<code>.worse` is told of a move that is behind; it needs the same values."""
    sentences = catalogue(id, language)
    for key in (one for one in sentences if one.startswith("reason.") and one.endswith(".worse")):
        usual = sentences[key.removesuffix(".worse")]
        assert sentences[key] != usual
        assert placeholders(sentences[key]) == placeholders(usual)


@every_game
@every_language
def test_there_are_words_for_every_action(id: str, language: str) -> None:
    notation, sentences = ludoteca.game(id).notation, words(id, language).sentences
    for number in range(ludoteca.game(id).rules.ACTIONS):
        action = notation.write_action(number)
        try:
            notation.read_action(action)
        except IllegalAction:
            continue
        assert words(id, language).say(f"action.{notation.action_kind(action)}", action)
        for word in words_in(list(action.values())):
            assert f"value.{word}" in sentences


def words_in(value: Any) -> set[str]:
    """What needs a translation: not the name of a field such as 9D, nor a number."""
    if isinstance(value, str):
        return {value} if re.fullmatch("[a-z_]+", value) else set()
    return set().union(*map(words_in, value)) if isinstance(value, list) else set()


@every_game
@every_language
def test_there_are_words_for_whatever_stands_in_an_event(id: str, language: str) -> None:
    sentences = words(id, language).sentences
    for setting in in_settings(id):
        for table in samples(setting, each=counted(5, 1)):
            assert f"phase.{table.position()['phase']}" in sentences
            for event in table.events(None):
                for word in words_in([value for name, value in event.items() if name != "event"]):
                    assert f"value.{word}" in sentences


@every_game
@every_language
def test_there_are_words_for_every_refusal(id: str, language: str) -> None:
    sentences = words(id, language).sentences
    codes = {code for code, _ in ludoteca.game(id).rules.REFUSALS[1:]} | codes_met(ludoteca.game(id))
    assert sorted(code for code in codes if f"refusal.{code}" not in sentences) == []


@cache
def codes_met(game: Game) -> set[str]:
    """The codes of everything that goes wrong when bad actions, options and positions are offered."""
    rng, codes = random.Random(SEED), set()
    for setting in in_settings(game.id):
        for table in samples(setting, each=1):
            position = table.position()
            codes |= {code_of(game.load, broken(position, rng)) for _ in range(counted(20, 5))}
        for junk in JUNK:
            codes |= {code_of(game.options, junk), code_of(game.options, setting.seats, junk)}
            codes |= {code_of(table.play, 0, junk), code_of(game.load, junk)}
            for name in game.options(setting.seats, setting.options):
                codes.add(code_of(game.options, setting.seats, {**setting.options, name: junk}))
        codes.add(code_of(game.options, setting.seats, {"nonsense": 1}))
    return codes - {""}


def code_of(ask: Any, *arguments: Any) -> str:
    try:
        ask(*arguments)
    except LudotecaError as refused:
        return refused.code
    return ""


@every_game
@every_language
def test_there_are_words_for_options_and_bots(id: str, language: str) -> None:
    game, sentences = ludoteca.game(id), words(id, language).sentences
    assert sentences["name"]
    for options in game.notation.OPTIONS:
        for name, value in game.options(game.notation.seat_range(options).start, options).items():
            assert f"option.{name}" in sentences
            assert type(value) is not str or f"option.{name}.{value}" in sentences
    assert [name for name in game.bots.NAMES if f"bot.{name}" not in sentences] == []


@few
@every_language
def test_a_terminal_shows_what_every_viewer_sees_in_80_columns(setting: Setting, language: str) -> None:
    folder = setting.game.folder
    if not (folder / "terminal.py").exists():
        pytest.skip(f"{setting.id} has no terminal yet")
    terminal, spoken = import_module(f"ludoteca.games.{folder.name}.terminal"), words(setting.id, language)
    for table in samples(setting, each=1):
        for viewer in viewers(table)[:: max(1, table.seats)]:
            view = table.view(viewer)
            drawn = on_paper(terminal.draw(view, spoken, viewer))
            assert drawn.strip()
            assert CUT_OFF not in drawn
            assert view == table.view(viewer)


def on_paper(drawing: Any) -> str:
    paper = io.StringIO()
    Console(file=paper, width=80, color_system=None, legacy_windows=False).print(drawing)
    return paper.getvalue()


def test_every_setting_has_a_name_of_its_own() -> None:
    names = [str(setting) for setting in settings()]
    assert len(set(names)) == len(names)
