"""Every command does what it promises, in every language."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from numba.core import event

import ludoteca
from ludoteca.cli.arguments import read_options, system_language, words_in
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import written
from ludoteca.cli.rules import sentence
from ludoteca.core.batch import simulate

Run = Callable[..., Any]

SMALL = ("--seats", "3", "--option", "rounds=1", "--games", "4", "--seed", "5")


def test_help_and_version(run: Run) -> None:
    assert run("--version").out == f"ludoteca {ludoteca.__version__}\n"
    for arguments in ((), ("--help",)):
        helped = run(*arguments)
        assert helped.status == 0
        assert all(name in helped.out for name in ("games", "rules", "simulate", "bench", "play"))
    assert "--option" in run("play", "--help").out


def test_games_lists_every_game_with_its_seats_options_and_bots(run: Run) -> None:
    listed = run("games")
    assert (listed.status, listed.err) == (0, "")
    assert all(id in listed.out for id in ludoteca.games())
    for part in ("2-10", "variant=professional (2-6)", "rounds=a number", "random, thrifty"):
        assert part in listed.out
    assert "rounds=um número" in run("games", "--lang", "pt").out


@pytest.mark.parametrize("id", ludoteca.games())
@pytest.mark.parametrize(
    ("language", "ruling"), [("en", "Ruling:"), ("pt", "Decisão:"), ("de", "Auslegung:")]
)
def test_rules_are_shown_in_every_language(run: Run, id: str, language: str, ruling: str) -> None:
    shown = run("rules", id, "--lang", language)
    assert shown.status == 0
    assert len(shown.out) > 1000
    assert ruling in shown.out


def test_one_sentence_of_the_rules() -> None:
    game = ludoteca.game("pega-em-6")
    assert sentence(game, "en", "P4").startswith("**P4** The cards turned over are placed")
    assert sentence(game, "pt", "P4").endswith("da menor para a maior.")
    assert sentence(game, "en", "P99") == "**P99**"


# Many games


def test_simulate_prints_one_json_object_and_nothing_else(run: Run) -> None:
    ran = run("simulate", "pega-em-6", *SMALL, "--bots", "random,closest", "--json")
    figures = json.loads(ran.out)
    assert ran.status == 0
    assert figures["options"] == {"variant": "basic", "target": None, "rounds": 1}
    assert (figures["games"], figures["seats"], figures["seed"]) == (4, 3, 5)
    assert figures["bots"] == ["random", "closest", "random"]
    assert figures["decisions"] >= 4 * 3 * 10
    assert figures["decisions_per_second"] > figures["games_per_second"] > 0 < figures["seconds"]


def test_simulate_tells_scores_and_victories_by_seat_and_by_bot(run: Run) -> None:
    figures = json.loads(run("simulate", "pega-em-6", *SMALL, "--bots", "random,closest", "--json").out)
    game = ludoteca.game("pega-em-6")
    batch = simulate(game, 4, 3, {"rounds": 1}, ("random", "closest"), seed=5)
    for seat, line in enumerate(figures["per_seat"]):
        scores = batch.scores[:, seat]
        assert line["seat"] == seat
        assert line["mean"] == pytest.approx(scores.mean())
        assert line["standard_error"] == pytest.approx(scores.std(ddof=1) / 2)
        assert line["interval"][0] <= line["mean"] <= line["interval"][1]
        assert line["wins"] == batch.winners[:, seat].sum()
        assert line["win_rate"] == pytest.approx(line["wins"] / 4)
    randoms = figures["per_bot"][0]
    assert (randoms["bot"], randoms["seats"]) == ("random", [0, 2])
    assert randoms["mean"] == pytest.approx(batch.scores[:, [0, 2]].mean())


def test_simulate_gives_the_same_games_for_the_same_seed(run: Run) -> None:
    one, other = (json.loads(run("simulate", "pega-em-6", *SMALL, "--json").out) for _ in range(2))
    assert one["per_seat"] == other["per_seat"]


def test_a_single_game_has_a_mean_but_no_interval(run: Run) -> None:
    arguments = ("simulate", "pega-em-6", "--games", "1", "--seats", "2", "-o", "rounds=1")
    assert json.loads(run(*arguments, "--json").out)["per_seat"][0]["interval"] is None
    assert "±" not in run(*arguments).out


def test_simulate_shows_tables(run: Run) -> None:
    ran = run("simulate", "pega-em-6", *SMALL, "--bots", "random,closest", "--cores", "0")
    assert ran.status == 0
    for part in ("variant=basic, rounds=1", "Mean score", "closest", "0, 2", "4 games", "seed 5"):
        assert part in ran.out
    assert "Pontuação média" in run("simulate", "pega-em-6", *SMALL, "--lang", "pt").out


def test_compile_tells_of_each_game_that_was_asked_for(run: Run) -> None:
    ran = run("compile", "dobro", "--workers", "1")
    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(r"Dobro: compiled, \d+\.\d s\n", ran.out)


def test_bench_measures_decisions_and_games_a_second(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.cli.bench.LONG_ENOUGH", 0.02)
    arguments = ("bench", "pega-em-6", "--seats", "2", "--option", "rounds=1", "--repeats", "3")
    figures = json.loads(run(*arguments, "--json").out)
    assert figures["decisions_per_second"] > figures["games_per_second"] > 0
    low, high = figures["range"]["games_per_second"]
    assert low <= figures["games_per_second"] <= high
    assert (figures["seats"], figures["repeats"], figures["options"]["rounds"]) == (2, 3, 1)
    assert "decisions a second" in run(*arguments).out
    assert "decisões por segundo" in run(*arguments, "--lang", "pt").out


# What was asked


def test_option_values_are_numbers_constants_or_words() -> None:
    given = ["a=3", "b=-4", "c=true", "d=false", "e=null", "f=x=y", "g=", "h=1.5", "i=" + "9" * 30]
    assert read_options(given, words_in("en")) == {
        "a": 3, "b": -4, "c": True, "d": False, "e": None, "f": "x=y", "g": "", "h": "1.5", "i": "9" * 30,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de@euro"}, "de"),
        ({"LANG": "C", "LC_ALL": "PT"}, "pt"),
        ({"LC_ALL": "", "LANG": "pt_PT"}, "pt"),
    ],
)
def test_the_language_is_that_of_the_system(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_numbers_are_written_as_in_the_language() -> None:
    assert written(1234567.891, words_in("en"), 1) == "1,234,567.9"
    assert written(1234567.891, words_in("pt"), 1) == "1.234.567,9"
    assert written(1234567.891, words_in("de"), 1) == "1.234.567,9"


# Compiling


def test_a_line_is_shown_once_while_something_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling(words_in("en")):
        for _ in range(3):
            with event.trigger_event("numba:compile", data={}):
                pass
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "Compiling the rules for this machine, once ... 0 s\n"


def test_no_line_is_shown_when_nothing_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling(words_in("en")):
        pass
    assert capsys.readouterr().err == ""
