import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca import BadOptions, BadPosition
from ludoteca.core import verbs
from ludoteca.core.game import bad_position, folders, require_same, same

PEGA = ludoteca.game("pega-em-6")


# Discovery


def test_every_folder_with_an_init_is_a_game() -> None:
    below = Path(ludoteca.__file__).parent / "games"
    assert list(folders()) == sorted(folder.parent.name for folder in below.glob("*/__init__.py"))
    assert ludoteca.games() == [folder.replace("_", "-") for folder in folders()]
    assert "pega-em-6" in ludoteca.games()


def test_the_face_stays_the_same_whatever_is_imported() -> None:
    """A package and a function have the same name, and the function must keep it."""
    code = (
        "import ludoteca; ludoteca.games(); ludoteca.game('pega-em-6'); import ludoteca.games.pega_em_6\n"
        "from importlib import import_module; import_module('ludoteca.games')\n"
        "print(len(ludoteca.games()) > 0, ludoteca.game('pega-em-6').id)"
    )
    other = "import ludoteca.games.pega_em_6, ludoteca; print(len(ludoteca.games()) > 0)"
    assert run(code) == "True pega-em-6"
    assert run(other) == "True"


def run(code: str) -> str:
    package = str(Path(ludoteca.__file__).parents[1])
    start = f"import os, sys; os.environ['LUDOTECA_PLAIN'] = '1'; sys.path.insert(0, {package!r})\n"
    done = subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "id", ["nonsense", "", "pega_em_6", "Pega-em-6", "..", "pega-em-6 ", None, 6, True, ["pega-em-6"]]
)
def test_there_are_no_other_games(id: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        ludoteca.game(id)
    assert refused.value.code == "unknown_game"


def test_a_game_is_the_same_whenever_it_is_asked_for() -> None:
    assert ludoteca.game("pega-em-6") is PEGA
    assert PEGA.folder.name == "pega_em_6"
    assert (PEGA.folder / "RULES.md").exists()
    assert verbs.GAMES[PEGA.record] is PEGA


def test_the_version_is_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\w*", ludoteca.__version__)


# Starting and loading


def test_options_left_out_have_their_defaults() -> None:
    assert (
        PEGA.start(4).position()["options"] == PEGA.options(4, {}) == PEGA.options(4, None) == PEGA.options(4)
    )


def test_blank_records_are_all_alike() -> None:
    states = PEGA.blank(4, {}, tables=3)
    assert len({state.tobytes() for state in states}) == 1
    assert states[2].seats == 4


def test_a_table_without_a_seed_is_dealt_by_fresh_chance() -> None:
    assert PEGA.start(4).position() != PEGA.start(4).position()


def test_options_that_no_table_can_have_make_a_position_bad() -> None:
    position = PEGA.start(4, {}, 7).position()
    for wrong in (
        {"seats": 99},
        {"seats": "4"},
        {"options": {"variant": "x"}},
        {"options": []},
        {"options": None},
    ):
        with pytest.raises(BadPosition):
            PEGA.load({**position, **wrong})


@pytest.mark.parametrize(
    "problem",
    [
        KeyError("x"),
        IndexError(),
        TypeError(),
        ValueError(),
        OverflowError(),
        AttributeError(),
        RecursionError(),
    ],
)
def test_whatever_goes_wrong_while_reading_the_position_is_to_blame(problem: Exception) -> None:
    with pytest.raises(BadPosition) as refused, bad_position():
        raise problem
    assert refused.value.code == "malformed"


def test_what_the_reader_says_itself_is_passed_on() -> None:
    with pytest.raises(BadPosition) as refused, bad_position():
        raise BadPosition("bad_cards", "two of a kind", "P1")
    assert (refused.value.code, refused.value.rule) == ("bad_cards", "P1")


# Equality


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True), (0, False), (1, 1.0), (1, "1"), (None, False), ([], {}), ([1], (1,)), ([1], [True]),
        ([1, 2], [1]), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1}, {"b": 1}),
        ({"a": [{"b": 1}]}, {"a": [{"b": True}]}), (float("nan"), float("nan")),
    ],
)  # fmt: skip
def test_things_that_json_writes_differently_are_not_the_same(one: Any, other: Any) -> None:
    assert not same(one, other)
    assert not same(other, one)


def test_things_that_json_writes_alike_are_the_same() -> None:
    value = {"a": [1, True, None, "x", {"b": [[]]}], "c": {}}
    assert same(value, {"c": {}, "a": [1, True, None, "x", {"b": [[]]}]})


@pytest.mark.parametrize(
    ("given", "code"),
    [({"a": 1}, "missing_key"), ({"a": 1, "b": 2, "c": 3}, "unknown_key"), ({"a": 1, "b": 3}, "bad_value")],
)
def test_a_position_that_is_written_back_differently_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        require_same({"a": 1, "b": 2}, given)
    assert refused.value.code == code


def test_an_optional_key_may_be_left_out_but_what_it_says_is_written_back() -> None:
    for written in ({"a": 1}, {"a": 1, "known": []}):
        require_same(written, {"a": 1}, ("known",))
    for written in ({"a": 1}, {"a": 1, "known": []}):
        with pytest.raises(BadPosition) as refused:
            require_same(written, {"a": 1, "known": [2]}, ("known",))
        assert refused.value.code == "bad_value"
    with pytest.raises(BadPosition) as refused:
        require_same({"a": 1, "known": []}, {"known": []}, ("known",))
    assert refused.value.code == "missing_key"
