"""Every sentence of every RULES.md has code and a test, and no mark names a sentence that is not there."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.rule_marks import MARKS, SENTENCE, sentences
from ludoteca.core.words import ENGLISH, LANGUAGES, rules_file

every_game = pytest.mark.parametrize("id", ludoteca.games())


def folder_of(id: str) -> Path:
    return ludoteca.game(id).folder


def marks_of_code(id: str) -> set[str]:
    """The sentences that the code of a game says it carries out."""
    folder = folder_of(id)
    for source in sorted(folder.glob("**/*.py")):
        name = ".".join(source.relative_to(folder).with_suffix("").parts)
        if "tests" not in source.relative_to(folder).parts and source.name != "__init__.py":
            import_module(f"ludoteca.games.{folder.name}.{name}")
    return set(MARKS[folder.name])


def marks_of_tests(id: str) -> set[str]:
    """The sentences that the tests of a game say they show."""
    tests = sorted((folder_of(id) / "tests").glob("**/test_*.py"))
    return {sentence for test in tests for sentence in marks_in(ast.parse(test.read_text(encoding="utf-8")))}


def marks_in(source: ast.Module) -> Iterator[str]:
    """The arguments of every `pytest.mark.rule(...)` on a test, or on a class of tests."""
    for node in ast.walk(source):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            for call in node.decorator_list:
                for inner in ast.walk(call):
                    if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "pytest.mark.rule":
                        yield from (ast.literal_eval(argument) for argument in inner.args)


def in_order(ids: list[str]) -> list[str]:
    return sorted(ids, key=lambda sentence: int(sentence[1:]))


@every_game
def test_every_sentence_has_code(id: str) -> None:
    without = set(sentences(folder_of(id))) - marks_of_code(id)
    assert in_order(list(without)) == []


@every_game
def test_every_sentence_has_a_test(id: str) -> None:
    without = set(sentences(folder_of(id))) - marks_of_tests(id)
    assert in_order(list(without)) == []


@every_game
def test_no_mark_names_a_sentence_that_is_not_there(id: str) -> None:
    there = set(sentences(folder_of(id)))
    assert marks_of_code(id) - there == set()
    assert marks_of_tests(id) - there == set()


@every_game
def test_sentences_are_numbered_in_order_with_one_letter(id: str) -> None:
    ids = sentences(folder_of(id))
    assert ids
    assert ids == [f"{ids[0][0]}{number}" for number in range(1, len(ids) + 1)]


@every_game
def test_nothing_that_looks_like_a_sentence_is_missed(id: str) -> None:
    """A number in bold anywhere else, or one with a typing error, would be a sentence that nobody checks."""
    for file in folder_of(id).glob("RULES*.md"):
        text = file.read_text(encoding="utf-8")
        assert re.findall(r"\*\*\s*([A-Z]+\s*\d+\w*)\s*\*\*", text) == SENTENCE.findall(text)


@every_game
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != ENGLISH])
def test_all_languages_have_the_same_sentences(id: str, language: str) -> None:
    translated = (folder_of(id) / f"RULES.{language}.md").read_text(encoding="utf-8")
    assert SENTENCE.findall(translated) == sentences(folder_of(id))


@every_game
def test_a_rule_that_is_mentioned_exists(id: str) -> None:
    there = set(sentences(folder_of(id)))
    letter = sentences(folder_of(id))[0][0]
    for file in folder_of(id).glob("RULES*.md"):
        text = file.read_text(encoding="utf-8")
        assert set(re.findall(rf"\b{letter}\d+\b", text)) <= there


@every_game
def test_every_refusal_names_a_sentence(id: str) -> None:
    game, there = ludoteca.game(id), set(sentences(folder_of(id)))
    for code, rule in game.rules.REFUSALS[1:]:
        assert re.fullmatch("[a-z][a-z0-9_]*", code)
        assert rule in there, f"{code}: {rule}"


def test_no_two_games_use_the_same_letter() -> None:
    letters = [sentences(folder_of(id))[0][0] for id in ludoteca.games()]
    assert len(set(letters)) == len(letters)


CODE_NAME = re.compile(r"`[a-z_]+(: [^`]*)?`|\b(seat|Platz|lugar) 0\b")


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read_of_the_rules_has_no_code_names(id: str, language: str) -> None:
    """Up to the heading of what is written for programs."""
    text = rules_file(ludoteca.game(id).folder, language).read_text(encoding="utf-8")
    assert not [found[0] for found in CODE_NAME.finditer(text.partition("\n## Notation")[0])]
