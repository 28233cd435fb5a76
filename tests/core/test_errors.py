import pickle

import pytest

import ludoteca
from ludoteca.core.errors import BadOptions, BadPosition, IllegalAction, LudotecaError, brief
from mutations import DEEP


@pytest.mark.parametrize("kind", [IllegalAction, BadPosition, BadOptions])
def test_an_error_has_a_code_a_message_and_perhaps_a_rule(kind: type[LudotecaError]) -> None:
    plain, ruled = kind("too_low", "the card is too low"), kind("too_low", "the card is too low", "P5")
    assert (plain.code, plain.rule, str(plain)) == ("too_low", None, "the card is too low")
    assert (ruled.code, ruled.rule, str(ruled)) == ("too_low", "P5", "the card is too low (P5)")
    assert isinstance(plain, ValueError)


def test_the_three_errors_are_part_of_the_face() -> None:
    assert ludoteca.IllegalAction is IllegalAction
    assert ludoteca.BadPosition is BadPosition
    assert ludoteca.BadOptions is BadOptions


def test_whatever_was_given_is_quoted_briefly() -> None:
    for monster in (
        10**5000,
        DEEP,
        "x" * 10**6,
        list(range(10**5)),
        {n: n for n in range(10**5)},
        [10**5000],
    ):
        assert 0 < len(brief(monster)) < 300


def test_what_is_short_is_quoted_as_it_is() -> None:
    assert brief({"card": 23}) == "{'card': 23}"
    assert brief("basic") == "'basic'"


def test_an_error_comes_whole_from_another_process() -> None:
    for error in (
        BadOptions("bad_program", "it has ended"),
        IllegalAction("too_low", "the card is too low", "P5"),
    ):
        found = pickle.loads(pickle.dumps(error))
        assert type(found) is type(error)
        assert (found.code, found.rule, str(found)) == (error.code, error.rule, str(error))
