"""Bad input on the command line: one line that says what is wrong, exit status 2, no traceback."""

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def name(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


BAD = [
    (["nonsense"], "nonsense"),
    (["pla"], "play"),
    (["--nonsense"], "--nonsense"),
    (["games", "--lang", "fr"], "'fr'"),
    (["games", "superfluous"], "superfluous"),
    (["rules"], "GAME"),
    (["rules", "chess"], "'chess'"),
    (["rules", "../pega-em-6"], "pega-em-6"),
    (["rules", "pega-em-6", "--lang", ""], "''"),
    (["simulate", "chess"], "'chess'"),
    (["simulate", "pega-em-6", "--games", "0"], "--games"),
    (["simulate", "pega-em-6", "--games", "many"], "--games"),
    (["simulate", "pega-em-6", "--games", "1" * 30], "--games"),
    (["simulate", "pega-em-6", "--games"], "--games"),
    (["simulate", "pega-em-6", "--seats", "1"], "2 to 10"),
    (["simulate", "pega-em-6", "--seats", "11"], "2 to 10"),
    (["simulate", "pega-em-6", "--seats", "7", "-o", "variant=professional"], "2 to 6"),
    (["simulate", "pega-em-6", "--seats", "four"], "--seats"),
    (["simulate", "pega-em-6", "--seats", "4.5"], "--seats"),
    (["simulate", "pega-em-6", "--option", "variant"], "NAME=VALUE"),
    (["simulate", "pega-em-6", "--option", "=basic"], "NAME=VALUE"),
    (["simulate", "pega-em-6", "--option", "variant=chess"], "'chess'"),
    (["simulate", "pega-em-6", "--option", "colour=red"], "'colour'"),
    (["simulate", "pega-em-6", "--option", "target=x"], "target"),
    (["simulate", "pega-em-6", "--option", "target=0"], "target"),
    (["simulate", "pega-em-6", "--option", "target=true"], "target"),
    (["simulate", "pega-em-6", "-o", "rounds=1", "-o", "rounds=2"], "twice"),
    (["simulate", "pega-em-6", "-o", "rounds=1", "-o", "target=9"], "P10"),
    (["simulate", "pega-em-6", "--bots", "genius"], "'genius'"),
    (["simulate", "pega-em-6", "--bots", ""], "''"),
    (["simulate", "pega-em-6", "--seats", "2", "--bots", "random,random,random"], "1 to 2 bots"),
    (["simulate", "pega-em-6", "--seed", "seven"], "--seed"),
    (["simulate", "pega-em-6", "--cores", "-1"], "--cores"),
    (["bench", "chess"], "'chess'"),
    (["serve", "--time-zone", "Mars/Olympus"], "time zone"),
    (["compile", "dobro", "chess"], "'chess'"),
    (["compile", "--workers", "-1"], "--workers"),
    (["bench", "pega-em-6", "--repeats", "0"], "--repeats"),
    (["bench", "pega-em-6", "--seats", "99"], "2 to 10"),
    (["play"], "GAME"),
    (["play", "chess"], "'chess'"),
    (["play", "pega-em-6", "--seat", "4"], "0 to 3"),
    (["play", "pega-em-6", "--seat", "-1"], "0 to 3"),
    (["play", "pega-em-6", "--bots", "genius"], "'genius'"),
    (["play", "pega-em-6", "--seats", "3", "--bots", "random,random,random"], "room for 2"),
    (["play", "pega-em-6", "--lang", "xx"], "'xx'"),
]


@pytest.mark.parametrize(("arguments", "part"), BAD, ids=name)
def test_bad_input_gets_one_line_and_status_2(run: Run, arguments: list[str], part: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ludoteca: ")
    assert ran.err.count("\n") == 1
    assert part in ran.err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["rules", "chess"], "Não existe esse jogo"),
        (["simulate", "pega-em-6", "--option", "variant"], "NOME=VALOR"),
        (["simulate", "pega-em-6", "--option", "variant=chess"], "variante"),
        (["simulate", "pega-em-6", "--seats", "11"], "2 a 10 jogadores"),
        (["simulate", "pega-em-6", "--bots", "genius"], "robô"),
        (["play", "pega-em-6", "--seat", "4"], "os lugares vão de 0 a 3"),
    ],
    ids=name,
)
def test_bad_input_is_told_in_portuguese_too(run: Run, arguments: list[str], part: str) -> None:
    ran = run(*arguments, "--lang", "pt")
    assert (ran.status, ran.out) == (2, "")
    assert part in ran.err
    assert ran.err.count("\n") == 1


def test_too_many_games_for_the_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("ludoteca.cli.simulate.simulate", no_memory)
    ran = run("simulate", "pega-em-6")
    assert (ran.status, ran.out) == (2, "")
    assert "memory" in ran.err
