"""Every words file of a folder has the same keys, once each and in the same order, with the same values."""

import json
import re
from pathlib import Path

import pytest

from ludoteca.core.sentences import PLURAL, category, fields_of
from ludoteca.core.words import ENGLISH, LANGUAGES, locale_of

ROOT = Path(__file__).parents[1]
AREAS = sorted(file.parent for file in ROOT.glob("web/src/words/*/en.json"))
FOLDERS = [
    *sorted(ROOT.glob("src/ludoteca/**/words")),
    ROOT / "web/src/words",
    *AREAS,
    ROOT / "tests/tiny_game/words",
]

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
every_translation = pytest.mark.parametrize("language", [one for one in LANGUAGES if one != ENGLISH])


def sentences(folder: Path, language: str) -> dict[str, str]:
    pairs = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    twice = {key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number])}
    assert not twice
    return dict(pairs)


@every_folder
@every_translation
def test_all_languages_say_the_same_things_with_the_same_values(folder: Path, language: str) -> None:
    english, other = sentences(folder, ENGLISH), sentences(folder, language)
    assert list(other) == list(english)
    assert {key: fields_of(other[key]) for key in other} == {key: fields_of(english[key]) for key in english}


@every_folder
def test_every_language_there_is_has_its_file(folder: Path) -> None:
    assert {file.name for file in folder.iterdir() if file not in AREAS} == {
        f"{language}.json" for language in LANGUAGES
    }


@every_folder
def test_a_form_that_counts_nought_too_does_not_spell_out_one(folder: Path) -> None:
    """Portuguese says "0 ponto" and "1 ponto": a form "um ponto" would be wrong for nought."""
    for language in (one for one in LANGUAGES if category(0, locale_of(one)) == "one"):
        for sentence in sentences(folder, language).values():
            for found in PLURAL.finditer(sentence):
                assert not re.search(r"\b(1|uma?)\b", found[2].split("|")[1], re.IGNORECASE), sentence


def test_no_area_of_the_page_says_again_what_another_says() -> None:
    """All areas are looked up together: of two sentences under one key, the one loaded last would win."""
    said = [key for folder in (ROOT / "web/src/words", *AREAS) for key in sentences(folder, ENGLISH)]
    assert len(said) == len(set(said))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_asks_for_hints_too_often_is_told_that_hints_are_meant(language: str) -> None:
    areas = ROOT / "web/src/words"
    refusal = sentences(areas / "refusals", language)["refusal.too_many_hints"]
    assert sentences(areas / "table", language)["hint.ask"].lower() in refusal.lower()
