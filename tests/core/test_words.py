import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca import BadOptions
from ludoteca.core.sentences import cldr
from ludoteca.core.words import LANGUAGES, WORDS, Words, locale_of, read, rules_file


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    written: list[tuple[str, str, dict[str, Any]]] = [
        ("shared", "en", {"hello": "Hello", "bye": "Bye {name}"}),
        ("shared", "pt", {"hello": "Olá", "bye": "Tchau, {name}"}),
        ("game", "en", {"hello": "Hi", "event.turned": "{colour} {card}", "value.red": "Red"}),
        ("game", "pt", {"hello": "Oi", "event.turned": "{card} {colour}", "value.red": "vermelho"}),
    ]
    for folder, language, sentences in written:
        (tmp_path / folder).mkdir(exist_ok=True)
        text = json.dumps(sentences, ensure_ascii=False)
        (tmp_path / folder / f"{language}.json").write_text(text, encoding="utf-8")
    return [tmp_path / "shared", tmp_path / "game"]


def test_a_sentence_is_said_in_its_language(folders: list[Path]) -> None:
    assert Words("en", *folders).say("bye", {"name": "Ana"}) == "Bye Ana"
    assert Words("pt", *folders).say("bye", {"name": "Ana"}) == "Tchau, Ana"


def test_a_later_folder_speaks_before_an_earlier_one(folders: list[Path]) -> None:
    assert Words("pt", *folders).say("hello") == "Oi"
    assert Words("pt", folders[0]).say("hello") == "Olá"


def test_a_value_that_is_a_word_is_translated_and_any_other_stays(folders: list[Path]) -> None:
    pt = Words("pt", *folders)
    assert pt.say("event.turned", {"colour": "red", "card": 5}) == "5 vermelho"
    assert pt.say("event.turned", {"colour": "blue", "card": 5, "seat": 1}) == "5 blue"


def test_what_a_language_lacks_is_said_in_english(folders: list[Path]) -> None:
    (folders[1] / "pt.json").write_text('{"hello": "Oi"}', encoding="utf-8")
    pt = Words("pt", *folders)
    assert pt.say("hello") == "Oi"
    assert pt.say("event.turned", {"colour": "red", "card": 5}) == "Red 5"
    (folders[1] / "pt.json").unlink()
    assert Words("pt", folders[1]).say("hello") == "Hi"


def test_what_has_no_sentence_is_an_error(folders: list[Path]) -> None:
    with pytest.raises(KeyError):
        Words("en", *folders).say("nonsense")


@pytest.mark.parametrize("language", ["xx", "", "EN", None, 1, ["en"]])
def test_there_are_no_other_languages(language: Any, folders: list[Path]) -> None:
    with pytest.raises(BadOptions) as refused:
        Words(language, *folders)
    assert refused.value.code == "unknown_language"


def test_every_file_is_a_language_with_a_name_and_a_locale() -> None:
    assert set(LANGUAGES) == {file.stem for file in WORDS.iterdir()} >= {"en", "pt"}
    for language in LANGUAGES:
        assert read(WORDS / f"{language}.json")["language.name"]
        assert cldr(locale_of(language)).language == language


def test_rules_that_nobody_translated_are_shown_in_english(tmp_path: Path) -> None:
    (tmp_path / "RULES.pt.md").touch()
    assert rules_file(tmp_path, "pt").name == "RULES.pt.md"
    assert rules_file(tmp_path, "en").name == rules_file(tmp_path, "xx").name == "RULES.md"
