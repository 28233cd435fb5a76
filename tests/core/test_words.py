import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca import BadOptions
from ludoteca.core.words import LANGUAGES, Words


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


@pytest.mark.parametrize(
    ("count", "said"), [(1, "one card"), ("1", "one card"), (0, "0 cards"), (2, "2 cards")]
)
def test_a_sentence_chooses_by_number(folders: list[Path], count: Any, said: str) -> None:
    sentence = json.dumps({"left": "{name} has {count|one card|{count} cards}."})
    (folders[1] / "en.json").write_text(sentence, encoding="utf-8")
    assert Words("en", folders[1]).say("left", {"name": "Ana", "count": count}) == f"Ana has {said}."


def test_what_has_no_sentence_is_an_error(folders: list[Path]) -> None:
    with pytest.raises(KeyError):
        Words("en", *folders).say("nonsense")


@pytest.mark.parametrize("language", ["de", "", "EN", None, 1, ["en"]])
def test_there_are_no_other_languages(language: Any, folders: list[Path]) -> None:
    with pytest.raises(BadOptions) as refused:
        Words(language, *folders)
    assert refused.value.code == "unknown_language"
    assert LANGUAGES == ("en", "pt")
